import type { Filter, Operator } from './query.js';

/** What the attribute `key` is compared with, in a question of the server's own. */
export const compare = (key: string, operator: Operator, value: unknown): Filter => ({
  kind: 'at',
  key,
  filter: { kind: 'compare', operator, value },
});

export const equals = (key: string, value: string | number): Filter => compare(key, '$eq', value);
