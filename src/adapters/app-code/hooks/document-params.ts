import type { Filter, Populate, Query, Selection } from '../../../domain/query/query.js';

export type Params = Record<string, unknown>;

/** Returns a query in the parameters of the document service. */
export const paramsOfQuery = ({
  documentId,
  range,
  layer,
  locale,
  publication,
  ...selection
}: Query): Params => ({
  ...(documentId !== undefined && { documentId }),
  ...selectionParams(selection),
  ...(range.offset > 0 && { start: range.offset }),
  ...(range.limit !== null && documentId === undefined && { limit: range.limit }),
  status: layer,
  ...(locale !== undefined && { locale }),
  ...(publication !== undefined && { publicationFilter: publication }),
});

export const selectionParams = ({ fields, filters, sort, populate }: Selection): Params => ({
  ...(fields !== undefined && { fields: [...fields] }),
  ...(filters !== undefined && { filters: filtersOf(filters) }),
  ...(sort !== undefined && { sort: sort.map(({ path, direction }) => nested(path, direction)) }),
  ...(populate !== undefined && { populate: populateOf(populate) }),
});

function filtersOf(filter: Filter): Params {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { [`$${filter.kind}`]: filter.filters.map(filtersOf) };
    case 'not':
      return { $not: filtersOf(filter.filter) };
    case 'at':
      return { [filter.key]: filtersOf(filter.filter) };
    case 'compare':
      return { [filter.operator]: filter.value };
  }
}

const populateOf = ({ all, members }: Populate): unknown =>
  all
    ? '*'
    : Object.fromEntries(
        members.map(({ name, on, count, star, ...selection }) => {
          const inner = {
            ...selectionParams(selection),
            ...(count === true && { count: true }),
            ...(on !== undefined && {
              on: Object.fromEntries(on.map(({ component, ...one }) => [component, selectionParams(one)])),
            }),
          };
          return [name, star === true ? '*' : Object.keys(inner).length === 0 ? true : inner];
        }),
      );

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);
