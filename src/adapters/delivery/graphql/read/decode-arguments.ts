import { failure } from '../../../../domain/failure.js';
import type {
  Filter,
  Layer,
  PublicationFilter,
  Query,
  Range,
  Selection,
} from '../../../../domain/query/query.js';
import {
  type Schema,
  componentOf,
  contentTypeOf,
  type Attribute,
  type Shaped,
} from '../../../../domain/schema/schema.js';
import { decodeFilters } from '../../codec/decode-filters.js';
import {
  decodeListPagination,
  decodePagination,
  rangeOf,
  type Paging,
  type PagingLimits,
} from '../../codec/pagination.js';
import { decodeWords } from '../../codec/decode-query.js';
import { decodeSort } from '../../codec/decode-sort.js';
import type { Param, ParamRecord } from '../../codec/param.js';
import type { ShadowCrud } from '../extension/shadow-crud.js';
import type { Shape } from '../shape/shape.js';
import { pagingParams } from './paging-params.js';
import { failureError, valueOrThrow } from '../client-error.js';
import { RouteFilters, filterParam } from './filter-param.js';
import { ok, type Result } from '../../../../domain/result.js';
import { invalidKey } from '../../codec/query-failures.js';

/** The arguments of a field, checked by the schema's input types. */
export type Args = Readonly<Record<string, unknown>>;

/** The dependencies of decoding list arguments. */
export interface ListContext {
  readonly schema: Schema;
  readonly limits: PagingLimits;
  /** The parts that app code has disabled. */
  readonly shadow: ShadowCrud;
  readonly shape: Shape;
}

/** Decodes `filters` and `sort` with the codec of REST. Throws errors for the client. */
export function decodeSearch(
  context: ListContext,
  type: Shaped,
  args: Args,
): Pick<Selection, 'filters' | 'sort'> {
  const filters = decodeFilterArgument(context.schema, type, args);
  const sort = valueOrThrow(decodeSort((args['sort'] as Param | undefined) ?? null, 'sort'));
  for (const { path } of sort ?? []) valueOrThrow(checkSortPath(context, type, path));
  return { ...(filters && { filters }), ...(sort && { sort }) };
}

/** Decodes `search`, which passes over attributes that app code has disabled in output and filters. Throws as above. */
export function decodeWordSearch(
  { shadow }: ListContext,
  { uid, attributes }: Shaped,
  args: Args,
): Pick<Query, 'search' | 'unsearched'> {
  const { search } = valueOrThrow(decodeWords(args['search'] as Param | undefined));
  if (search === undefined) return {};
  const unsearched = [...attributes.keys()].filter((name) => {
    const { hasOutputEnabled, hasFiltersEnabled } = shadow.field(uid, name);
    return !hasOutputEnabled && !hasFiltersEnabled;
  });
  return { search, unsearched };
}

/** Decodes the `pagination` of a relation, which has no cursors. Throws errors for the client. */
export const decodeRange = (context: ListContext, args: Args): Range =>
  rangeOf(valueOrThrow(decodePagination(asParams(context, args), context.limits)));

/** What is selected of a page besides documents: a total, the number of the page, cursors. */
export interface SelectedOfPage {
  readonly count: boolean;
  readonly place: boolean;
  readonly cursors: boolean;
}

/**
 * Decodes the `pagination` of a root field. The first page is one by cursor if cursors are selected. Throws errors for the
 * client.
 */
export function decodePaging(context: ListContext, args: Args, selected: SelectedOfPage): Paging {
  const { pagination, ...rest } = asParams(context, args);
  const given = (pagination ?? {}) as ParamRecord;
  const isFirst = Object.entries(given).every(
    ([name, value]) => name === 'pageSize' || (name === 'page' && value === '1'),
  );
  const { page: _first, ...sized } = given;
  const asked = selected.cursors && isFirst ? { ...sized, after: '' } : given;
  const params = Object.keys(asked).length === 0 ? rest : { ...rest, pagination: asked };
  const paging = valueOrThrow(decodeListPagination(params, context.limits));
  if (paging.kind !== 'cursor') return paging;
  const { at, direction } = paging.cursor;
  const isNumbered = at === null && direction === 'after';
  if ((selected.count && at !== null) || (selected.place && !isNumbered)) throw failureError(unknownNumbers);
  return paging;
}

