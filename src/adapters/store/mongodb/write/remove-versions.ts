import type { Filter } from 'mongodb';
import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { VersionRow } from '../layout.js';
import { optionsOf, versionsOf, type Unit } from './unit.js';

type Removal = Extract<VersionChange, { readonly op: 'remove' }>;

/** Removes the versions of some layers in a locale, or in all if it is null. Returns whether there was one. */
export async function removeVersions(
  unit: Unit,
  { type, documentId }: WritePlan,
  { layers, locale }: Removal,
): Promise<boolean> {
  const versions = versionsOf(unit, type);
  const inLocale = locale === null ? {} : { locale };
  unit.written.forget();
  const filter = { documentId, ...inLocale, _layer: { $in: [...layers] } } as Filter<VersionRow>;
  const [only, ...others] = layers;
  const place = type.localized ? locale : '';
  const isOne = only !== undefined && others.length === 0 && place !== null;
  if (!isOne) unit.counts.addRows(await find(unit, type, filter), -1);
  const { deletedCount } = await versions.deleteMany(filter, optionsOf(unit));
  if (isOne) unit.counts.add(only, place, -deletedCount);
  if (type.draftAndPublish && !layers.includes('draft')) {
    const drafts = { documentId, ...inLocale, _layer: 'draft' } as Filter<VersionRow>;
    await versions.updateMany(drafts, { $set: { _published: false } }, optionsOf(unit));
  }
  return deletedCount > 0;
}

const find = (unit: Unit, type: WritePlan['type'], filter: Filter<VersionRow>): Promise<VersionRow[]> =>
  versionsOf(unit, type)
    .find(filter, { ...optionsOf(unit), projection: { _layer: 1, locale: 1 } })
    .toArray();
