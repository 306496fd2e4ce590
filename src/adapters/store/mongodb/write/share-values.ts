import type { Document, Filter } from 'mongodb';
import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { ContentType, Stored } from '../../../../domain/schema/schema.js';
import type { VersionRow } from '../layout.js';
import { optionsOf, versionsOf, type Unit } from './unit.js';

type Share = Extract<VersionChange, { readonly op: 'share' }>;

/** Copies the values that all locales share from one locale to the others. */
export async function shareValues(unit: Unit, { type, documentId }: WritePlan, change: Share): Promise<void> {
  const { layers, locale, attributes, updatedAt, updatedBy } = change;
  const values = await valuesOfVersion(
    unit,
    type,
    documentId,
    locale,
    layers.at(-1) ?? 'published',
    attributes,
  );
  const absent = attributes.filter(({ name }) => values[name] === undefined).map(({ name }) => name);
  const differs = attributes.map(({ name }) => ({ [name]: { $ne: values[name] ?? null } }));
  const filter = { documentId, locale: { $ne: locale }, _layer: { $in: [...layers] }, $or: differs };
  const latest = await versionsOf(unit, type)
    .find(filter as Filter<VersionRow>, { ...optionsOf(unit), sort: { updatedAt: -1 }, limit: 1 })
    .toArray();
  const after = (latest[0]?.updatedAt.getTime() ?? 0) + 1;
  const gone = updatedBy === null ? [...absent, 'updatedBy'] : absent;
  const time = new Date(Math.max(Date.parse(updatedAt), after));
  const changes = {
    $set: { ...values, updatedAt: time, ...(updatedBy !== null && { updatedBy }) },
    ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((name) => [name, ''])) }),
  };
  await versionsOf(unit, type).updateMany(filter, changes as Document, optionsOf(unit));
  unit.written.forget(locale);
}

/** The stored values of some attributes of one version. */
export async function valuesOfVersion(
  unit: Unit,
  type: ContentType,
  documentId: string,
  locale: string,
  layer: string,
  attributes: readonly Stored[],
): Promise<Readonly<Record<string, unknown>>> {
  // An empty projection would return all fields.
  if (attributes.length === 0) return {};
  const projection = Object.fromEntries(attributes.map(({ name }) => [name, 1]));
  const row = await versionsOf(unit, type).findOne(
    { documentId, locale, _layer: layer } as Filter<VersionRow>,
    {
      ...optionsOf(unit),
      projection: { ...projection, _id: 0 },
    },
  );
  return row ?? {};
}
