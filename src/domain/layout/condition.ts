import { castForFilter } from '../document/cast-value.js';
import { compares } from '../plan/compare-values.js';
import type { Predicate } from '../plan/read-plan.js';
import type { Attribute } from '../schema/schema.js';
import type { Condition } from './layout.js';

/**
 * Whether a condition holds. `valueOf` gives the value of an attribute; one that is half typed counts as none, and so does that
 * of an attribute that is not there.
 */
export function holds(
  condition: Condition,
  attributeOf: (name: string) => Attribute | undefined,
  valueOf: (name: string) => unknown,
): boolean {
  if (condition.kind !== 'compare') {
    const test = (one: Condition): boolean => holds(one, attributeOf, valueOf);
    return condition.kind === 'and' ? condition.conditions.every(test) : condition.conditions.some(test);
  }
  const { attribute: name, comparison, negated } = condition;
  const field = attributeOf(name);
  if (field?.kind !== 'scalar') return false;
  const value = valueOf(name) ?? null;
  return compares(value === null ? null : castForFilter(field, value), field, comparison, negated);
}

/** The attributes that a condition names. */
export const namesIn = (condition: Condition): ReadonlySet<string> =>
  condition.kind === 'compare'
    ? new Set([condition.attribute])
    : new Set(condition.conditions.flatMap((one) => [...namesIn(one)]));

/** Comparisons of an entry's own scalars, with their names. */
export function conditionOf(predicate: Predicate): Condition {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return { kind: predicate.kind, conditions: predicate.predicates.map(conditionOf) };
    case 'compare': {
      const { field, comparison, negated } = predicate;
      return { kind: 'compare', attribute: field.name, comparison, negated };
    }
    default:
      throw new Error(`conditions have no ${predicate.kind}`);
  }
}
