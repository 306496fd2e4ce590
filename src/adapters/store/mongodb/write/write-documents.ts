import type { Document, Filter } from 'mongodb';
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
import { readsNothing } from '../../../../domain/plan/requirements-of.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { targetNotFound, type WritePlan } from '../../../../domain/plan/write-plan.js';
import type { WriteRequirements } from '../../../../domain/plan/write-requirements.js';
import { linkSideOf } from '../../../../domain/relation/link-list.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { recordEntries, type EntryQueue } from '../audit-log.js';
import type { Connection } from '../connection.js';
import type { Counters } from '../counters.js';
import { racing, violatedIndex } from '../database-error.js';
import { ownCollections, uniqueIndexOf, type VersionRow } from '../layout.js';
import { readByLevel } from '../read/read-documents.js';
import type { ReadContext } from '../read/reader.js';
import { isOneOf } from '../read/resolve-targets.js';
import { applyList, applyPendingList, applyUnlinks, rebalance } from './apply-lists.js';
import { applyVersions } from './apply-versions.js';
import { loadState } from './load-state.js';
import {
  WriteSequence,
  WrittenVersions,
  hasOneVersion,
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
  readonly entries: EntryQueue;
}

/** Executes one write. Rejects with a `ThrownFailure` or with the driver's error, and then nothing has changed. */
export async function writeDocuments(writing: Writing, work: WriteWork): Promise<ReadAnswer | null> {
  const { connection, schema, counters } = writing;
  const { db } = connection;
  const unitOf = (session: Unit['session']): Unit => ({
    db,
    server: connection,
    schema,
    counters,
    session,
    entries: writing.entries,
    sequence: new WriteSequence(counters),
    written: new WrittenVersions(),
    locked: new Map(),
    present: new Set(),
  });
  if (work.requirements === null) {
    const plan = decideAtOnce(work);
    if (hasNoGuards(work) && isOneStep(plan)) return run(unitOf(undefined), plan, work);
    return writing.turns.take([keyOf(plan)], () =>
      connection.transaction((session) => run(unitOf(session), plan, work)),
    );
  }
  const { requirements } = work;
  const held = requirements.locks.filter(({ mode }) => mode !== 'shared').map(keyOf);
  return writing.turns.take(held, () =>
    connection.transaction(async (session) => {
      const unit = unitOf(session);
      const early = readsNothing(requirements) ? decideAtOnce(work) : null;
      await lock(unit, requirements, early);
      const plan =
        early ??
        (await decideLoaded(work, requirements, {
          load: (each) => loadState(unit, each),
          rebalance: (list) => rebalance(unit, list),
        }));
      await checkGuards(work, 'before', rowsFound(unit));
      return run(unit, plan, work);
    }),
  );
}

/**
 * Whether the write checks no guards. Its audit entry does not count: it is recorded afterwards, by `EntryQueue`.
 */
const hasNoGuards = ({ guards = [] }: WriteWork): boolean => guards.length === 0;

/** Whether one command applies the whole plan, so that it needs no transaction. */
const isOneStep = ({ versions, lists, applyPending, unlink, targets }: WritePlan): boolean => {
  const [only, ...others] = versions;
  const steps = lists.length + applyPending.length + unlink.length + targets.length + others.length;
  return (
    steps === 0 &&
    (only?.op === 'update' || (only?.op === 'insert' && only.layers.length === 1 && only.shared === null))
  );
};

/**
 * Locks documents by incrementing their revision: if two writers do so, one of them has a write conflict. MongoDB
 * has no other lock. Shared locks are not taken: a link whose target is deleted at the same time leads nowhere, and
 * reads ignore it. The document of a plan that is already decided is not locked, because writing its version
 * conflicts with other writers as well.
 */
async function lock(unit: Unit, { locks }: WriteRequirements, decidedPlan: WritePlan | null): Promise<void> {
  const own = decidedPlan === null ? null : keyOf(decidedPlan);
  const linked = new Map<ContentType, string[]>();
  for (const { mode, ...document } of locks) {
    if (keyOf(document) === own) continue;
    if (mode === 'exclusive' && !(await lockDocument(unit, document)))
      await lockAbsent(unit, keyOf(document));
    if (mode === 'linked')
      linked.set(document.type, [...(linked.get(document.type) ?? []), document.documentId]);
  }
  for (const [type, documentIds] of linked) await lockLinked(unit, type, documentIds);
}

