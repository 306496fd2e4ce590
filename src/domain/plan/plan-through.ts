import type { Filter } from '../query/query.js';
import type { Result } from '../result.js';
import { isTrue, planGroup } from './plan-group.js';
import type { Predicate } from './read-plan.js';

export type Compare = Filter & { readonly kind: 'compare' };

type Planned = Result<Predicate | null>;

/** How to plan the two parts of a filter on a relation or component. */
export interface Through {
  /** Keys inside the attribute that are null only if the attribute leads to nothing. */
  readonly identities: ReadonlySet<string>;
  /** Plans an operator on the attribute itself. */
  own(compare: Compare, negated: boolean): Planned;
  /** Plans conditions that one target or item must meet together. */
  behind(filter: Filter, negated: boolean): Planned;
}

/** Plans a filter on a relation or component. All conditions in one filter object apply to the same target or item. */
export function planThrough(through: Through, filter: Filter, negated: boolean): Planned {
  const requested = liftAbsenceCheck(through, filter);
  switch (requested.kind) {
    case 'compare':
      return through.own(requested, negated);
    case 'not':
      return planThrough(through, requested.filter, !negated);
    case 'at':
      return through.behind(requested, negated);
    default: {
      const lifted = requested.filters.map((part) => liftAbsenceCheck(through, part));
      const own = lifted.filter(isOwn);
      const rest = lifted.filter((part) => !isOwn(part));
      if (own.length === 0) return through.behind(requested, negated);
      const parts = rest.length === 0 ? own : [...own, { kind: requested.kind, filters: rest }];
      return planGroup((requested.kind === 'and') !== negated ? 'and' : 'or', parts, (part) =>
        planThrough(through, part, negated),
      );
    }
  }
}

/** Whether a filter contains only operators on the attribute itself. */
function isOwn(filter: Filter): boolean {
  if (filter.kind === 'not') return isOwn(filter.filter);
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.every(isOwn);
  return filter.kind === 'compare';
}

/**
 * Rewrites `filters[owner][id][$null]` as `filters[owner][$null]`, as the id is null only where there is no owner.
 * Other conditions on the id stay as they are, and so does a filter without such a check.
 */
function liftAbsenceCheck(through: Through, filter: Filter): Filter {
  if (filter.kind !== 'at' || !through.identities.has(filter.key)) return filter;
  const { key, filter: inner } = filter;
  if (!hasAbsenceCheck(inner)) return filter;
  const lift = (part: Filter): Filter => liftAbsenceCheck(through, { kind: 'at', key, filter: part });
  switch (inner.kind) {
    case 'compare':
      return inner;
    case 'not':
      return { kind: 'not', filter: lift(inner.filter) };
    case 'and':
    case 'or':
      return { kind: inner.kind, filters: inner.filters.map(lift) };
    case 'at':
      return filter;
  }
}

function hasAbsenceCheck(filter: Filter): boolean {
  if (filter.kind === 'compare') return checksAbsence(filter) !== null;
  if (filter.kind === 'not') return hasAbsenceCheck(filter.filter);
  return filter.kind !== 'at' && filter.filters.some(hasAbsenceCheck);
}

/** True: the operator checks that there is none; false: that there is one; null: it checks neither. */
export function checksAbsence({ operator, value }: Compare): boolean | null {
  if (operator === '$null') return isTrue(value);
  if (operator === '$notNull') return !isTrue(value);
  if (value === null && operator === '$eq') return true;
  if (value === null && operator === '$ne') return false;
  return null;
}
