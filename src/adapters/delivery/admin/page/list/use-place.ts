import { useEffect, type RefObject } from 'react';
import type { DocumentRow } from '../../contract/documents.js';
import type { CursorPage, ListAnswer } from '../../contract/failures.js';
import { keepListPlace, takeLeft } from '../session/list-place.js';
import type { ListSearch } from './list-search.js';
import { focusRow } from './row-keys.js';
import type { CountedTotal } from './use-rows.js';

interface Shown {
  readonly address: ListSearch;
  readonly search: ListSearch;
  readonly rows: ListAnswer<DocumentRow, CursorPage> | undefined;
  readonly counted: CountedTotal;
  readonly body: RefObject<HTMLElement | null>;
}

/** Keeps what the list shows for its entries, and goes back to the row of the entry that was left. */
export function usePlace(uid: string, { address, search, rows, counted, body }: Shown): void {
  const { total } = counted;
  useEffect(() => {
    if (rows === undefined) return;
    keepListPlace(uid, {
      address,
      search,
      rows: rows.data.map(({ documentId }) => documentId),
      page: rows.meta.pagination,
      total: total ?? null,
    });
  }, [rows, total]);
  const isRead = rows !== undefined;
  useEffect(() => {
    if (!isRead) return;
    const left = takeLeft();
    const at = rows.data.findIndex(({ documentId }) => documentId === left);
    if (at >= 0) focusRow(body.current, at);
  }, [isRead]);
}
