import type { ReadPlan } from '../../../domain/plan/read-plan.js';
import { readsOne, type Query } from '../../../domain/query/query.js';
import { nestedAt, requestFilters } from '../../../domain/query/request-form.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Document } from '../../ports/document-store.js';
import { between, type RowOperation, type RowParams } from '../row-hooks.js';
import { ThrownFailure } from '../../thrown-failure.js';
import type { Answer } from '../use-cases.js';
import { snapshotOf } from './hook-data.js';
import type { Hooked } from './hooked.js';
import { answerOf } from './patched-answer.js';

/**
 * Reads with the hooks of what was asked for: FindOne, FindMany or Count, and Count for a list with a total. Hooks get the
 * documents as the caller will, and may change them.
 */
export async function readHooked(
  hooked: Hooked,
  query: Query,
  plan: ReadPlan,
  read: () => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  const isCount = query.count && query.range.limit === 0;
  const isOne = readsOne(query);
  const operation = isCount ? 'Count' : isOne ? 'FindOne' : 'FindMany';
  let found: Result<Answer> | undefined;
  const result = await unchanged(hooked, plan, operation, query, async () => {
    found = await read();
    // Rejecting passes the `after` hooks over.
    if (!found.ok) throw new ThrownFailure(found.failure);
    const documents = found.value.answer.documents();
    return isCount ? found.value.answer.total : isOne ? (documents[0] ?? null) : documents;
  }).catch((error: unknown) => {
    if (found?.ok === false) return null;
    throw error;
  });
  if (found?.ok !== true) return found as Result<Answer>;
  const { total, isEstimate } = found.value.answer;
  if (isCount) return ok({ answer: answerOf([], Number(result)), plan });
  const counted =
    query.count && !isOne ? await unchanged(hooked, plan, 'Count', query, async () => total) : total;
  const documents = (Array.isArray(result) ? result : result === null ? [] : [result]) as readonly Document[];
  const answer = { ...answerOf(documents, counted), ...(isEstimate === true && { isEstimate }) };
  return ok({ ...found.value, answer });
}

/** Hooks cannot change the params of reads: a hook that tries gets an error. */
async function unchanged<T>(
  { hooks }: Hooked,
  { type }: ReadPlan,
  operation: RowOperation,
  query: Query,
  work: () => Promise<T>,
): Promise<T> {
  const params = paramsOf(query);
  const before = JSON.stringify([...snapshotOf(params)]);
  return between(hooks, type, operation, params, (left) => {
    if (JSON.stringify([...snapshotOf(left)]) !== before)
      throw new Error(
        `A hook before${operation} of ${type.uid} changes params, but a read answers what was asked for: change params in a middleware, strapi.documents.use()`,
      );
    return work();
  });
}

const paramsOf = ({ documentId, filters, fields, sort, range }: Query): RowParams => ({
  where: { ...(documentId !== undefined && { documentId }), ...(filters && requestFilters(filters)) },
  ...(fields !== undefined && { select: [...fields] }),
  ...(sort !== undefined && { orderBy: sort.map(({ path, direction }) => nestedAt(path, direction)) }),
  ...(range.offset > 0 && { offset: range.offset }),
  ...(range.limit !== null && { limit: range.limit }),
});
