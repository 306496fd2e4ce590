import type { Filter } from '../query/query.js';
import { collectResults, ok, type Result } from '../result.js';
import type { Predicate } from './read-plan.js';

/** Plans each part and joins them. Parts without restriction are left out. */
export function planGroup(
  kind: 'and' | 'or',
  parts: readonly Filter[],
  plan: (part: Filter) => Result<Predicate | null>,
): Result<Predicate | null> {
  const planned = collectResults(parts, plan);
  if (!planned.ok) return planned;
  const predicates = planned.value.filter((part) => part !== null);
  return ok(join(kind, predicates));
}

export function join(kind: 'and' | 'or', predicates: readonly Predicate[]): Predicate | null {
  if (predicates.length < 2) return predicates[0] ?? null;
  return { kind, predicates };
}

export const both = (one: Predicate | null, other: Predicate | null): Predicate | null =>
  one === null || other === null ? (one ?? other) : { kind: 'and', predicates: [one, other] };

/** The operand of `$null` and `$notNull`, in the forms in which clients write it. */
export const isTrue = (value: unknown): boolean =>
  !(value === false || value === 'false' || value === '0' || value === 'f' || value === 0);
