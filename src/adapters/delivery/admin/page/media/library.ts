import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CursorPage } from '../../contract/failures.js';
import type { MediaFile, UnusedMeta } from '../../contract/media.js';
import { request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { mediaQuery, type Asked } from './media-query.js';

interface FilePage {
  readonly data: readonly MediaFile[];
  readonly meta: { readonly pagination: CursorPage };
}

type Pages = InfiniteData<FilePage, string>;

/** Returns the files of a page as they are to be. */
type Edit = (files: readonly MediaFile[], page: number) => readonly MediaFile[];

const pageSize = 60;

const readPage = (search: Asked, after: string, signal: AbortSignal): Promise<FilePage> => {
  const params = mediaQuery(search);
  if (search.use !== undefined) return readUnused(params, signal);
  params.set('pagination[after]', after);
  params.set('pagination[pageSize]', String(pageSize));
  if (after === '') params.set('pagination[withCount]', 'true');
  return request<FilePage>('GET', `media?${params.toString()}`, { signal });
};

/** All in one page, as each request reads what may use them. */
export async function readUnused(params: URLSearchParams, signal?: AbortSignal): Promise<FilePage> {
  const path = `media/unused?${params.toString()}`;
  const { data, meta } = await request<{ data: readonly MediaFile[]; meta: UnusedMeta }>('GET', path, {
    ...(signal && { signal }),
  });
  const ends = { startCursor: null, endCursor: null, hasPreviousPage: false, hasNextPage: false };
  return { data, meta: { pagination: { ...ends, pageSize: data.length, total: meta.total } } };
}

/** The files that match, the newest first. A page costs the same wherever it is. */
export function useLibrary({ search, kind, text, size, age, use, folder, hasFolders = false }: Asked) {
  const asked: Asked = {
    ...(search !== undefined && { search }),
    ...(kind && { kind }),
    ...(text && { text }),
    ...(size && { size }),
    ...(age && { age }),
    ...(use && { use }),
    ...(folder !== undefined && { folder }),
    hasFolders,
  };
  const key = ['library', asked] as const;
  const found = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => readPage(asked, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta: { pagination } }) =>
      pagination.hasNextPage ? (pagination.endCursor ?? undefined) : undefined,
    placeholderData: keepPreviousData,
    // What is changed here is put in its place below: many pages are not read again for one file.
    staleTime: Infinity,
    gcTime: 0,
  });
  const pages = useMemo(() => found.data?.pages.map(({ data }) => data) ?? [], [found.data]);
  const change = (edit: Edit): void =>
    void queryClient.setQueryData<Pages>(key, (now) => now && withFiles(now, edit));
  return {
    ...found,
    pages,
    count: pages.reduce((sum, { length }) => sum + length, 0),
    total: found.data?.pages[0]?.meta.pagination.total,
    find: (id: string) => pages.flat().find(({ documentId }) => documentId === id),
    add: (added: readonly MediaFile[]) => change((page, at) => (at === 0 ? [...added, ...page] : page)),
    replace: (changed: MediaFile) =>
      change((page) => page.map((file) => (file.documentId === changed.documentId ? changed : file))),
    remove: (documentId: string) => change((page) => page.filter((file) => file.documentId !== documentId)),
  };
}

function withFiles({ pages, pageParams }: Pages, edit: Edit): Pages {
  const edited = pages.map(({ data, meta }, at) => ({ data: edit(data, at), meta }));
  const count = (all: typeof pages): number => all.reduce((sum, { data }) => sum + data.length, 0);
  const more = count(edited) - count(pages);
  return {
    pageParams,
    pages: edited.map(({ data, meta: { pagination } }) => {
      const { total } = pagination;
      return {
        data,
        meta: { pagination: { ...pagination, ...(total !== undefined && { total: total + more }) } },
      };
    }),
  };
}
