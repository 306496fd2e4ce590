import type { Document, ReadAnswer } from '../../../../application/ports/document-store.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { Refusal, tooLarge } from '../database-error.js';
import { lowerRead } from './lower-read.js';

interface Row {
  readonly text: string | null;
  readonly size: string;
  readonly total: string | null;
}

/** Rejects with a `Refusal` where the answer is larger than the plan's limits. */
export async function readDocuments(
  connection: Queryable,
  schema: Schema,
  plan: ReadPlan,
): Promise<ReadAnswer> {
  const [row] = await connection.query<Row>(lowerRead(schema, plan));
  if (row === undefined) throw new Error('the database gave no answer');
  if (row.text === null || Number(row.size) > plan.limits.rows) throw new Refusal(tooLarge);
  return answerOf(row.text, Number(row.size), row.total === null ? null : Number(row.total));
}

export const answerOf = (text: string, size: number, total: number | null): ReadAnswer => ({
  size,
  total,
  text: () => text,
  documents: () => JSON.parse(text) as readonly Document[],
});
