import { allowsTypos } from '../../domain/plan/near-words.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { scalarOf } from '../../domain/schema/schema.js';
import type { ReadAnswer } from '../ports/document-store.js';

interface Searched {
  readonly answer: ReadAnswer;
  /** The plan that was answered. */
  readonly plan: ReadPlan;
}

type Read = (plan: ReadPlan) => Promise<Result<ReadAnswer>>;

/**
 * Reads a plan. A search that finds nothing, on whatever page, is read again with typing errors in its words, unless the query
 * says whether it has them. What a caller may not see has no part in it.
 */
export async function readSearched(plan: ReadPlan, query: Query, read: Read): Promise<Result<Searched>> {
  const answer = await read(plan);
  if (!answer.ok) return answer;
  const exact = ok({ answer: answer.value, plan });
  const { search } = plan;
  // Without an attribute that the caller may search, nothing is ever found.
  if (search === undefined || search.attributes.length === 0 || query.near !== undefined) return exact;
  if (!allowsTypos(search.words)) return exact;
  const nothing = await foundNothing(plan, answer.value, read);
  if (!nothing.ok) return nothing;
  if (!nothing.value) return exact;
  const tolerant = { ...plan, search: { ...search, near: true } };
  const found = await read(tolerant);
  return found.ok ? ok({ answer: found.value, plan: tolerant }) : found;
}

/** Whether no page of the plan has a document. */
async function foundNothing(
  plan: ReadPlan,
  { size, total }: ReadAnswer,
  read: Read,
): Promise<Result<boolean>> {
  if (size > 0) return ok(false);
  if (total !== null) return ok(total === 0);
  if (plan.range.offset === 0 && plan.range.limit !== 0) return ok(true);
  const shape = { members: [{ kind: 'field', as: 'id', field: scalarOf(plan.type, 'id') }] } as const;
  const first = await read({ ...plan, range: { offset: 0, limit: 1 }, shape });
  return first.ok ? ok(first.value.size === 0) : first;
}
