import type { Filter } from './query.js';

/** Returns a filter as it is in the JSON of a request: `{ owner: { Name: { $eq: 'Ann' } } }`. */
export function requestFilters(filter: Filter): Record<string, unknown> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { [`$${filter.kind}`]: filter.filters.map(requestFilters) };
    case 'not':
      return { $not: requestFilters(filter.filter) };
    case 'at':
      return { [filter.key]: requestFilters(filter.filter) };
    case 'compare':
      return { [filter.operator]: filter.value };
  }
}

/** Returns `value` below the keys of a path: `{ owner: { Name: 'asc' } }`. */
export const nestedAt = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);
