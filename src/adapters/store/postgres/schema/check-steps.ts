import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import type { Queryable } from '../connection.js';
import { refuse, type Difference, type Step } from './step.js';

/** Asks the data whether the steps can be done without losing any of it. Changes nothing. */
export async function checkSteps(
  connection: Queryable,
  { steps, refused }: Difference,
): Promise<{ readonly safe: readonly Step[]; readonly unsafe: readonly SchemaChange[] }> {
  const safe: Step[] = [];
  const unsafe: SchemaChange[] = [...refused];
  for (const step of steps) {
    const refusals = await refusalsOf(connection, step);
    if (refusals.length === 0) safe.push(step);
    else unsafe.push(...refusals);
  }
  return { safe, unsafe };
}

async function refusalsOf(connection: Queryable, { name, checks }: Step): Promise<readonly SchemaChange[]> {
  const refusals: SchemaChange[] = [];
  for (const { text, refusal } of checks) {
    const [found] = await connection.query<{ count: string | number; example: string | null }>({ text });
    const count = Number(found?.count ?? 0);
    if (count > 0) refusals.push(refuse(name, refusal({ count, example: found?.example ?? null })));
  }
  return refusals;
}

export const asChange = ({ name, message }: Step): SchemaChange => ({ kind: 'safe', name, message });
