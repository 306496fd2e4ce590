import type { Filter, Operator, Populate, PopulateMember, Sort } from '../../src/domain/query/query.js';

/** Short notations for parts of queries. */

/** `where('owner.name', '$eq', 'Ann')`. */
export const where = (path: string, operator: Operator, value: unknown = true): Filter =>
  path.split('.').reduceRight<Filter>((filter, key) => ({ kind: 'at', key, filter }), {
    kind: 'compare',
    operator,
    value,
  });

export const and = (...filters: readonly Filter[]): Filter => ({ kind: 'and', filters });

export const or = (...filters: readonly Filter[]): Filter => ({ kind: 'or', filters });

export const not = (filter: Filter): Filter => ({ kind: 'not', filter });

export const asc = (path: string): Sort => ({ path: path.split('.'), direction: 'asc' });

export const desc = (path: string): Sort => ({ path: path.split('.'), direction: 'desc' });

/** `populate('dishes', { name: 'owner', fields: ['name'] })`. */
export const populate = (...members: readonly (string | PopulateMember)[]): Populate => ({
  all: false,
  members: members.map((member) => (typeof member === 'string' ? { name: member } : member)),
});
