import type { WriteWork } from '../../../../application/ports/document-store.js';
import { afterRaces } from '../../../../application/stores/after-races.js';
import { isDecidedAtOnce } from '../../../../application/stores/write-protocol.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { failure, hasUnknownOutcome, notFound } from '../../../../domain/failure.js';
import type { LoadedDocument } from '../../../../domain/plan/write-requirements.js';
import { nothingLoaded } from '../../../../domain/plan/write-requirements.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Transaction } from '../connection.js';
import { attempt, isDeadlock } from '../database-error.js';
import type { Statement } from '../statement.js';
import {
  alikeBy,
  candidateOf,
  groupsOf,
  isInsert,
  isJoint,
  isRemoval,
  Run,
  type Candidate,
  type JointWrite,
} from './joint-write.js';
import { loadDocuments, requirementForm } from './load-state.js';
import {
  locksOf,
  lowerJoint,
  lowerJointCaptures,
  madeBy,
  type JointRow,
  type LoweredJoint,
} from './lower-joint.js';
import { lowerLocks } from './lower-locks.js';
import { writeDocuments } from './write-documents.js';

/**
 * Performs writes in their order: those that follow each other, and that none of them depends on another, by a few statements.
 */
export async function writeTogether(
  connection: Connection,
  schema: Schema,
  works: readonly WriteWork[],
): Promise<readonly Result<null>[]> {
  const results: Result<null>[] = [];
  for (const run of runsOf(works)) {
    results.push(...(await writeRun(connection, schema, run)));
    if (results.at(-1)?.ok === false) break;
  }
  return results;
}

type Unit = Run | WriteWork;

function runsOf(works: readonly WriteWork[]): readonly Unit[] {
  const runs: Unit[] = [];
  for (const work of works) {
    const candidate = candidateOf(work);
    const last = runs.at(-1);
    if (candidate === null) runs.push(work);
    else if (!(last instanceof Run) || !last.admits(candidate)) runs.push(new Run(candidate));
  }
  return runs;
}

async function writeRun(connection: Connection, schema: Schema, run: Unit): Promise<readonly Result<null>[]> {
  const works = run instanceof Run ? run.candidates.map(({ work }) => work) : [run];
  if (run instanceof Run && works.length > 1) {
    const together = await attempt(async () => {
      await afterRaces({ ...retries, onRetry: connection.retried }, () =>
        writeAtOnce(connection, schema, run.candidates),
      );
      return ok(null);
    });
    if (together.ok || hasUnknownOutcome(together.failure)) return works.map(() => together);
    if (isOfStore(together)) return [together];
  }
  // One by one, to find the write that is refused, and why.
  const results: Result<null>[] = [];
  for (const work of works) {
    const written = await attempt(async () => {
      await writeDocuments(connection, schema, work);
      return ok(null);
    });
    results.push(written);
    if (!written.ok) break;
  }
  return results;
}

/** Another writer may have taken a unique value, which the write that wanted it is told. */
const isOfStore = (result: Result<null>): boolean =>
  !result.ok && result.failure.code.startsWith('STORE.') && result.failure.code !== 'STORE.CONFLICT';

const retries = { isRace: isDeadlock, attempts: 10, maxPauseMs: 100 };

/** The number of rows differs, so a plan that is kept would fit no more. */
const unprepared = (statement: Statement) => ({ ...statement, isRepeated: false }) as const;

/** Performs all of the writes, or throws and performs none. */
async function writeAtOnce(
  connection: Connection,
  schema: Schema,
  candidates: readonly Candidate[],
): Promise<void> {
  const decided = candidates.flatMap(({ work, plan }) =>
    plan !== null && isDecidedAtOnce(work) ? [{ work, plan }] : [],
  );
  if (decided.length < candidates.length)
    return connection.transaction((transaction) => writeLocked(transaction, schema, candidates));
  const groups = groupsOf(decided);
  const [only, ...more] = groups;
  if (only !== undefined && more.length === 0 && only.every(({ plan }) => isInsert(plan)))
    return insertAtOnce(connection, schema, only);
  await connection.transaction(async (transaction) => {
    await lock(transaction, candidates);
    for (const group of groups) await writeGroup(transaction, schema, group, lowerJoint(schema, group, []));
  });
}

