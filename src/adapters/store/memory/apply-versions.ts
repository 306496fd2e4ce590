import { failure, notFound, type Failure } from '../../../domain/failure.js';
import { notUnique, type WritePlan } from '../../../domain/plan/write-plan.js';
import type { Writing } from './link-list.js';
import { replacementsFor, type Replacement } from './replace-versions.js';
import type { Version } from './rows.js';
import { uniqueKeys, type VersionTable } from './tables.js';

/** Applies the version changes of a plan in order; answers what refuses them, if anything does. */
export function applyVersions({ tables, changes }: Writing, plan: WritePlan): Failure | null {
  const table = tables.versions(plan.type);
  let replaced = 0;
  for (const change of plan.versions) {
    for (const { before, after } of replacementsFor(table, plan.documentId, change)) {
      const refusal = after === undefined ? null : refusalOf(table, plan, change.op, { before, after });
      if (refusal !== null) return refusal;
      changes.version(table, before, after);
      replaced++;
    }
  }
  const mayBeNone = plan.versions.every(({ op }) => op === 'remove');
  return replaced > 0 || mayBeNone ? null : notFound;
}

function refusalOf(
  table: VersionTable,
  plan: WritePlan,
  op: WritePlan['versions'][number]['op'],
  { before, after }: Replacement & { readonly after: Version },
): Failure | null {
  if (op === 'insert' && before !== undefined) return alreadyThere;
  for (const { attribute, key } of uniqueKeys(table, after)) {
    const holder = table.byUnique.get(key);
    if (holder !== undefined && holder.id !== after.id) return notUnique(plan, attribute);
  }
  return null;
}

const alreadyThere = failure('STORE.CONFLICT', 'Another writer has created this version');
