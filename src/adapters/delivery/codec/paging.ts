import type { Range } from '../../../domain/query/query.js';

/** How a client asked for a part of a list: `meta.pagination` has the same form. */
export type Paging =
  | { readonly kind: 'page'; readonly page: number; readonly pageSize: number; readonly count: boolean }
  | { readonly kind: 'offset'; readonly start: number; readonly limit: number; readonly count: boolean };

export interface PagingLimits {
  /** The page size of requests that name none. */
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Whether totals are counted for requests that do not say; true by default. */
  readonly withCount?: boolean;
}

export const rangeOf = (paging: Paging): Range =>
  paging.kind === 'page'
    ? { offset: (paging.page - 1) * paging.pageSize, limit: paging.pageSize }
    : { offset: paging.start, limit: paging.limit };

/** The JSON text of `meta.pagination`. `total` is null where it was not counted. */
export function pagingText(paging: Paging, total: number | null): string {
  if (paging.kind === 'page') {
    const { page, pageSize } = paging;
    if (total === null) return `{"page":${page},"pageSize":${pageSize}}`;
    return `{"page":${page},"pageSize":${pageSize},"pageCount":${Math.ceil(total / pageSize)},"total":${total}}`;
  }
  const { start, limit } = paging;
  return total === null
    ? `{"start":${start},"limit":${limit}}`
    : `{"start":${start},"limit":${limit},"total":${total}}`;
}
