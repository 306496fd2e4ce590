import type { Filter } from 'mongodb';
import type { ReadAnswer, WriteWork } from '../../../../application/ports/document-store.js';
import { afterRaces } from '../../../../application/stores/after-races.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import {
  checkGuards,
  decideAtOnce,
  decideLoaded,
  makesDocument,
  refusalOfTaken,
} from '../../../../application/stores/write-protocol.js';
import { isLogged } from '../../../../domain/change-log/is-logged.js';
import { readsNothing } from '../../../../domain/plan/requirements-of.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { targetNotFound, type WritePlan } from '../../../../domain/plan/write-plan.js';
import type { WriteRequirements } from '../../../../domain/plan/write-requirements.js';
import { linkSideOf } from '../../../../domain/relation/link-list.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection } from '../connection.js';
import type { MongoUnit } from '../join-units.js';
import type { Counters } from '../counters.js';
import { racing, violatedIndex } from '../database-error.js';
import { uniqueIndexOf, type VersionRow } from '../layout.js';
import { readByLevel } from '../read/read-documents.js';
import { isOneOf } from '../read/resolve-targets.js';
import { VersionCounts } from '../totals/version-counts.js';
import { applyList, applyPendingList, applyUnlinks, rebalance } from './apply-lists.js';
import { applyVersions } from './apply-versions.js';
import { checkUnique } from './check-unique.js';
import { loadState } from './load-state.js';
import { lock } from './lock-documents.js';
import { capture, record, type Sequence } from './record-write.js';
import type { Turns } from './turns.js';
import {
  WriteSequence,
  WrittenVersions,
  contextOf,
  keyOf,
  optionsOf,
  versionsOf,
  type Unit,
} from './unit.js';

export interface Writing {
  readonly connection: Connection;
  readonly schema: Schema;
  readonly counters: Counters;
  readonly turns: Turns;
}

/**
 * Executes one write, in the unit of work `joined` if there is one. Rejects with a `ThrownFailure` or with the driver's error,
 * and then nothing has changed.
 */
export async function writeDocuments(
  writing: Writing,
  work: WriteWork,
  joined: MongoUnit | null = null,
): Promise<ReadAnswer | null> {
  const { connection, schema, counters } = writing;
  const { db } = connection;
  const unitOf = (session: Unit['session']): Unit => ({
    db,
    server: connection,
    schema,
    counters,
    session,
    joined,
    sequence: new WriteSequence(counters),
    written: new WrittenVersions(),
    counts: new VersionCounts(),
    locked: new Map(),
    present: new Set(),
  });
  const transact: Transact = (keys, write) =>
    joined === null
      ? writing.turns.take(keys, () => connection.transaction((session) => write(unitOf(session))))
      : inUnit(writing, joined, keys, () => write(unitOf(joined.session)));
  const { requirements } = work;
  if (requirements !== null) return writeLocked(transact, work, requirements);
  const plan = decideAtOnce(work);
  const leavesMore = connection.hasTransactions && (work.change !== undefined || addsCounted(plan));
  if (joined === null && hasNoGuards(work) && !leavesMore && isOneStep(plan))
    return run(unitOf(undefined), plan, work);
  return transact([keyOf(plan)], (unit) => run(unit, plan, work));
}

/** Runs a write in a transaction, when no other writer of this process works on the documents. */
type Transact = <T>(keys: readonly string[], write: (unit: Unit) => Promise<T>) => Promise<T>;

async function inUnit<T>(
  { turns }: Writing,
  joined: MongoUnit,
  keys: readonly string[],
  write: () => Promise<T>,
): Promise<T> {
  const wanted = keys.filter((key) => !joined.turns.has(key));
  // Once the unit has read something, waiting for another writer ends in a conflict, and two units could wait for each
  // other.
  const taken = joined.isUsed ? wanted.filter((key) => turns.isFree(key)) : wanted;
  const release = await turns.hold(taken);
  for (const key of taken) joined.turns.set(key, release);
  joined.isUsed = true;
  joined.isApplying = false;
  const done = await write();
  joined.isApplying = false;
  return done;
}

const writeLocked = (
  transact: Transact,
  work: WriteWork,
  requirements: WriteRequirements,
): Promise<ReadAnswer | null> => {
  const held = requirements.locks.filter(({ mode }) => mode !== 'shared').map(keyOf);
  return transact(held, async (unit) => {
    const early = readsNothing(requirements) ? decideAtOnce(work) : null;
    await lock(unit, requirements, early);
    const count = rowsFound(unit);
    if (early !== null) {
      await checkGuards(work, 'before', count);
      return run(unit, early, work);
    }
    const plan = await decideLoaded(work, requirements, {
      load: (each) => loadState(unit, each),
      rebalance: (list) => rebalance(unit, list),
      count,
    });
    return run(unit, plan, work);
  });
};

