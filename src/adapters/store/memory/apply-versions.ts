import { failure, notFound, type Failure } from '../../../domain/failure.js';
import { notUnique, type VersionChange, type WritePlan } from '../../../domain/plan/write-plan.js';
import type { Json } from '../../../domain/schema/schema.js';
import type { Changes } from './changes.js';
import type { Version } from './rows.js';
import { uniqueKeys, versionsOf, type Tables, type VersionTable } from './tables.js';

type Insert = Extract<VersionChange, { op: 'insert' }>;
type Update = Extract<VersionChange, { op: 'update' }>;

/** Applies the version changes of a plan in order; answers what refuses them, if anything does. */
export function applyVersions(tables: Tables, changes: Changes, plan: WritePlan): Failure | null {
  const table = tables.versions(plan.type);
  let updated = 0;
  for (const change of plan.versions) {
    if (change.op === 'remove') removeVersions(table, changes, plan.documentId);
    else {
      const before = findVersion(table, plan.documentId, change);
      const refusal = put(table, changes, plan.documentId, before, change);
      if (refusal !== null) return refusal;
      if (change.op === 'update' && before !== undefined) updated++;
    }
  }
  const wanted = plan.versions.some(({ op }) => op === 'update');
  return wanted && updated === 0 ? notFound : null;
}

function removeVersions(table: VersionTable, changes: Changes, documentId: string): void {
  for (const version of Array.from(versionsOf(table, documentId))) changes.version(table, version, undefined);
}

/** Updating what is not there changes nothing. */
function put(
  table: VersionTable,
  changes: Changes,
  documentId: string,
  before: Version | undefined,
  change: Insert | Update,
): Failure | null {
  if (change.op === 'insert' && before !== undefined) return alreadyThere();
  const after =
    change.op === 'insert' ? inserted(table, documentId, change) : before && changed(before, change);
  if (after === undefined) return null;
  const refusal = takenValue(table, after);
  if (refusal === null) changes.version(table, before, after);
  return refusal;
}

function findVersion(
  table: VersionTable,
  documentId: string,
  { layer, locale }: Insert | Update,
): Version | undefined {
  for (const version of versionsOf(table, documentId)) {
    if (version.layer === layer && version.locale === locale) return version;
  }
  return undefined;
}

const inserted = (table: VersionTable, documentId: string, change: Insert): Version => ({
  id: ++table.lastId,
  documentId,
  locale: change.locale,
  layer: change.layer,
  values: merged(new Map(), change.values),
  createdAt: change.createdAt,
  updatedAt: change.updatedAt,
  publishedAt: change.publishedAt,
});

const changed = (before: Version, change: Update): Version => ({
  ...before,
  values: merged(before.values, change.values),
  updatedAt: change.updatedAt,
});

/** Copies what comes in: the caller may go on changing it. */
function merged(
  before: ReadonlyMap<string, Json>,
  values: ReadonlyMap<string, Json>,
): ReadonlyMap<string, Json> {
  const after = new Map(before);
  for (const [name, value] of values) {
    if (value === null) after.delete(name);
    else after.set(name, structuredClone(value));
  }
  return after;
}

function takenValue(table: VersionTable, version: Version): Failure | null {
  for (const { attribute, key, value } of uniqueKeys(table, version)) {
    const holder = table.byUnique.get(key);
    if (holder !== undefined && holder.id !== version.id) return notUnique(attribute, value);
  }
  return null;
}

const alreadyThere = (): Failure => failure('STORE.CONFLICT', 'Another writer has created this version');
