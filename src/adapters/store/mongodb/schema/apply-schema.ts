import { isDeepStrictEqual } from 'node:util';
import type { Db } from 'mongodb';
import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import {
  asListed,
  checkChanges,
  unsafeChange,
} from '../../../../application/schema-changes/check-changes.js';
import { compareSchemas, type Comparison } from '../../../../application/schema-changes/compare-schemas.js';
import type { PlannedChange } from '../../../../application/schema-changes/planned-change.js';
import type { StoreTraits } from '../../../../application/schema-changes/store-traits.js';
import {
  recordWithLatest,
  type SchemaRecord,
  type WantedSchema,
} from '../../../../application/schema-changes/wanted-schema.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { violatedIndex } from '../database-error.js';
import { applyChange, touchesRows } from './apply-change.js';
import { createIndexes, type CreateIndex } from './change-indexes.js';
import { countIn } from './count-check.js';
import { readCatalog, type Catalog } from './read-catalog.js';
import type { Work } from './rewrite-rows.js';
import { readState, writeIntent, writeRecord } from './schema-record.js';

/** The names of indexes in `wanted-collections.ts`. */
const ownIndex =
  /^(version|list|changed|link|.+_unique|.+_index|(source|target)_(draft|published)(_one)?|(source|target)_pending)$/;

const traits: StoreTraits = {
  collection: 'Collection',
  field: 'Attribute',
  namesIndexesByCollection: true,
  indexesFollowFields: false,
  adoptsEmptyCollections: true,
  isOwnIndex: (name) => ownIndex.test(name),
};

export const namesOf = ({ collections }: WantedSchema): readonly string[] =>
  collections.map(({ name }) => name);

/** What differs from the record. */
export const compare = (wanted: WantedSchema, { collections, state }: Catalog): Comparison =>
  compareSchemas(wanted, { collections, record: state.record, formerRecords: state.former }, traits);

/** What differs from `record` where part of the change may be done already. */
export const compareResumed = (
  wanted: WantedSchema,
  { collections }: Catalog,
  record: SchemaRecord,
): Comparison => compareSchemas(wanted, { collections, record, isResumed: true }, traits);

/** Whether there is nothing to change, nor to repeat for servers with a former schema. */
export async function isInStep(db: Db, wanted: WantedSchema): Promise<boolean> {
  const catalog = await readCatalog(db, namesOf(wanted));
  return catalog.state.former.length === 0 && fits(catalog, compare(wanted, catalog));
}

const fits = ({ state }: Catalog, { changes, refused, record }: Comparison): boolean =>
  state.intent === null &&
  changes.length === 0 &&
  refused.length === 0 &&
  isDeepStrictEqual(recordWithLatest(record), recordWithLatest(state.record));

type LeasedWork = Pick<Work, 'db' | 'counters' | 'log' | 'confirmLease'>;

/** Brings the database in step, beginning with what an earlier start left half done. */
export async function applySchema(
  leased: LeasedWork,
  wanted: WantedSchema,
): Promise<Result<readonly SchemaChange[]>> {
  const { db } = leased;
  const first = await readCatalog(db, namesOf(wanted));
  const resumed = await resume(leased, wanted, first);
  const catalog = resumed === null ? first : await readCatalog(db, namesOf(wanted));
  const comparison = compare(wanted, catalog);
  const done = [...(resumed ?? [])];
  if (!fits(catalog, comparison)) {
    const { safe, unsafe } = await checkChanges(comparison, countIn(db, comparison.components));
    if (unsafe.length > 0) return err(unsafeChange(unsafe));
    await writeIntent(db, catalog.state, wanted);
    await run(leased, catalog, comparison, safe);
    done.push(...safe.map(asListed));
  }
  await repeatForFormer(leased, wanted);
  return ok(done);
}

/** Ends a change that was cut off. Its checks are passed, so it is completed whatever the files say by now. */
async function resume(
  leased: LeasedWork,
  wanted: WantedSchema,
  catalog: Catalog,
): Promise<readonly SchemaChange[] | null> {
  const { intent, record } = catalog.state;
  if (intent === null) return null;
  const comparison = compareResumed(intent, catalog, record);
  // An index that cannot be made would stop each start, though the files may no longer want it.
  const isWanted = isDeepStrictEqual(intent.collections, wanted.collections);
  const changes = comparison.changes.filter(({ phase }) => phase !== 'index' || isWanted);
  await run(leased, catalog, comparison, changes);
  return changes.map(asListed);
}

async function run(
  leased: LeasedWork,
  { state }: Catalog,
  { record, components }: Comparison,
  changes: readonly PlannedChange[],
): Promise<void> {
  const work: Work = { ...leased, version: state.version + 1, isRepeated: false };
  for (const change of changes.filter((one) => !makesIndex(one))) {
    leased.confirmLease();
    await applyChange(change, work, components);
  }
  // They are last: `phases`.
  for (const together of byCollection(changes.filter(makesIndex))) {
    leased.confirmLease();
    await createIndexes(work, together);
  }
  leased.confirmLease();
  await writeRecord(leased.db, record, changes.some(touchesRows) ? state.record : null);
}

const makesIndex = (change: PlannedChange): change is CreateIndex => change.kind === 'createIndex';

function byCollection(changes: readonly CreateIndex[]): readonly (readonly CreateIndex[])[] {
  const names = new Set(changes.map(({ match }) => match.wanted.name));
  return [...names].map((name) => changes.filter(({ match }) => match.wanted.name === name));
}

/**
 * Servers that run with a former schema go on writing until they are restarted. So each start soon after a change repeats
 * it for what they wrote since; what does not fit stays as it is.
 */
async function repeatForFormer(leased: LeasedWork, wanted: WantedSchema): Promise<void> {
  if ((await readState(leased.db)).former.length === 0) return;
  const catalog = await readCatalog(leased.db, namesOf(wanted));
  const work: Work = { ...leased, version: catalog.state.version, isRepeated: true };
  for (const former of catalog.state.former) {
    const { changes, components } = compareResumed(wanted, catalog, former);
    for (const change of changes.filter(touchesRows)) {
      leased.confirmLease();
      await applyChange(change, work, components).catch((error: unknown) => {
        const index = violatedIndex(error);
        if (index === undefined) throw error;
        work.log.warn(
          `A server with a former schema wrote to "${change.name}" what the index "${index}" has no place for: it stays as it is`,
        );
      });
    }
  }
}
