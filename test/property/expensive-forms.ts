import type { Filter, Operator, Query } from '../../src/domain/query/query.js';

const search = (path: readonly string[], operator: Operator, count: number): Filter => ({
  kind: 'and',
  filters: Array.from({ length: count }, (_, index) =>
    path.reduceRight<Filter>((filter, key) => ({ kind: 'at', key, filter }), {
      kind: 'compare',
      operator,
      value: `not there ${index}`,
    }),
  ),
});

const page = (name: string): Query => ({
  type: `api::${name}.${name}`,
  action: 'find',
  layer: 'published',
  range: { offset: 0, limit: 100 },
  count: true,
  fields: ['id'],
});

export const and = (...filters: readonly Filter[]): Filter => ({ kind: 'and', filters });

const at = (key: string, filter: Filter): Filter => ({ kind: 'at', key, filter });

/** Conditions that all documents meet, although the database expects that few do. */
export const metByAll = (key: string, count: number): readonly Filter[] =>
  Array.from({ length: count }, () => at(key, { kind: 'compare', operator: '$contains', value: '' }));

/** Each restaurant leads to 1,200 others through these lists, and the database expects few restaurants to be asked. */
const throughLists = (count: number): Filter =>
  and(
    {
      kind: 'or',
      filters: [
        search(['categories', 'restaurants', 'neighbours', 'Blocks'], '$notContainsi', count),
        at('categories', { kind: 'compare', operator: '$null', value: true }),
      ],
    },
    at('dishes', at('id', { kind: 'compare', operator: '$ne', value: 3 })),
  );

/** Long enough that folding it costs more than folding the text that is searched. */
const longPattern = 'é'.repeat(7_900);

const populated = (name: string, filters: Filter): Pick<Query, 'populate'> => ({
  populate: { all: false, members: [{ name, fields: ['id'], filters }] },
});

/** Requests that become more expensive with every condition or sort key. */
export const expensiveForms: readonly ((count: number) => Query)[] = [
  (count) => ({ ...page('restaurant'), filters: search(['Description'], '$notContainsi', count) }),
  (count) => ({ ...page('restaurant'), filters: search(['Story'], '$notContains', count) }),
  (count) => ({ ...page('restaurant'), filters: search(['Name'], '$nei', count) }),
  (count) => ({
    ...page('restaurant'),
    filters: { kind: 'not', filter: search(['seo', 'metaDescription'], '$endsWithi', count) },
  }),
  (count) => ({
    ...page('restaurant'),
    filters: search(['neighbours', 'Description'], '$notContainsi', count),
  }),
  (count) => ({ ...page('restaurant'), filters: throughLists(count) }),
  // Few rows, and a statement that takes long to plan.
  (count) => ({
    ...page('restaurant'),
    filters: and(
      at('id', { kind: 'compare', operator: '$eq', value: 5 }),
      search(['categories', 'restaurants', 'owner', 'Name'], '$notContainsi', count),
    ),
  }),
  (count) => ({
    ...page('restaurant'),
    filters: at('id', { kind: 'compare', operator: '$eq', value: 5 }),
    sort: Array.from({ length: count }, () => ({
      path: ['flagship', 'restaurant', 'owner', 'Name'],
      direction: 'asc',
    })),
  }),
  (count) => ({
    ...page('restaurant'),
    filters: and(
      search(['neighbours', 'neighbours', 'neighbours', 'Name'], '$contains', count),
      ...metByAll('Name', 10),
    ),
  }),
  (count) => ({
    ...page('category'),
    ...populated('restaurants', search(['Description'], '$notContainsi', count)),
  }),
  (count) => ({
    ...page('category'),
    range: { offset: 0, limit: 25 },
    ...populated('restaurants', {
      kind: 'at',
      key: 'Name',
      filter: {
        kind: 'or',
        filters: Array.from({ length: count }, () => ({
          kind: 'compare',
          operator: '$containsi',
          value: longPattern,
        })),
      },
    }),
  }),
  (count) => ({
    ...page('restaurant'),
    sort: ['Name', 'Description', 'Story', 'Rating', 'Slug']
      .slice(0, count)
      .map((name) => ({ path: ['neighbours', name], direction: 'asc' })),
  }),
];
