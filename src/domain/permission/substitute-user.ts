import type { Filter } from '../query/query.js';

/** Replaces `$me` in a filter by a documentId. Null if the filter needs a user and there is none. */
export function substituteUser(filter: Filter, user: string | undefined): Filter | null {
  switch (filter.kind) {
    case 'compare': {
      const value = substitutedValue(filter.value, user);
      return value === undefined ? null : { ...filter, value };
    }
    case 'and':
    case 'or': {
      const filters = filter.filters
        .map((part) => substituteUser(part, user))
        .filter((part) => part !== null);
      return filters.length < filter.filters.length ? null : { ...filter, filters };
    }
    default: {
      const inner = substituteUser(filter.filter, user);
      return inner === null ? null : { ...filter, filter: inner };
    }
  }
}

/** Undefined if the value needs a user and there is none. */
function substitutedValue(value: unknown, user: string | undefined): unknown {
  if (!Array.isArray(value)) return value === '$me' ? user : value;
  const values = value.map((each) => substitutedValue(each, user));
  return values.includes(undefined) ? undefined : values;
}
