import type { ReadAnswer } from '../../../../application/ports/document-store.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection } from '../connection.js';
import { isTooLarge } from '../database-error.js';
import { ledBy } from './find-led-to.js';
import { isJoined } from './joins.js';
import { asksElsewhere } from './lower-filter.js';
import { orderOf } from './page-order.js';
import { readDocuments } from './read-documents.js';
import { NotInOne, type Sight } from './reader.js';
import { isWorthTrying } from './tries.js';

/** Answers a plan by one question where it can be, which needs no transaction, and otherwise from one snapshot. */
export async function answerPlan(
  connection: Connection,
  schema: Schema,
  plan: ReadPlan,
): Promise<ReadAnswer> {
  const { readTimeoutMs } = connection;
  const within = readTimeoutMs === 0 ? {} : { deadline: performance.now() + readTimeoutMs };
  const read = (sight: Sight) => readDocuments(connection.db, schema, plan, { ...sight, ...within });
  const inSnapshot = (joins: boolean) =>
    connection.snapshot((session) => read({ session, written: null, joins }));
  const led = ledBy(plan);
  const inOne = { inSnapshot: connection.hasTransactions, led };
  try {
    return led !== null || mayBeOne(plan)
      ? await read({ written: null, joins: true, alone: inOne })
      : await inSnapshot(true);
  } catch (error) {
    if (!(error instanceof NotInOne) && !isTooLarge(error)) throw error;
    return inSnapshot(false);
  }
}

/** A total may be a moment older than its page. */
const mayBeOne = (plan: ReadPlan): boolean =>
  isJoined(plan) && (plan.where === null || !asksElsewhere(plan.where)) && isOrderedInOne(plan);

/** Where nulls are last, a page is most often full before they come; where they are first, there are most often none. */
function isOrderedInOne({ order: asked, where }: ReadPlan): boolean {
  const order = orderOf(asked);
  if (order.kind === 'segments')
    return order.first.direction === 'asc' ? where === null : isWorthTrying(order.first.field);
  return order.kind !== 'elsewhere';
}
