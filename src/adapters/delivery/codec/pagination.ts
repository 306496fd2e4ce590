import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { isRecord, type Param, type ParamRecord } from './param.js';
import { invalidKey, invalidParam } from './query-failures.js';
import { Flag, WholeNumber, decodeWith } from './scalar-codecs.js';
import type { PageCursors } from '../../../application/documents/use-cases.js';
import type { ReadAnswer } from '../../../application/ports/document-store.js';
import type { PageCursor, Query, Range } from '../../../domain/query/query.js';

/** The requested part of a list, in the form of the request. `meta.pagination` has the same form. */
export type Paging = NumberedPaging | CursorPaging;

export type NumberedPaging = Counting &
  (
    | { readonly kind: 'page'; readonly page: number; readonly pageSize: number }
    | { readonly kind: 'offset'; readonly start: number; readonly limit: number }
  );

export interface CursorPaging extends Counting {
  readonly kind: 'cursor';
  readonly cursor: PageCursor;
  readonly pageSize: number;
}

/** Whether the list has a total, and whether an estimate will do. */
export type Counting = Pick<Query, 'count' | 'estimates'>;

export interface PagingLimits {
  /** The default page size. */
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Whether totals are counted if a request does not say; true by default. */
  readonly withCount?: boolean;
}

export const rangeOf = (paging: Paging): Range =>
  paging.kind === 'page'
    ? { offset: (paging.page - 1) * paging.pageSize, limit: paging.pageSize }
    : paging.kind === 'offset'
      ? { offset: paging.start, limit: paging.limit }
      : { offset: 0, limit: paging.pageSize };

/** Returns the JSON text of `meta.pagination`. `total` is null if it was not counted. */
export function pagingText(
  paging: Paging,
  { total, isEstimate }: Pick<ReadAnswer, 'total' | 'isEstimate'>,
  cursors?: PageCursors,
): string {
  return JSON.stringify({ ...shownPage(paging, total, cursors), ...(isEstimate === true && { isEstimate }) });
}

function shownPage(paging: Paging, total: number | null, cursors: PageCursors | undefined): object {
  if (paging.kind === 'cursor') {
    const { start = null, end = null, hasNext = false, hasPrevious = false } = cursors ?? {};
    const shown = { pageSize: paging.pageSize, startCursor: start, endCursor: end };
    const pages = { hasPreviousPage: hasPrevious, hasNextPage: hasNext };
    return { ...shown, ...pages, ...(total !== null && { total }) };
  }
  if (paging.kind === 'page') {
    const { page, pageSize } = paging;
    return { page, pageSize, ...(total !== null && { pageCount: Math.ceil(total / pageSize), total }) };
  }
  const { start, limit } = paging;
  return { start, limit, ...(total !== null && { total }) };
}

const numbers = ['page', 'pageSize', 'start', 'limit'] as const;
type Numbers = { [name in (typeof numbers)[number]]?: number };

/** Decodes `pagination[…]`. Values below 1 become the default, and values above the maximum become the maximum. */
export function decodePagination(params: ParamRecord, limits: PagingLimits): Result<NumberedPaging> {
  if (params['page'] !== undefined || params['pageSize'] !== undefined) return misplaced;
  const raw = params['pagination'];
  if (raw === undefined || raw === null || raw === '')
    return ok({
      kind: 'page',
      page: 1,
      pageSize: sizeWithin(undefined, limits),
      ...defaultCounting(limits),
    });
  if (!isRecord(raw))
    return invalidParam(
      'Invalid pagination: expected keys, as in pagination[page]=1',
      'pagination',
      'pagination',
    );
  const counting = decodeCounting(raw, limits);
  if (!counting.ok) return counting;
  const asked = decodeNumbers(raw);
  return asked.ok ? choose(asked.value, counting.value, limits) : asked;
}

/** Decodes the same, or `after` and `before`, for lists that have cursors. */
export function decodeListPagination(params: ParamRecord, limits: PagingLimits): Result<Paging> {
  const raw = params['pagination'];
  if (!isRecord(raw)) return decodePagination(params, limits);
  const { after, before, ...rest } = raw;
  const cursor = decodeCursor({
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  });
  if (!cursor.ok) return cursor;
  const sized = decodePagination({ ...params, pagination: rest }, limits);
  if (!sized.ok || cursor.value === null) return sized;
  if (sized.value.kind !== 'page' || rest['page'] !== undefined) return besideCursor;
  // A total is a cost that a cursor saves.
  const isAsked = rest['withCount'] !== undefined || rest['count'] !== undefined;
  const { pageSize, kind: _kind, page: _page, ...counting } = sized.value;
  return ok({ kind: 'cursor', cursor: cursor.value, pageSize, ...(isAsked ? counting : uncounted) });
}

