import type { Document, Filter } from 'mongodb';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { notUnique, type VersionChange, type WritePlan } from '../../../../domain/plan/write-plan.js';
import { isUnique, type Json } from '../../../../domain/schema/schema.js';
import type { VersionRow } from '../layout.js';
import { storedScalar } from '../stored-value.js';
import { optionsOf, versionsOf, type Unit } from './unit.js';

/**
 * Refuses a unique value that another document has, before anything is written: a duplicate key would abort the whole
 * transaction, also where it belongs to a unit of work that could go on. The unique indexes decide races.
 */
export async function checkUnique(unit: Unit, plan: WritePlan): Promise<void> {
  for (const change of plan.versions) {
    for (const [name, value] of publishedValues(change)) {
      const attribute = plan.type.attributes.get(name);
      if (!isUnique(attribute) || value === null || !('locale' in change)) continue;
      const filter = {
        [name]: storedScalar(attribute, value),
        locale: change.locale,
        _layer: 'published',
        documentId: { $ne: plan.documentId },
      } as Document as Filter<VersionRow>;
      const holder = await versionsOf(unit, plan.type).findOne(filter, {
        ...optionsOf(unit),
        projection: { _id: 1 },
      });
      if (holder !== null) throw new ThrownFailure(notUnique(plan, name));
    }
  }
}

const none: ReadonlyMap<string, Json> = new Map();

/** The values that a change writes to the published version, as far as they may be unique. */
function publishedValues(change: VersionChange): ReadonlyMap<string, Json> {
  switch (change.op) {
    case 'insert':
      return change.layers.includes('published') ? change.values : none;
    case 'update':
      return change.layer === 'published' ? change.values : none;
    case 'publish':
      return change.unique;
    default:
      return none;
  }
}
