import type { Filter, Operator } from './query.js';

/** Every text contains, begins and ends with the empty one. */
const ofTexts: ReadonlySet<Operator> = new Set([
  '$contains',
  '$containsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
]);

/** Whether a filter, though written, leaves out no document that it could name: `{"name":{}}`, `{"$or":[]}`. */
export function asksNothing(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every(asksNothing);
    case 'or':
      return filter.filters.length === 0 || filter.filters.some(asksNothing);
    case 'not':
    case 'at':
      return asksNothing(filter.filter);
    case 'compare':
      return (
        (ofTexts.has(filter.operator) && filter.value === '') ||
        (filter.operator === '$notIn' && Array.isArray(filter.value) && filter.value.length === 0)
      );
  }
}
