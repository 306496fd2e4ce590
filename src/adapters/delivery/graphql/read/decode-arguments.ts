import type { Filter, Layer, Query, Range, Selection } from '../../../../domain/query/query.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { decodeFilters } from '../../codec/decode-filters.js';
import { decodePagination } from '../../codec/decode-pagination.js';
import { decodeSort } from '../../codec/decode-sort.js';
import { rangeOf, type Paging, type PagingLimits } from '../../codec/paging.js';
import type { Param, ParamRecord } from '../../codec/param.js';
import type { ShadowCrud } from '../extension/shadow-crud.js';
import { valueOrThrow } from '../failure-error.js';
import { checkSortPath } from './check-sort-path.js';
import { RouteFilters, filterParam } from './filter-param.js';

/** The arguments of a field, as the schema's input types have checked them. */
export type Args = Readonly<Record<string, unknown>>;

interface ListArguments {
  readonly search: Pick<Selection, 'filters' | 'sort'>;
  readonly paging: Paging;
  readonly range: Range;
}

/** What arguments of lists are read with. */
export interface ListContext {
  readonly schema: Schema;
  readonly limits: PagingLimits;
  /** What the app left of the API. */
  readonly shadow: ShadowCrud;
}

/** `filters`, `sort` and `pagination`, decoded as REST's are. Throws what a client is told. */
export function decodeListArguments(context: ListContext, type: ContentType, args: Args): ListArguments {
  const { schema, limits } = context;
  const filters = filtersAsked(schema, type, args);
  const sort = valueOrThrow(decodeSort((args['sort'] as Param | undefined) ?? null, 'sort'));
  for (const { path } of sort ?? []) valueOrThrow(checkSortPath(context, type, path));
  const paging = valueOrThrow(decodePagination(pagingParams(args['pagination']), limits));
  return {
    search: { ...(filters && { filters }), ...(sort && { sort }) },
    paging,
    range: rangeOf(paging),
  };
}

/** Undefined for none, or `{}`. Throws errors for the client. */
export function filtersAsked(
  schema: Schema,
  type: ContentType,
  { filters: given }: Args,
): Filter | undefined {
  const param =
    given instanceof RouteFilters ? given.param : given ? filterParam(schema, type, given as Args) : null;
  const filters = valueOrThrow(decodeFilters(param, 'filters'));
  return filters?.kind === 'and' && filters.filters.length === 0 ? undefined : filters;
}

function pagingParams(pagination: unknown): ParamRecord {
  const asked = Object.entries((pagination ?? {}) as Args).filter(([, value]) => value !== null);
  return asked.length === 0
    ? {}
    : { pagination: Object.fromEntries(asked.map(([name, value]) => [name, String(value)])) };
}

/** What `publicationState` and `locale` ask for. */
export const versionAsked = (args: Args): Pick<Query, 'layer' | 'locale'> => {
  const locale = args['locale'];
  const layer: Layer = args['publicationState'] === 'draft' ? 'draft' : 'published';
  return typeof locale === 'string' && locale !== '' ? { layer, locale } : { layer };
};
