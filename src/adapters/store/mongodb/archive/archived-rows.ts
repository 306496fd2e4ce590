import type { ArchivedLink, ArchivedVersion } from '../../../../application/ports/archive-store.js';
import { isContent, type ContentType, type Json, type Schema } from '../../../../domain/schema/schema.js';
import type { LinkRow, VersionRow } from '../layout.js';
import { canonicalContent, storedContent } from '../stored-value.js';

export function archivedVersion(schema: Schema, type: ContentType, row: VersionRow): ArchivedVersion {
  const values = [...type.attributes.values()].filter(isContent).flatMap((attribute): [string, Json][] => {
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

/** Null and false are absent, as in rows that were written one by one. */
export function versionRow(schema: Schema, type: ContentType, version: ArchivedVersion): VersionRow {
  const { publishedAt, publishedId } = version;
  const values = [...type.attributes.values()].filter(isContent).flatMap((attribute): [string, unknown][] => {
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

export const archivedLink = (row: LinkRow): ArchivedLink => ({
  id: row._id,
  source: { documentId: row.source, locale: row.sourceLocale },
  target: { documentId: row.target, locale: row.targetLocale },
  draft: keysOf(row.draftKey, row.draftInverseKey),
  published: keysOf(row.publishedKey, row.publishedInverseKey),
  pending: { source: row.sourcePending === true, target: row.targetPending === true },
});

const keysOf = (source: string | undefined, target: string | undefined): ArchivedLink['draft'] =>
  source === undefined || target === undefined ? null : { source, target };

export const linkRow = ({ id, source, target, draft, published, pending }: ArchivedLink): LinkRow => ({
  _id: id,
  source: source.documentId,
  sourceLocale: source.locale,
  target: target.documentId,
  targetLocale: target.locale,
  ...(draft !== null && { draftKey: draft.source, draftInverseKey: draft.target }),
  ...(published !== null && { publishedKey: published.source, publishedInverseKey: published.target }),
  ...(pending.source && { sourcePending: true }),
  ...(pending.target && { targetPending: true }),
});
