import type { Guard, ReadAnswer, WriteWork } from '../../../../application/ports/document-store.js';
import { afterRaces } from '../../../../application/stores/after-races.js';
import { notFound } from '../../../../domain/failure.js';
import {
  notUnique,
  nothingKnown,
  targetNotFound,
  type Known,
  type Needs,
  type WritePlan,
} from '../../../../domain/plan/write-plan.js';
import { readsNothing } from '../../../../domain/plan/needs-of.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Queryable, Transaction } from '../connection.js';
import { isRace, Refusal, violatedIndex } from '../database-error.js';
import { uniqueIndexOf } from '../layout.js';
import { answerOf, answerOfRow, lowerRead, type ReadRow } from '../read/read-documents.js';
import { loadKnown } from './load-known.js';
import { lowerRebalance } from './lower-neighbourhood.js';
import { lowerLocks } from './lower-needs.js';
import { lowerWrite, type LoweredWrite } from './lower-write.js';

/** Races with other writers are run again before they are reported. */
const racing = { isRace, attempts: 10, longestPause: 100 };

/** Fresh keys are short, so a second rebalance of the same write is a fault of its decision. */
const loads = 3;

/** Rejects with a `Refusal`, or with the error of the database. Nothing has changed then. */
export const writeDocuments = (
  connection: Connection,
  schema: Schema,
  work: WriteWork,
): Promise<ReadAnswer | null> =>
  afterRaces(racing, () =>
    work.needs !== null && !isAtOnce(work)
      ? writeLocked(connection, schema, work, work.needs)
      : writeAtOnce(connection, schema, work),
  );

/** Whether the write reads nothing first. */
const isAtOnce = ({ needs, guards = [] }: WriteWork): boolean =>
  readsNothing(needs) && !guards.some(({ when }) => when === 'before');

/** One round trip, and one statement if the answer can be told from what it wrote. */
async function writeAtOnce(
  connection: Connection,
  schema: Schema,
  work: WriteWork,
): Promise<ReadAnswer | null> {
  const plan = decided(work, nothingKnown);
  if ('rebalance' in plan) throw new Error('a write that knows no list asked to rebalance one');
  const locks = work.needs?.locks ?? [];
  const lowered = lowerWrite(schema, plan, work, { isNew: isCreation(plan), locks });
  const plain = work.guards === undefined || work.guards.length === 0;
  if (plain && lowered.after.length === 0 && (work.answer === null || lowered.answered)) {
    const [row] = await refusing(plan, connection.query<WrittenRow>(lowered.statement));
    return written(row);
  }
  return connection.transaction((transaction) => apply(transaction, schema, work, plan, lowered));
}

/** Two round trips: what locks and loads, and what writes, answers and commits. */
const writeLocked = (
  connection: Connection,
  schema: Schema,
  work: WriteWork,
  needs: Needs,
): Promise<ReadAnswer | null> =>
  connection.transaction(async (transaction) => {
    const locks = lowerLocks(needs);
    const locked = locks === null ? undefined : transaction.query(locks);
    const [plan] = await Promise.all([decideLoaded(transaction, work, needs), locked]);
    await refuseGuarded(transaction, schema, work, 'before');
    const isNew = needs.document === null && isCreation(plan);
    const lowered = lowerWrite(schema, plan, work, { isNew, locks: [] });
    return apply(transaction, schema, work, plan, lowered);
  });

/** Whether the document is just made: nobody asked whether it is there. */
const isCreation = ({ versions }: WritePlan): boolean =>
  versions.length > 0 && versions.every(({ op }) => op === 'insert');

async function decideLoaded(transaction: Queryable, work: WriteWork, needs: Needs): Promise<WritePlan> {
  for (let load = 1; load <= loads; load++) {
    const plan = decided(work, await loadKnown(transaction, needs));
    if (!('rebalance' in plan)) return plan;
    for (const index of plan.rebalance) {
      const need = needs.lists[index];
      if (need !== undefined) await transaction.query(lowerRebalance(need));
    }
  }
  throw new Error('a write asked again and again to rebalance a list');
}

function decided(work: WriteWork, known: Known): WritePlan | { readonly rebalance: readonly number[] } {
  const decision = work.decide(known);
  if (!decision.ok) throw new Refusal(decision.failure);
  return decision.value.kind === 'write' ? decision.value.plan : { rebalance: decision.value.lists };
}

interface WrittenRow {
  /** DocumentIds, each with the locale that was asked for. */
  readonly missing: readonly (readonly [string, string | null])[] | null;
  /** Null where it does not matter. */
  readonly versions: string | null;
  readonly text: string | null;
}

/** Writes, reads the answer and commits. A refused write has changed nothing, so committing it does no harm. */
async function apply(
  transaction: Transaction,
  schema: Schema,
  work: WriteWork,
  plan: WritePlan,
  lowered: LoweredWrite,
): Promise<ReadAnswer | null> {
  const { answer, guards = [] } = work;
  if (guards.some(({ when }) => when === 'after'))
    return applyGuarded(transaction, schema, work, plan, lowered);
  const { statement, after, answered } = lowered;
  const reads = answer === null || answered ? [] : [lowerRead(schema, answer)];
  const rows = await refusing(plan, transaction.commit([statement, ...after, ...reads]));
  const [row] = rows[0] ?? [];
  const [read] = rows[1 + after.length] ?? [];
  const own = written(row as WrittenRow | undefined);
  return answer === null || answered ? own : answerOfRow(read as ReadRow | undefined, answer);
}

/** What has to be looked at before it is committed costs round trips of its own. */
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
  await refuseGuarded(transaction, schema, work, 'after');
  const { answer } = work;
  if (answer === null || answered) return own;
  const [reads = []] = await transaction.commit([lowerRead(schema, answer)]);
  return answerOfRow(reads[0] as ReadRow | undefined, answer);
}

async function refuseGuarded(
  transaction: Queryable,
  schema: Schema,
  { guards = [] }: WriteWork,
  when: Guard['when'],
): Promise<void> {
  for (const guard of guards) {
    if (guard.when !== when) continue;
    const [row] = await transaction.query<ReadRow>(lowerRead(schema, guard.plan));
    if (answerOfRow(row, guard.plan).size > 0) throw new Refusal(guard.refusal);
  }
}

/** The answer that the statement itself gave, if it did; otherwise null. */
function written(row: WrittenRow | undefined): ReadAnswer | null {
  if (row === undefined) throw new Error('the database told nothing of a write');
  const missing = row.missing?.[0];
  if (missing !== undefined) {
    const [documentId, locale] = missing;
    throw new Refusal(targetNotFound({ documentId, ...(locale !== null && { locale }) }));
  }
  if (row.versions === '0') throw new Refusal(notFound);
  return row.text === null ? null : answerOf(row.text, row.text === '[]' ? 0 : 1, null);
}

/** Names the attribute whose value is taken. */
async function refusing<T>(plan: WritePlan, writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const attribute = uniqueAttribute(plan, violatedIndex(error));
    if (attribute === undefined) throw error;
    throw new Refusal(notUnique(plan, attribute));
  }
}

const uniqueAttribute = ({ type }: WritePlan, index: string | undefined): string | undefined =>
  index === undefined
    ? undefined
    : [...type.attributes.values()].find(
        (attribute) => attribute.kind === 'scalar' && uniqueIndexOf(type, attribute) === index,
      )?.name;
