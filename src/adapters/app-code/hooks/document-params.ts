import type { Populate, Query, Selection } from '../../../domain/query/query.js';
import { nestedAt, requestFilters } from '../../../domain/query/request-form.js';

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
  ...(filters !== undefined && { filters: requestFilters(filters) }),
  ...(sort !== undefined && { sort: sort.map(({ path, direction }) => nestedAt(path, direction)) }),
  ...(populate !== undefined && { populate: populateOf(populate) }),
});

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
