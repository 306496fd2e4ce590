import { answerOfText } from '../../../../application/documents/answer-of-text.js';
import type { ReadAnswer, WriteWork } from '../../../../application/ports/document-store.js';
import { afterRaces } from '../../../../application/stores/after-races.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import {
  checkGuards,
  decideAtOnce,
  decideLoaded,
  guardsOf,
  isDecidedAtOnce,
  makesDocument,
  refusalOfTaken,
} from '../../../../application/stores/write-protocol.js';
import { notFound } from '../../../../domain/failure.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { targetNotFound, type WritePlan } from '../../../../domain/plan/write-plan.js';
import type { WriteRequirements } from '../../../../domain/plan/write-requirements.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Queryable, Transaction } from '../connection.js';
import { isRace, violatedIndex } from '../database-error.js';
import { isUniqueIndexOf } from '../layout.js';
import { answerOfRow, lowerRead, type ReadRow } from '../read/read-documents.js';
import { loadState, lowerRebalance } from './load-state.js';
import { lowerLocks } from './lower-locks.js';
import { lowerWrite, type LoweredWrite } from './lower-write.js';

/** A write that loses a race with another writer is retried before it fails. */
const retries = { isRace, attempts: 10, maxPauseMs: 100 };

/** Performs one write. Rejects with a `ThrownFailure` or the database's error, in which case nothing has changed. */
export const writeDocuments = (
  connection: Connection,
  schema: Schema,
  work: WriteWork,
): Promise<ReadAnswer | null> =>
  afterRaces({ ...retries, onRetry: connection.retried }, () =>
    work.requirements === null || isDecidedAtOnce(work)
      ? writeAtOnce(connection, schema, work)
      : writeLocked(connection, schema, work, work.requirements),
  );

/** Writes in one round trip, and in one statement if the answer consists of rows that it writes; `after` guards need more. */
async function writeAtOnce(
  connection: Connection,
  schema: Schema,
  work: WriteWork,
): Promise<ReadAnswer | null> {
  const plan = decideAtOnce(work);
  const locks = work.requirements?.locks ?? [];
  const lowered = lowerWrite(schema, plan, work, { isNew: makesDocument(plan, work.requirements), locks });
  return guardsOf(work, 'after').length > 0
    ? connection.transaction((transaction) => applyGuarded(transaction, schema, work, plan, lowered))
    : apply((statements) => connection.together(statements), schema, work, plan, lowered);
}

/** Writes in two round trips: the first locks and loads; the second writes, reads the answer and commits. */
const writeLocked = (
  connection: Connection,
  schema: Schema,
  work: WriteWork,
  requirements: WriteRequirements,
): Promise<ReadAnswer | null> =>
  connection.transaction(async (transaction) => {
    const locks = lowerLocks(requirements.locks);
    const locked = locks === null ? undefined : transaction.query(locks);
    const decided = decideLoaded(work, requirements, {
      load: (each) => loadState(transaction, each),
      rebalance: (list) => transaction.query(lowerRebalance(list)).then(() => {}),
      count: rowsFound(transaction, schema),
    });
    const [plan] = await Promise.all([decided, locked]);
    const lowered = lowerWrite(schema, plan, work, { isNew: makesDocument(plan, requirements), locks: [] });
    return guardsOf(work, 'after').length > 0
      ? applyGuarded(transaction, schema, work, plan, lowered)
      : apply((statements) => transaction.commit(statements), schema, work, plan, lowered);
  });

interface WrittenRow {
  /** DocumentIds, each with the required locale. */
  readonly missing: readonly (readonly [string, string | null])[] | null;
  /** Null if the plan requires no versions. */
  readonly versions: string | null;
  readonly text: string | null;
}

/**
 * Writes, reads the answer and commits, all of it by `commit`. A refused write has changed nothing, so committing it is
 * harmless.
 */
async function apply(
  commit: Transaction['commit'],
  schema: Schema,
  work: WriteWork,
  plan: WritePlan,
  lowered: LoweredWrite,
): Promise<ReadAnswer | null> {
  const { answer } = work;
  const { statement, after, answered } = lowered;
  const reads = answer === null || answered ? [] : [lowerRead(schema, answer)];
  const rows = await refusing(plan, commit([statement, ...after, ...reads]));
  const [row] = rows[0] ?? [];
  const [read] = rows[1 + after.length] ?? [];
  const own = written(row as WrittenRow | undefined);
  return answer === null || answered ? own : answerOfRow(read as ReadRow | undefined, answer);
}

/** Checks the `after` guards before it commits, which costs further round trips. */
async function applyGuarded(
  transaction: Transaction,
  schema: Schema,
  work: WriteWork,
  plan: WritePlan,
  { statement, after, answered }: LoweredWrite,
): Promise<ReadAnswer | null> {
  const sent = [statement, ...after].map((each) => transaction.query<WrittenRow>(each));
  const [rows = []] = await refusing(plan, Promise.all(sent));
  const own = written(rows[0]);
  await checkGuards(work, 'after', rowsFound(transaction, schema));
  const { answer } = work;
  if (answer === null || answered) return own;
  const [reads = []] = await transaction.commit([lowerRead(schema, answer)]);
  return answerOfRow(reads[0] as ReadRow | undefined, answer);
}

const rowsFound =
  (transaction: Queryable, schema: Schema) =>
  async (plan: ReadPlan): Promise<number> => {
    const [row] = await transaction.query<ReadRow>(lowerRead(schema, plan));
    return answerOfRow(row, plan).size;
  };

/** Returns the answer if the statement itself returned it, otherwise null. */
function written(row: WrittenRow | undefined): ReadAnswer | null {
  if (row === undefined) throw new Error('the database returned no row for a write');
  const missing = row.missing?.[0];
  if (missing !== undefined) {
    const [documentId, locale] = missing;
    throw new ThrownFailure(targetNotFound({ documentId, locale }));
  }
  if (row.versions === '0') throw new ThrownFailure(notFound);
  return row.text === null ? null : answerOfText(row.text, row.text === '[]' ? 0 : 1, null);
}

/** Turns a unique violation into a refusal that names the attribute. */
const refusing = <T>(plan: WritePlan, writing: Promise<T>): Promise<T> =>
  writing.catch((error: unknown) => {
    throw refusalOfTaken(plan, error, violatedIndex, isUniqueIndexOf);
  });
