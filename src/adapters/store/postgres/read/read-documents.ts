import type { Document, ReadAnswer } from '../../../../application/ports/document-store.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { Refusal, tooLarge } from '../database-error.js';
import { lowerRead } from './lower-read.js';

/** What the one row of a lowered plan says. */
export interface ReadRow {
  readonly text: string;
  readonly size: string;
  readonly total: string | null;
}

/** Rejects with a `Refusal`, or the database's error of the same meaning, where the answer is larger than the plan's limits. */
export async function readDocuments(
  connection: Queryable,
  schema: Schema,
  plan: ReadPlan,
  signal?: Cancellation,
): Promise<ReadAnswer> {
  const [row] = await connection.query<ReadRow>(lowerRead(schema, plan), signal);
  return answerOfRow(row, plan);
}

export function answerOfRow(row: ReadRow | undefined, plan: ReadPlan): ReadAnswer {
  if (row === undefined) throw new Error('the database gave no answer');
  if (Number(row.size) > plan.limits.rows) throw new Refusal(tooLarge);
  return answerOf(row.text, Number(row.size), row.total === null ? null : Number(row.total));
}

export const answerOf = (text: string, size: number, total: number | null): ReadAnswer => ({
  size,
  total,
  text: () => text,
  documents: () => JSON.parse(text) as readonly Document[],
});