interface DocumentName {
  readonly type: ContentType;
  readonly documentId: string;
}

/** Returns whether there is a version to lock. If a document has only one, it is kept in `unit.locked`. */
async function lockDocument(unit: Unit, { type, documentId }: DocumentName): Promise<boolean> {
  const filter = { documentId } as Filter<VersionRow>;
  const incremented = { $inc: { _revision: 1 } } as Document;
  const versions = versionsOf(unit, type);
  if (!hasOneVersion(type))
    return (await versions.updateMany(filter, incremented, optionsOf(unit))).matchedCount > 0;
  const row = await versions.findOneAndUpdate(filter, incremented, {
    ...optionsOf(unit),
    returnDocument: 'after',
  });
  if (row !== null) unit.locked.set(keyOf({ type, documentId }), row);
  return row !== null;
}

/**
 * Locks the documents that exist. If each document has a single version, the count shows whether all of them exist.
 */
async function lockLinked(unit: Unit, type: ContentType, documentIds: readonly string[]): Promise<void> {
  const filter = { documentId: isOneOf(documentIds) } as Filter<VersionRow>;
  const incremented = { $inc: { _revision: 1 } } as Document;
  const { matchedCount } = await versionsOf(unit, type).updateMany(filter, incremented, optionsOf(unit));
  if (!hasOneVersion(type) || matchedCount < documentIds.length) return;
  for (const documentId of documentIds) unit.present.add(keyOf({ type, documentId }));
}

/** Makes writers that create the same document conflict. If the transaction is aborted, it leaves no row behind. */
async function lockAbsent(unit: Unit, name: string): Promise<void> {
  const locks = unit.db.collection<{ _id: string }>(ownCollections.locks);
  await locks.updateOne(
    { _id: name },
    { $inc: { revision: 1 } },
    {
      ...optionsOf(unit),
      upsert: true,
    },
  );
}

const rowsFound =
  (unit: Unit) =>
  async (plan: ReadPlan): Promise<number> =>
    (await readByLevel(unit.db, unit.schema, plan, contextOf(unit))).size;

const contextOf = ({ server, session, written }: Unit): ReadContext => ({ server, session, written });

async function run(unit: Unit, plan: WritePlan, work: WriteWork): Promise<ReadAnswer | null> {
  const write = () => applyOrRefuse(unit, plan, work.requirements);
  // A transaction is repeated as a whole, by the code that began it.
  await (unit.session === undefined && isOneStep(plan) ? afterRaces(racing, write) : write());
  await checkGuards(work, 'after', rowsFound(unit));
  const { answer, entry } = work;
  if (entry !== undefined)
    await (unit.session === undefined
      ? unit.entries.record(entry)
      : recordEntries(unit.db, unit.session, [entry]));
  return answer === null ? null : readByLevel(unit.db, unit.schema, answer, contextOf(unit));
}

async function applyOrRefuse(
  unit: Unit,
  plan: WritePlan,
  requirements: WriteRequirements | null,
): Promise<void> {
  try {
    await apply(unit, plan, requirements);
  } catch (error) {
    throw refusalOfTaken(plan, error, violatedIndex, (_type, { name }) => uniqueIndexOf(name));
  }
}

async function apply(unit: Unit, plan: WritePlan, requirements: WriteRequirements | null): Promise<void> {
  await checkTargets(unit, plan);
  // Not earlier, because the numbers must be greater than those of all links in the transaction's snapshot.
  unit.sequence.reserve(plan.lists.reduce((sum, { place }) => sum + place.length, 0));
  await applyVersions(unit, plan);
  await applyUnlinks(unit, plan);
  // If a relation leads from a type to itself, both of a document's lists may have the same link.
  const links = new Set(plan.lists.map(({ relation }) => linkSideOf(relation).link));
  const isNew = makesDocument(plan, requirements) && links.size === plan.lists.length;
  for (const change of plan.lists) await applyList(unit, plan.documentId, change, isNew);
  for (const pendingList of plan.applyPending) await applyPendingList(unit, plan.documentId, pendingList);
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

/**
 * Makes writers in one process to the same documents wait for each other. Writers in different processes conflict
 * and run again instead, which costs more the more of them there are.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all work that was given earlier with one of `keys` has ended. */
  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.flatMap((key) => this.last.get(key) ?? []);
    let release = (): void => {};
    const ended = new Promise<void>((resolve) => (release = resolve));
    for (const key of keys) this.last.set(key, ended);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      release();
      for (const key of keys) if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}