/** Decodes `after` or `before`; an empty text is the beginning or the end of the list. */
function decodeCursor(raw: ParamRecord): Result<PageCursor | null> {
  const given = (['after', 'before'] as const).filter((name) => raw[name] !== undefined);
  const [direction] = given;
  if (direction === undefined) return ok(null);
  const at = raw[direction];
  if (given.length > 1) return invalidParam('Use either after or before', 'before', 'pagination');
  if (typeof at !== 'string')
    return invalidParam(
      `Invalid pagination parameter ${direction}. Expected a cursor`,
      direction,
      'pagination',
    );
  return ok({ direction, at: at === '' ? null : at });
}

const misplaced = err(
  failure(
    'QUERY.PAGINATION',
    'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
  ),
);

const mixed = err(failure('QUERY.PAGINATION', 'Cannot use both page & offset pagination in the same query'));

const besideCursor = err(
  failure('QUERY.PAGINATION', 'A cursor takes pagination[pageSize] beside it, and no page, start or limit'),
);

const uncounted: Counting = { count: false };

const defaultCounting = ({ withCount }: PagingLimits): Counting => ({ count: withCount ?? true });

/** The values of `pagination[count]`. */
const countings: Readonly<Record<string, Counting>> = {
  exact: { count: true },
  estimated: { count: true, estimates: true },
  none: uncounted,
};

/** Decodes `count`, or `withCount`, which can only turn the total on and off. */
function decodeCounting({ count, withCount }: ParamRecord, limits: PagingLimits): Result<Counting> {
  if (count === undefined) return decodeWithCount(withCount, limits);
  if (withCount !== undefined)
    return invalidParam('Use either count or withCount', 'withCount', 'pagination');
  const known = typeof count === 'string' && Object.hasOwn(countings, count) ? countings[count] : undefined;
  return known === undefined
    ? invalidParam(
        'Invalid pagination parameter count. Expected exact, estimated or none',
        'count',
        'pagination',
      )
    : ok(known);
}

function decodeWithCount(raw: Param | undefined, limits: PagingLimits): Result<Counting> {
  if (raw === undefined) return ok(defaultCounting(limits));
  const count = decodeWith(Flag, raw);
  if (count !== undefined) return ok({ count });
  return err(
    failure('QUERY.INVALID', 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'),
  );
}

function decodeNumbers(raw: ParamRecord): Result<Numbers> {
  const asked: Numbers = {};
  for (const key of Object.keys(raw)) {
    if (key === 'withCount' || key === 'count') continue;
    const name = numbers.find((known) => known === key);
    if (name === undefined) return invalidKey(key, null, 'pagination');
    const value = decodeWith(WholeNumber, raw[key]);
    if (value === undefined)
      return invalidParam(`Invalid pagination parameter ${key}. Expected a whole number`, key, 'pagination');
    asked[name] = value;
  }
  return ok(asked);
}

function choose(asked: Numbers, counting: Counting, limits: PagingLimits): Result<NumberedPaging> {
  const offset = asked.start !== undefined || asked.limit !== undefined;
  if (offset && (asked.page !== undefined || asked.pageSize !== undefined)) return mixed;
  const size = sizeWithin(offset ? asked.limit : asked.pageSize, limits);
  if (offset) return ok({ kind: 'offset', start: Math.max(asked.start ?? 0, 0), limit: size, ...counting });
  const page = Math.max(asked.page ?? 1, 1);
  return Number.isSafeInteger(page * size)
    ? ok({ kind: 'page', page, pageSize: size, ...counting })
    : invalidParam('Invalid pagination parameter page. It is too large', 'page', 'pagination');
}

const sizeWithin = (asked: number | undefined, limits: PagingLimits): number =>
  asked === undefined || asked <= 0
    ? Math.min(limits.defaultLimit, limits.maxLimit)
    : Math.min(asked, limits.maxLimit);
