import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentRow } from '../../contract/documents.js';
import type { CursorPage, ListAnswer } from '../../contract/failures.js';
import type { WireType } from '../../contract/types.js';
import { request } from '../session/api.js';
import { countQueryOf, matchOf, queryOf, type ListSearch } from './list-search.js';

/** How many entries match. */
export interface Total {
  readonly total: number;
  readonly isEstimate: boolean;
}

type Rows = ListAnswer<DocumentRow, CursorPage>;

const totalOf = ({ total, isEstimate = false }: CursorPage): Total | undefined =>
  total === undefined ? undefined : { total, isEstimate };

/** Reads one page of a list. Only the first page and the last one count. */
export function useRows(type: WireType, search: ListSearch, columns: readonly string[]) {
  const query = queryOf(search, columns);
  return useQuery({
    queryKey: ['list', type.uid, query],
    queryFn: ({ signal }) => request<Rows>('GET', `documents/${type.uid}?${query}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
    // Rows do not move under the hand.
    refetchOnReconnect: false,
  });
}

export interface CountedTotal {
  readonly total: Total | undefined;
  readonly isCounting: boolean;
  /** Counts all that match, however long that takes. Resolves to undefined if it fails. */
  countExactly(): Promise<number | undefined>;
}

/** Returns how many match: from the page, from one that was read before, or by a request of its own. */
export function useTotal(uid: string, search: ListSearch, page: CursorPage | undefined): CountedTotal {
  const client = useQueryClient();
  const [isCounting, setCounting] = useState(false);
  const own = page && totalOf(page);
  const countIn = async (how: 'estimated' | 'exact', signal?: AbortSignal): Promise<Total | null> => {
    const path = `documents/${uid}?${countQueryOf(search, how)}`;
    const { meta } = await request<Rows>('GET', path, signal ? { signal } : {});
    return totalOf(meta.pagination) ?? null;
  };
  const key = ['list', uid, 'total', matchOf(search).toString()];
  const counted = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => countIn('estimated', signal),
    enabled: page !== undefined && own === undefined,
    initialData: own,
  });
  const exact = counted.data?.isEstimate === false ? counted.data : undefined;
  return {
    total: own?.isEstimate === true ? (exact ?? own) : (own ?? counted.data ?? undefined),
    isCounting,
    async countExactly() {
      setCounting(true);
      const found = await countIn('exact').catch(() => null);
      setCounting(false);
      if (found !== null) client.setQueryData(key, found);
      return found?.total;
    },
  };
}