const hasNoGuards = ({ guards = [] }: WriteWork): boolean => guards.length === 0;

/** Whether a plan of one command adds a version that totals count. */
const addsCounted = ({ type, versions }: WritePlan): boolean =>
  isLogged(type) && versions.some(({ op }) => op === 'insert');

/** Whether one command applies the whole plan, so that it needs no transaction. */
const isOneStep = ({ versions, lists, applyPending, unlink, targets }: WritePlan): boolean => {
  const [only, ...others] = versions;
  const steps = lists.length + applyPending.length + unlink.length + targets.length + others.length;
  return (
    steps === 0 &&
    (only?.op === 'update' || (only?.op === 'insert' && only.layers.length === 1 && only.shared === null))
  );
};

const rowsFound =
  (unit: Unit) =>
  async (plan: ReadPlan): Promise<number> =>
    (await readByLevel(unit.db, unit.schema, plan, contextOf(unit))).size;

async function run(unit: Unit, plan: WritePlan, work: WriteWork): Promise<ReadAnswer | null> {
  const write = () => applyOrRefuse(unit, plan, work);
  // A transaction is repeated as a whole, by the code that began it.
  const sequence = await (unit.session === undefined && isOneStep(plan)
    ? afterRaces(racing, write)
    : write());
  await checkGuards(work, 'after', rowsFound(unit));
  await record(unit, plan, work, sequence);
  await capture(unit, work, sequence);
  const { answer } = work;
  return answer === null ? null : readByLevel(unit.db, unit.schema, answer, contextOf(unit));
}

async function applyOrRefuse(unit: Unit, plan: WritePlan, work: WriteWork): Promise<Sequence> {
  try {
    return await apply(unit, plan, work);
  } catch (error) {
    // The transaction of a unit is lost then; the unit runs again, and `checkUnique` finds the value.
    if (unit.joined?.session !== undefined) throw error;
    throw refusalOfTaken(
      plan,
      error,
      violatedIndex,
      (index, _type, { name }) => index === uniqueIndexOf(name),
    );
  }
}

async function apply(unit: Unit, plan: WritePlan, work: WriteWork): Promise<Sequence> {
  await checkTargets(unit, plan);
  if (unit.joined?.session !== undefined) {
    await checkUnique(unit, plan);
    unit.joined.isApplying = true;
  }
  // Not earlier, because the numbers must be greater than those of all links in the transaction's snapshot.
  unit.sequence.reserve(plan.lists.reduce((sum, { place }) => sum + place.length, 0));
  const sequence = await applyLogged(unit, plan, work);
  await applyUnlinks(unit, plan);
  // If a relation leads from a type to itself, both of a document's lists may have the same link.
  const links = new Set(plan.lists.map(({ relation }) => linkSideOf(relation).link));
  const isNew = makesDocument(plan, work.requirements) && links.size === plan.lists.length;
  for (const list of plan.lists) await applyList(unit, plan.documentId, list, isNew);
  for (const pendingList of plan.applyPending) await applyPendingList(unit, plan.documentId, pendingList);
  return sequence;
}

/**
 * Applies the version changes, and requests the sequence number of the entry in the change log. The number must be greater
 * than those of all writes of the document in the transaction's snapshot, so it is requested when the snapshot is taken;
 * a new document has no other writes.
 */
async function applyLogged(
  unit: Unit,
  plan: WritePlan,
  { requirements, change }: WriteWork,
): Promise<Sequence> {
  const hasEntry = change !== undefined && unit.session !== undefined;
  const request = (): Promise<number> => {
    const number = hasEntry ? unit.counters.sequence(1) : Promise.resolve(0);
    number.catch(() => {});
    return number;
  };
  const early = makesDocument(plan, requirements) ? request() : null;
  const changed = await applyVersions(unit, plan);
  return changed ? { number: early ?? request() } : null;
}

async function checkTargets(unit: Unit, { targets }: WritePlan): Promise<void> {
  for (const { type, locale, documentIds } of targets) {
    if (documentIds.every((documentId) => unit.present.has(keyOf({ type, documentId })))) continue;
    const filter = {
      documentId: isOneOf(documentIds),
      ...(locale !== null && { locale }),
    } as Filter<VersionRow>;
    const rows = await versionsOf(unit, type)
      .find(filter, { ...optionsOf(unit), projection: { documentId: 1 } })
      .toArray();
    const there = new Set(rows.map(({ documentId }) => documentId));
    const missing = documentIds.find((documentId) => !there.has(documentId));
    if (missing !== undefined) throw new ThrownFailure(targetNotFound({ documentId: missing, locale }));
  }
}
