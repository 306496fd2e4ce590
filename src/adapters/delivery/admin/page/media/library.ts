import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { MediaFile, UnusedMeta } from '../../contract/media.js';
import { request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { mediaQuery, type Asked } from './media-query.js';

/** The files of a list by their places; undefined: this one is not read yet. */
export type Files = readonly (MediaFile | undefined)[];

interface Library {
  readonly files: Files;
  /** How many match, which may be more than have a place. */
  readonly total: number;
}

/** How many files one request reads. */
const pageSize = 60;

interface FilePage {
  readonly data: readonly MediaFile[];
  readonly meta: { readonly pagination: { readonly total?: number } };
}

/** Reads the files from a place on. */
function readFrom(asked: Asked, start: number, signal?: AbortSignal): Promise<FilePage> {
  const params = mediaQuery(asked);
  params.set('pagination[start]', String(start));
  params.set('pagination[limit]', String(pageSize));
  params.set('pagination[withCount]', String(start === 0));
  return request<FilePage>('GET', `media?${params.toString()}`, { ...(signal && { signal }) });
}

/** Reads how many files match, and the first of them. */
async function readLibrary(asked: Asked, signal: AbortSignal): Promise<Library> {
  if (asked.use !== undefined) {
    // All at once, as each request reads what may use them.
    const { data, meta } = await readUnused(mediaQuery(asked), signal);
    return { files: data, total: meta.total };
  }
  const { data, meta } = await readFrom(asked, 0, signal);
  const total = meta.pagination.total ?? data.length;
  return withPage({ files: Array.from({ length: total }), total }, 0, data);
}

export const readUnused = (
  params: URLSearchParams,
  signal?: AbortSignal,
): Promise<{ data: readonly MediaFile[]; meta: UnusedMeta }> =>
  request('GET', `media/unused?${params.toString()}`, { ...(signal && { signal }) });

/** Puts what was read in its place. Others may have added and removed files since the rest was read. */
function withPage({ files, total }: Library, start: number, page: readonly MediaFile[]): Library {
  const ids = new Set(page.map(({ documentId }) => documentId));
  // A file that was read at another place before is not there any more; that place is read again when it is seen.
  const next = files.map((file) => (file !== undefined && ids.has(file.documentId) ? undefined : file));
  for (const [at, file] of page.entries()) next[start + at] = file;
  const isEnd = page.length < pageSize && start + page.length < next.length;
  if (isEnd) next.length = start + page.length;
  return { files: next, total: total + next.length - files.length };
}

/** The files that match, the newest first. Those are read that are asked for, wherever they are. */
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
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readLibrary(asked, signal),
    placeholderData: keepPreviousData,
    // What is changed here is put in its place below: a long list is not read again for one file.
    staleTime: Infinity,
    gcTime: 0,
  });
  const [readError, setReadError] = useState<unknown>(null);
  /** How often places have changed here. */
  const edition = useRef(0);
  const now = (): Library | undefined => queryClient.getQueryData<Library>(key);
  const change = (edit: (files: Files) => Files): void => {
    edition.current += 1;
    queryClient.setQueryData<Library>(key, (library) => {
      if (library === undefined) return undefined;
      const files = edit(library.files);
      return { files, total: library.total + files.length - library.files.length };
    });
  };

  /** Returns the files from one place up to another, and reads those that are missing. Returns null if they cannot be read. */
  async function load(from: number, to: number): Promise<readonly MediaFile[] | null> {
    setReadError(null);
    for (;;) {
      const files = now()?.files.slice(from, to) ?? [];
      const missing = files.indexOf(undefined);
      if (missing === -1) return files.filter((file) => file !== undefined);
      const start = from + missing - ((from + missing) % pageSize);
      const begun = edition.current;
      try {
        const { data } = await readFrom(asked, start);
        // What was read by places that are others now is read again.
        if (edition.current === begun)
          queryClient.setQueryData<Library>(key, (library) => library && withPage(library, start, data));
      } catch (error) {
        setReadError(error);
        return null;
      }
    }
  }
  const files = found.data?.files ?? [];
  return {
    ...found,
    files,
    total: found.data?.total,
    /** Why files could not be read that were to be seen or chosen. */
    readError,
    load,
    find: (id: string) => files.find((file) => file?.documentId === id),
    add: (added: readonly MediaFile[]) => change((all) => [...added, ...all]),
    replace: (changed: MediaFile) =>
      change((all) => all.map((file) => (file?.documentId === changed.documentId ? changed : file))),
    remove: (documentId: string) => change((all) => all.filter((file) => file?.documentId !== documentId)),
  };
}
