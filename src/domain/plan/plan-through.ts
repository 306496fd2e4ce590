import type { Filter } from '../query/query.js';
import type { Result } from '../result.js';
import { isTrue, planGroup } from './plan-group.js';
import type { Predicate } from './read-plan.js';

export type Compare = Filter & { readonly kind: 'compare' };

type Planned = Result<Predicate | null>;

/** How the two kinds of question about what an attribute leads to are planned. */
export interface Through {
  /** The keys behind the attribute that are absent only where it leads to nothing. */
  readonly identities: ReadonlySet<string>;
  /** A question about the attribute itself. */
  own(compare: Compare, negated: boolean): Planned;
  /** What must hold of one and the same thing behind it. */
  behind(filter: Filter, negated: boolean): Planned;
}

/** Plans a filter that stands at a relation or a component: what one object says holds of one and the same target. */
export function planThrough(through: Through, filter: Filter, negated: boolean): Planned {
  const asked = liftAbsence(through, filter);
  switch (asked.kind) {
    case 'compare':
      return through.own(asked, negated);
    case 'not':
      return planThrough(through, asked.filter, !negated);
    case 'at':
      return through.behind(asked, negated);
    default: {
      const lifted = asked.filters.map((part) => liftAbsence(through, part));
      const own = lifted.filter(isOwn);
      const rest = lifted.filter((part) => !isOwn(part));
      if (own.length === 0) return through.behind(asked, negated);
      const parts = rest.length === 0 ? own : [...own, { kind: asked.kind, filters: rest }];
      return planGroup((asked.kind === 'and') !== negated ? 'and' : 'or', parts, (part) =>
        planThrough(through, part, negated),
      );
    }
  }
}

/** Whether a filter is about the attribute itself only. */
function isOwn(filter: Filter): boolean {
  if (filter.kind === 'not') return isOwn(filter.filter);
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.every(isOwn);
  return filter.kind === 'compare';
}

/**
 * `owner.id` is null where there is no owner, so `filters[owner][id][$null]` is read as `filters[owner][$null]`. Any
 * other question about an id stays with the id; a filter without this one comes back as it is.
 */
function liftAbsence(through: Through, filter: Filter): Filter {
  if (filter.kind !== 'at' || !through.identities.has(filter.key)) return filter;
  const { key, filter: inner } = filter;
  if (!mentionsAbsence(inner)) return filter;
  const lift = (part: Filter): Filter => liftAbsence(through, { kind: 'at', key, filter: part });
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

function mentionsAbsence(filter: Filter): boolean {
  if (filter.kind === 'compare') return asksAbsence(filter) !== null;
  if (filter.kind === 'not') return mentionsAbsence(filter.filter);
  return filter.kind !== 'at' && filter.filters.some(mentionsAbsence);
}

/** True: `there is none` is asked; false: `there is one`; null: neither. */
export function asksAbsence({ operator, value }: Compare): boolean | null {
  if (operator === '$null') return isTrue(value);
  if (operator === '$notNull') return !isTrue(value);
  if (value === null && operator === '$eq') return true;
  if (value === null && operator === '$ne') return false;
  return null;
}