const unknownNumbers = failure(
  'QUERY.PAGINATION',
  'page, total and pageCount are known of the first page by cursor only: leave them out after it',
);

/** Returns undefined for no filters and for `{}`. Throws errors for the client. */
export function decodeFilterArgument(
  schema: Schema,
  type: Shaped,
  { filters: given }: Args,
): Filter | undefined {
  const param =
    given instanceof RouteFilters ? given.param : given ? filterParam(schema, type, given as Args) : null;
  const filters = valueOrThrow(decodeFilters(param, 'filters'));
  return filters?.kind === 'and' && filters.filters.length === 0 ? undefined : filters;
}

/** Decodes the `pagination` of a repeatable component: null without one, as all items are given then. */
export function decodeItemRange(context: Pick<ListContext, 'shape' | 'limits'>, args: Args): Range | null {
  const params = asParams(context, args);
  return params['pagination'] === undefined
    ? null
    : rangeOf(valueOrThrow(decodePagination(params, context.limits)));
}

const asParams = (
  { shape, limits }: Pick<ListContext, 'shape' | 'limits'>,
  { pagination }: Args,
): ParamRecord => pagingParams(pagination, limits, shape.format);

type Version = Pick<Query, 'layer' | 'locale' | 'publication' | 'relatedPublication'>;

/** Decodes the arguments that choose versions: `status` or `publicationState`, `locale`, and the publication filters. */
export function decodeVersionArguments(args: Args): Version {
  const { locale, publicationFilter, hasPublishedVersion } = args;
  const layer: Layer = (args['status'] ?? args['publicationState']) === 'draft' ? 'draft' : 'published';
  return {
    layer,
    ...(typeof locale === 'string' && locale !== '' && { locale }),
    ...publicationOf(publicationFilter, hasPublishedVersion),
  };
}

/** What is below a root field is restricted as the field itself is, as with the layer. */
function publicationOf(filter: unknown, has: unknown): Pick<Query, 'publication' | 'relatedPublication'> {
  const flagged = has === true ? 'has-published-version-document' : 'never-published-document';
  const publication = typeof filter === 'string' ? (filter as PublicationFilter) : flagged;
  return typeof filter === 'string' || typeof has === 'boolean'
    ? { publication, relatedPublication: publication }
    : {};
}

/**
 * Fails for an attribute that app code has disabled in output and filters: the order of documents would reveal its values.
 * The types cannot check this, because a sort is text. The failure is the same as for an unknown attribute.
 */
function checkSortPath(
  context: { readonly schema: Schema; readonly shadow: ShadowCrud },
  shaped: Shaped,
  path: readonly string[],
  depth = 0,
): Result<null> {
  const name = path[depth] ?? '';
  const attribute = shaped.attributes.get(name);
  if (attribute === undefined || attribute.private) return ok(null);
  const { hasOutputEnabled, hasFiltersEnabled } = context.shadow.field(shaped.uid, name);
  const target = leadsTo(context.schema, attribute);
  const isClosed = target !== null && !context.shadow.isEnabled(target.uid);
  if (isClosed || (!hasOutputEnabled && !hasFiltersEnabled))
    return invalidKey(name, depth === 0 ? null : path.slice(0, depth).join('.'), 'sort');
  return target === null ? ok(null) : checkSortPath(context, target, path, depth + 1);
}

function leadsTo(schema: Schema, attribute: Attribute): Shaped | null {
  if (attribute.kind === 'relation') return contentTypeOf(schema, attribute.target);
  return attribute.kind === 'component' ? componentOf(schema, attribute.component) : null;
}
