import type { ArchivedVersion } from '../../../../application/ports/archive-store.js';
import { isValue, type ContentType, type Json, type Schema } from '../../../../domain/schema/schema.js';
import type { VersionRow } from '../layout.js';
import { canonicalContent, storedContent } from '../stored-value.js';

export function archivedVersion(schema: Schema, type: ContentType, row: VersionRow): ArchivedVersion {
  const values = [...type.attributes.values()].filter(isValue).flatMap((attribute): [string, Json][] => {
    const value = canonicalContent(schema, attribute, row[attribute.name]);
    return value === null ? [] : [[attribute.name, value]];
  });
  const isDraft = row._layer === 'draft';
  return {
    id: row._id,
    documentId: row.documentId,
    locale: row.locale,
    layer: row._layer,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    publishedId: row._publishedId ?? null,
    hasChanges: isDraft && row._changed === true,
    isPublished: isDraft && row._published === true,
    values: Object.fromEntries(values),
  };
}

/** Nulls and flags that are false are absent, as in the rows of ordinary writes. */
export function versionRow(schema: Schema, type: ContentType, version: ArchivedVersion): VersionRow {
  const { publishedAt, publishedId } = version;
  const values = [...type.attributes.values()].filter(isValue).flatMap((attribute): [string, unknown][] => {
    const stored = storedContent(schema, attribute, version.values[attribute.name] ?? null);
    return stored === undefined ? [] : [[attribute.name, stored]];
  });
  return {
    _id: version.id,
    _layer: version.layer,
    documentId: version.documentId,
    locale: version.locale,
    createdAt: new Date(version.createdAt),
    updatedAt: new Date(version.updatedAt),
    ...Object.fromEntries(values),
    ...(publishedAt !== null && { publishedAt: new Date(publishedAt) }),
    ...(publishedId !== null && { _publishedId: publishedId }),
    ...(version.hasChanges && { _changed: true }),
    ...(version.isPublished && { _published: true }),
  };
}