/** New documents lock only what they link, in the statement that inserts them. */
async function insertAtOnce(
  connection: Connection,
  schema: Schema,
  group: readonly JointWrite[],
): Promise<void> {
  const lowered = lowerJoint(schema, group, locksOf(group, madeBy(group)));
  if (lowered.after.length > 0 || isCaptured(group))
    return connection.transaction((transaction) => writeGroup(transaction, schema, group, lowered));
  const [row] = await connection.query<JointRow>(unprepared(lowered.statement));
  check(row, lowered);
}

/** First locks everything, then decides what depends on what is stored. */
async function writeLocked(
  transaction: Transaction,
  schema: Schema,
  candidates: readonly Candidate[],
): Promise<void> {
  await lock(transaction, candidates);
  const writes = await decideAll(transaction, candidates);
  if (
    !writes.every(({ plan }) => isJoint(plan)) ||
    new Set(writes.map(({ plan }) => isRemoval(plan))).size > 1
  )
    throw new ThrownFailure(apart);
  for (const group of groupsOf(writes))
    await writeGroup(transaction, schema, group, lowerJoint(schema, group, []));
}

/** Locks what all groups write, before the first of them, so that the order does not depend on them. */
async function lock(transaction: Transaction, candidates: readonly Candidate[]): Promise<void> {
  const locks = lowerLocks(locksOf(candidates, madeBy(candidates)));
  if (locks !== null) await transaction.query(unprepared(locks));
}

async function decideAll(
  transaction: Transaction,
  candidates: readonly Candidate[],
): Promise<readonly JointWrite[]> {
  const required = candidates.flatMap(({ work }) => work.requirements?.document ?? []);
  const loaded = new Map<string, LoadedDocument>();
  const loading = alikeBy(required, requirementForm).map(async (alike) => {
    const documents = await loadDocuments(transaction, alike);
    for (const [index, document] of documents.entries()) loaded.set(alike[index]!.documentId, document);
  });
  await Promise.all(loading);
  return candidates.map(({ work, plan, documentId }) => {
    if (plan !== null) return { work, plan };
    const decision = work.decide({ ...nothingLoaded, document: loaded.get(documentId) ?? null });
    if (!decision.ok) throw new ThrownFailure(decision.failure);
    if (decision.value.kind !== 'write') throw new ThrownFailure(apart);
    return { work, plan: decision.value.plan };
  });
}

const isCaptured = (writes: readonly JointWrite[]): boolean => writes.some(({ work }) => work.capture?.plan);

async function writeGroup(
  transaction: Transaction,
  schema: Schema,
  writes: readonly JointWrite[],
  lowered: LoweredJoint,
): Promise<void> {
  const [row] = await transaction.query<JointRow>(unprepared(lowered.statement));
  check(row, lowered);
  const captures = isCaptured(writes) ? lowerJointCaptures(schema, writes, row?.changes ?? []) : [];
  await Promise.all([...lowered.after, ...captures].map((each) => transaction.query(unprepared(each))));
}

function check(row: JointRow | undefined, { expected }: LoweredJoint): void {
  if (row === undefined) throw new Error('the database returned no row for writes');
  if (row.missing !== null) throw new ThrownFailure(missing);
  if (row.isExchanged) throw new ThrownFailure(apart);
  if (Number(row.versions) !== expected) throw new ThrownFailure(notFound);
}

/** Which one it is, and for which write, is found by performing them one by one. */
const missing = failure('INPUT.INVALID', 'A linked document is missing');

/** What the loaded state has made of a write does not fit with the others. */
const apart = failure('INPUT.INVALID', 'The writes cannot be performed together');
