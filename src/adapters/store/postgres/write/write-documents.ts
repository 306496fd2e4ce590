import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadAnswer, WriteWork } from '../../../../application/ports/document-store.js';
import { notFound } from '../../../../domain/failure.js';
import {
  notUnique,
  nothingKnown,
  targetNotFound,
  type Known,
  type Needs,
  type WritePlan,
} from '../../../../domain/plan/write-plan.js';
import type { Json, Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Queryable, Transaction } from '../connection.js';
import { isRace, Refusal, violatedIndex } from '../database-error.js';
import { uniqueIndexOf } from '../layout.js';
import { lowerRead } from '../read/lower-read.js';
import { answerOf, answerOfRow, type ReadRow } from '../read/read-documents.js';
import { componentsOf, lowerLoad, lowerLocks, lowerRebalance } from './lower-needs.js';
import { lowerWrite, type LoweredWrite } from './lower-write.js';

/** Races with other writers are run again, with growing pauses, before they are reported. */
const attempts = 10;

/** Fresh keys are short, so a second rebalance of the same write is a fault of its decision. */
const loads = 3;

/** Rejects with a `Refusal`, or with the error of the database. Nothing has changed then. */
export async function writeDocuments(
  connection: Connection,
  schema: Schema,
  work: WriteWork,
): Promise<ReadAnswer | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (work.needs === null
        ? writeAtOnce(connection, schema, work)
        : writeLocked(connection, schema, work, work.needs));
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
      await sleep(Math.random() * Math.min(100, 2 ** attempt));
    }
  }
}

/** One round trip, and one statement if the answer can be told from what it wrote. */
async function writeAtOnce(
  connection: Connection,
  schema: Schema,
  work: WriteWork,
): Promise<ReadAnswer | null> {
  const plan = decided(work, nothingKnown);
  if ('rebalance' in plan) throw new Error('a write that knows no list asked to rebalance one');
  const lowered = lowerWrite(schema, plan, work.answer);
  if (work.answer === null || lowered.answered) {
    const [row] = await refusing(plan, connection.query<WrittenRow>(lowered.statement));
    return written(row, plan);
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
    return apply(transaction, schema, work, plan, lowerWrite(schema, plan, work.answer));
  });

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

interface LoadedRow {
  readonly version: { readonly [column: string]: Json } | null;
  readonly lists: readonly (readonly (readonly [string, string, string])[])[];
  readonly ticks: readonly string[];
}

async function loadKnown(transaction: Queryable, needs: Needs): Promise<Known> {
  if (needs.version === null && needs.lists.length === 0 && needs.ticks === 0) return nothingKnown;
  const [row] = await transaction.query<LoadedRow>(lowerLoad(needs));
  if (row === undefined) throw new Error('the database loaded nothing');
  return {
    version: needs.version === null || row.version === null ? null : components(needs.version, row.version),
    lists: row.lists.map((links) => ({
      links: links.map(([documentId, locale, key]) => ({ target: { documentId, locale }, key })),
    })),
    ticks: row.ticks,
  };
}

function components(
  { type }: NonNullable<Needs['version']>,
  row: { readonly [column: string]: Json },
): ReadonlyMap<string, Json> {
  return new Map(
    componentsOf(type).flatMap(({ name }, index): [string, Json][] => {
      const value = row[`c${index}`] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
}

interface WrittenRow {
  readonly missing: readonly string[] | null;
  readonly versions: string;
  readonly text: string | null;
}

/** Writes, reads the answer and commits. A refused write has changed nothing, so committing it does no harm. */
async function apply(
  transaction: Transaction,
  schema: Schema,
  { answer }: WriteWork,
  plan: WritePlan,
  { statement, answered }: LoweredWrite,
): Promise<ReadAnswer | null> {
  const reads = answer === null || answered ? [] : [lowerRead(schema, answer)];
  const [[row] = [], [read] = []] = await refusing(plan, transaction.commit([statement, ...reads]));
  const own = written(row as WrittenRow | undefined, plan);
  return answer === null || answered ? own : answerOfRow(read as ReadRow | undefined, answer);
}

/** The answer that the statement itself gave, if it did; otherwise null. */
function written(row: WrittenRow | undefined, plan: WritePlan): ReadAnswer | null {
  if (row === undefined) throw new Error('the database told nothing of a write');
  const missing = row.missing?.[0];
  if (missing !== undefined) throw new Refusal(targetNotFound({ documentId: missing }));
  if (row.versions === '0' && plan.versions.some(({ op }) => op === 'update')) {
    throw new Refusal(notFound);
  }
  return row.text === null ? null : answerOf(row.text, row.text === '[]' ? 0 : 1, null);
}

/** Names the attribute whose value is taken. */
async function refusing<T>(plan: WritePlan, writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const taken = takenAttribute(plan, violatedIndex(error));
    if (taken === undefined) throw error;
    throw new Refusal(notUnique(taken.name, taken.value));
  }
}

function takenAttribute(plan: WritePlan, index: string | undefined) {
  if (index === undefined) return undefined;
  for (const attribute of plan.type.attributes.values()) {
    if (attribute.kind !== 'scalar' || uniqueIndexOf(plan.type, attribute) !== index) continue;
    const { name } = attribute;
    const change = plan.versions.find((version) => version.op !== 'remove' && version.values.has(name));
    return {
      name,
      value: change === undefined || change.op === 'remove' ? null : (change.values.get(name) ?? null),
    };
  }
  return undefined;
}
