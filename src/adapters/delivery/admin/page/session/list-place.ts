import type { CursorPage } from '../../contract/failures.js';
import type { ListSearch } from '../list/list-search.js';

/** The page of a list that an entry was opened from. */
export interface ListPlace {
  /** The address of the list. */
  readonly address: ListSearch;
  /** What the list shows, with the default view in it. */
  readonly search: ListSearch;
  /** The documentIds of its rows. */
  readonly rows: readonly string[];
  readonly page: Pick<CursorPage, 'startCursor' | 'endCursor' | 'hasNextPage' | 'hasPreviousPage'>;
  readonly total: { readonly total: number; readonly isEstimate: boolean } | null;
}

const keyOf = (uid: string): string => `quire list ${uid}`;

/** Keeps it for this window. */
export function keepListPlace(uid: string, place: ListPlace): void {
  try {
    sessionStorage.setItem(keyOf(uid), JSON.stringify(place));
  } catch {
    // The way back leads to the whole list.
  }
}

export function listPlaceOf(uid: string): ListPlace | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(uid)) ?? 'null') as ListPlace | null;
  } catch {
    return null;
  }
}

let left: string | null = null;

/** Notes the entry that is left, so that its list can go back to its row. */
export const noteLeft = (documentId: string): void => void (left = documentId);

/** Returns the entry that was left last, once. */
export function takeLeft(): string | null {
  const taken = left;
  left = null;
  return taken;
}

let isOpened = false;

/** Notes that a key opens an entry from a list. */
export const noteOpened = (): void => void (isOpened = true);

/** Whether a key has opened the entry that is shown, once: the focus was in the list, which is gone. */
export function takeOpened(): boolean {
  const was = isOpened;
  isOpened = false;
  return was;
}
