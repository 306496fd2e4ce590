import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListAnswer } from '../../../contract/failures.js';
import type { VersionEntry } from '../../../contract/history.js';
import { request } from '../../session/api.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { documentPath, query } from '../entry-requests.js';

const pageSize = 25;

/** The versions of the open entry in its locale, latest first, page by page. */
export function useVersions() {
  const path = useHistoryPath();
  return useInfiniteQuery({
    queryKey: ['history', path('')],
    queryFn: ({ pageParam, signal }) => {
      const paging = `pagination[page]=${pageParam}&pagination[pageSize]=${pageSize}`;
      return request<ListAnswer<VersionEntry>>('GET', path('', paging), { signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta: { pagination } }) =>
      pagination.page < (pagination.pageCount ?? 0) ? pagination.page + 1 : undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Makes paths below the history of the open entry, in its locale. */
export function useHistoryPath(): (below: string, more?: string) => string {
  const { store } = useOpenEntry();
  const entry = useEntry((state) => state.entry);
  return (below, more) => {
    const asked = [query(store.place).slice(1), more].filter(Boolean).join('&');
    return `${documentPath(store.place, entry)}/history${below}${asked === '' ? '' : `?${asked}`}`;
  };
}
