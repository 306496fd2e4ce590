import type { Filter, Operator } from './query.js';

/** A filter of the server's own: compares the attribute `key` with a value. */
export const compare = (key: string, operator: Operator, value: unknown): Filter => ({
  kind: 'at',
  key,
  filter: { kind: 'compare', operator, value },
});

export const equals = (key: string, value: string | number): Filter => compare(key, '$eq', value);
