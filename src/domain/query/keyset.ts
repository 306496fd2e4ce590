import type { Json } from '../schema/schema.js';
import type { Filter, Operator, Sort } from './query.js';

/** One key of a total order: the path of a scalar, and whether it can be null. */
export interface Key extends Sort {
  readonly isNullable: boolean;
}

/**
 * Returns the filter for what comes after a row in an order, by the row's value of each key. Nulls come last in ascending and
 * first in descending order (`ReadPlan.order`). The first condition bounds the first key by itself, so that a store can begin
 * there in an index.
 */
export function after(keys: readonly Key[], values: readonly Json[]): Filter {
  const branches = keys.flatMap((key, index): readonly Filter[] => {
    const beyond = beyondOf(key, values[index] ?? null);
    if (beyond === null) return [];
    const equal = keys.slice(0, index).map((one, at) => equalTo(one, values[at] ?? null));
    return [{ kind: 'and', filters: [...equal, beyond] }];
  });
  const [first] = keys;
  const bound = first === undefined ? null : boundOf(first, values[0] ?? null);
  const any: Filter = { kind: 'or', filters: branches };
  return bound === null ? any : { kind: 'and', filters: [bound, any] };
}

/** The same order, from its end. */
export const reversed = <S extends Sort>(sorts: readonly S[]): readonly S[] =>
  sorts.map((sort) => ({ ...sort, direction: sort.direction === 'asc' ? 'desc' : 'asc' }));

const compared = ({ path }: Sort, operator: Operator, value: Json): Filter =>
  path.reduceRight<Filter>((filter, key) => ({ kind: 'at', key, filter }), {
    kind: 'compare',
    operator,
    value,
  });

/** Also where a relation on the way has no target. */
export function isNull(key: Key): Filter {
  const filters = key.path.map((_, at) =>
    compared({ ...key, path: key.path.slice(0, at + 1) }, '$null', true),
  );
  return filters.length === 1 && filters[0] !== undefined ? filters[0] : { kind: 'or', filters };
}

const equalTo = (key: Key, value: Json): Filter =>
  value === null ? isNull(key) : compared(key, '$eq', value);

/** Null: nothing is beyond this value. */
function beyondOf(key: Key, value: Json): Filter | null {
  if (key.direction === 'desc')
    return value === null ? compared(key, '$notNull', true) : compared(key, '$lt', value);
  if (value === null) return null;
  const greater = compared(key, '$gt', value);
  return key.isNullable ? { kind: 'or', filters: [greater, isNull(key)] } : greater;
}

/** Null: a bound would not exclude anything, or no index could use it. */
function boundOf(key: Key, value: Json): Filter | null {
  if (value === null) return key.direction === 'asc' ? isNull(key) : null;
  if (key.direction === 'desc') return compared(key, '$lte', value);
  return key.isNullable ? null : compared(key, '$gte', value);
}
