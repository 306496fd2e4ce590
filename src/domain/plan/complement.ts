import type { Predicate } from './read-plan.js';

/**
 * What holds exactly where `predicate` does not. Negating a comparison is not enough: neither it nor its negation
 * holds for an absent value.
 */
export function complement(predicate: Predicate): Predicate {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return {
        kind: predicate.kind === 'and' ? 'or' : 'and',
        predicates: predicate.predicates.map(complement),
      };
    case 'compare': {
      const opposite = { ...predicate, negated: !predicate.negated };
      if (predicate.comparison.op === 'null') return opposite;
      const absent = { ...predicate, comparison: { op: 'null' as const }, negated: false };
      return { kind: 'or', predicates: [opposite, absent] };
    }
    default:
      return { ...predicate, negated: !predicate.negated };
  }
}
