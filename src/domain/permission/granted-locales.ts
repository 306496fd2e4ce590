import { conditionOf, holds } from '../layout/condition.js';
import { planCompare } from '../plan/plan-comparison.js';
import type { Filter } from '../query/query.js';
import type { Scalar } from '../schema/schema.js';
import type { Permission } from './permission.js';

/**
 * Whether a permission can cover versions in a locale. `field` is the attribute `locale` of the type. What the permission asks
 * of other attributes depends on the version, and rules nothing out.
 */
export const coversLocale = ({ filter }: Permission, field: Scalar, locale: string): boolean =>
  filter === null || canMatch({ field, locale }, filter, false);

interface Tested {
  readonly field: Scalar;
  readonly locale: string;
}

function canMatch(tested: Tested, filter: Filter, negated: boolean): boolean {
  switch (filter.kind) {
    case 'not':
      return canMatch(tested, filter.filter, !negated);
    case 'and':
    case 'or': {
      const { filters } = filter;
      const test = (part: Filter): boolean => canMatch(tested, part, negated);
      return (
        filters.length === 0 ||
        ((filter.kind === 'and') === negated ? filters.some(test) : filters.every(test))
      );
    }
    case 'at':
      return filter.key !== tested.field.name || canMatch(tested, filter.filter, negated);
    case 'compare':
      return compares(tested, filter, negated);
  }
}

/** One that no longer fits matches nothing, as where documents are read. */
function compares(
  { field, locale }: Tested,
  filter: Filter & { readonly kind: 'compare' },
  negated: boolean,
) {
  const place = { path: [field.name], param: 'filters' as const, limits: { rows: 0, textSize: 0 } };
  const planned = planCompare(place, field, filter, negated);
  if (!planned.ok) return false;
  return (
    planned.value === null ||
    holds(
      conditionOf(planned.value),
      () => field,
      () => locale,
    )
  );
}
