import {
  type Layer,
  type Query,
  type Range,
  type Selection,
  publicationFilters,
  type PublicationFilter,
} from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Uid } from '../../../domain/schema/schema.js';
import { decodeFields } from './decode-fields.js';
import { decodeFilters } from './decode-filters.js';
import { decodeListPagination, rangeOf, type Paging, type PagingLimits } from './pagination.js';
import { decodePopulate } from './decode-populate.js';
import { decodeSort } from './decode-sort.js';
import type { Param, ParamRecord } from './param.js';
import { invalidParam } from './query-failures.js';
import { Locale, Status, decodeWith, Flag } from './scalar-codecs.js';

export interface ListQuery {
  readonly query: Query;
  readonly paging: Paging;
  /** Whether the answer has the matches of a search. */
  readonly highlight: boolean;
}

/** The `status` and `locale` of a request. */
export interface RequestedVersion {
  readonly layer: Layer;
  readonly locale?: string | readonly string[];
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** Decodes the parameters of a list. */
export function decodeListQuery(type: Uid, params: ParamRecord, limits: PagingLimits): Result<ListQuery> {
  const paging = decodeListPagination(params, limits);
  if (!paging.ok) return paging;
  const query = decodeQuery(
    {
      type,
      action: 'find',
      range: rangeOf(paging.value),
      count: paging.value.count,
      ...(paging.value.estimates === true && { estimates: true }),
      ...(paging.value.kind === 'cursor' && { cursor: paging.value.cursor }),
    },
    params,
  );
  if (!query.ok) return query;
  const search = decodeWords(params['_q']);
  if (!search.ok) return search;
  const highlight = params['_highlight'] === undefined ? false : decodeWith(Flag, params['_highlight']);
  if (highlight === undefined)
    return invalidParam('Invalid _highlight. Expected true or false', '_highlight', '_highlight');
  return ok({ query: { ...query.value, ...search.value }, paging: paging.value, highlight });
}

/** Decodes the words to search for. */
export function decodeWords(raw: Param | undefined): Result<Pick<Query, 'search'>> {
  if (raw === undefined || raw === null || raw === '') return ok({});
  return typeof raw === 'string'
    ? ok({ search: raw })
    : invalidParam('Invalid _q. Expected words', '_q', '_q');
}

const one: Range = { offset: 0, limit: 1 };

/** Decodes the parameters of one document; without a documentId that of a single type. Ignores pagination. */
export const decodeOneQuery = (
  type: Uid,
  documentId: string | undefined,
  params: ParamRecord,
): Result<Query> =>
  documentId === undefined
    ? decodeQuery({ type, action: 'find', range: one, count: false, revision: true }, params)
    : decodeQuery({ type, action: 'findOne', documentId, range: one, count: false, revision: true }, params);

type Base = Pick<Query, 'type' | 'action' | 'documentId' | 'range' | 'cursor' | 'count' | 'revision'>;

/** Decodes everything but pagination. */
export function decodeQuery(base: Base, params: ParamRecord): Result<Query> {
  const version = decodeVersion(params);
  if (!version.ok) return version;
  const publication = decodePublication(params);
  if (!publication.ok) return publication;
  const selection = decodeSelection(params, true);
  if (!selection.ok) return selection;
  const query = { ...base, ...version.value, ...selection.value };
  return ok(publication.value === undefined ? query : { ...query, publication: publication.value });
}

/** Decodes `fields` and `populate`; with `searching` also `filters` and `sort`. */
export function decodeSelection(params: ParamRecord, searching: boolean): Result<Selection> {
  const selection: Mutable<Selection> = {};
  if (params['fields'] !== undefined) {
    const fields = decodeFields(params['fields'], 'fields');
    if (!fields.ok) return fields;
    if (fields.value !== undefined) selection.fields = fields.value;
  }
  if (params['populate'] !== undefined) {
    const populate = decodePopulate(params['populate']);
    if (!populate.ok) return populate;
    if (populate.value !== undefined) selection.populate = populate.value;
  }
  return searching ? decodeSearch(params, selection) : ok(selection);
}

function decodeSearch(params: ParamRecord, selection: Mutable<Selection>): Result<Selection> {
  if (params['filters'] !== undefined) {
    const filters = decodeFilters(params['filters'], 'filters');
    if (!filters.ok) return filters;
    if (filters.value !== undefined) selection.filters = filters.value;
  }
  if (params['sort'] !== undefined) {
    const sort = decodeSort(params['sort'], 'sort');
    if (!sort.ok) return sort;
    if (sort.value !== undefined) selection.sort = sort.value;
  }
  return ok(selection);
}

const published: Result<RequestedVersion> = ok({ layer: 'published' });

/** Decodes `status` and `locale`. */
export function decodeVersion(params: ParamRecord): Result<RequestedVersion> {
  if (params['status'] === undefined && params['locale'] === undefined) return published;
  const layer = params['status'] === undefined ? 'published' : decodeWith(Status, params['status']);
  if (layer === undefined)
    return invalidParam('Invalid status. Expected draft or published', 'status', 'status');
  const raw = params['locale'];
  if (raw === undefined || raw === null || raw === '') return ok({ layer });
  const locale = decodeWith(Locale, raw);
  if (locale === undefined) return invalidParam('Invalid locale. Expected a locale code', 'locale', 'locale');
  return ok({ layer, locale: typeof locale !== 'string' && locale.includes('*') ? '*' : locale });
}

const known: ReadonlySet<unknown> = new Set(publicationFilters);
const isKnown = (raw: unknown): raw is PublicationFilter => known.has(raw);

/** Decodes `publicationFilter`, or `hasPublishedVersion`, which is true for documents with any published locale. */
function decodePublication(params: ParamRecord): Result<PublicationFilter | undefined> {
  const { publicationFilter: filter, hasPublishedVersion: flag } = params;
  if (filter === undefined) return flag === undefined ? ok(undefined) : decodeFlag(flag);
  if (flag !== undefined)
    return refuse(
      'Cannot use both publicationFilter and hasPublishedVersion in the same query',
      'hasPublishedVersion',
    );
  return isKnown(filter)
    ? ok(filter)
    : refuse(`Invalid publicationFilter. Expected one of: ${publicationFilters.join(', ')}`);
}

function decodeFlag(raw: unknown): Result<PublicationFilter> {
  const has = decodeWith(Flag, raw);
  if (has === undefined)
    return refuse('Invalid hasPublishedVersion. Expected true or false', 'hasPublishedVersion');
  return ok(has ? 'has-published-version-document' : 'never-published-document');
}

const refuse = (message: string, key = 'publicationFilter'): Result<never> => invalidParam(message, key, key);
