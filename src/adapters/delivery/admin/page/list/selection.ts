import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentRow } from '../../contract/documents.js';

/** The entries that are chosen: by their ids with their labels, or all that match. */
export type Chosen =
  | { readonly kind: 'some'; readonly labels: ReadonlyMap<string, string> }
  | { readonly kind: 'all' };

export interface Selection {
  readonly chosen: Chosen;
  isChosen(row: DocumentRow): boolean;
  /** `isRange`: with all rows between this one and the one that was toggled last. */
  toggle(at: number, isRange: boolean): void;
  /** Chooses or leaves out all rows of the page. */
  togglePage(isOn: boolean): void;
  chooseAll(): void;
  choose(labels: ReadonlyMap<string, string>): void;
  clear(): void;
}

const none: Chosen = { kind: 'some', labels: new Map() };

/** `match` says which entries the list shows: what is chosen lasts until it changes, over all pages. */
export function useSelection(rows: readonly DocumentRow[], match: string): Selection {
  const [chosen, setChosen] = useState<Chosen>(none);
  const anchor = useRef(0);
  const current = useRef(rows);
  current.current = rows;
  useEffect(() => setChosen(none), [match]);
  const put = useCallback((some: readonly DocumentRow[], isOn: boolean) => {
    setChosen((earlier) => {
      // Who takes one of all that match away chooses among those on the page from then on.
      const labels = new Map(earlier.kind === 'some' ? earlier.labels : labelsOf(current.current));
      for (const { documentId, label } of some) {
        if (isOn) labels.set(documentId, label);
        else labels.delete(documentId);
      }
      return { kind: 'some', labels };
    });
  }, []);
  const isOn = useRef((_row: DocumentRow): boolean => false);
  isOn.current = ({ documentId }) => chosen.kind === 'all' || chosen.labels.has(documentId);
  const toggle = useCallback(
    (at: number, isRange: boolean) => {
      const row = current.current[at];
      if (row === undefined) return;
      const [from, to] = isRange ? [Math.min(anchor.current, at), Math.max(anchor.current, at)] : [at, at];
      put(current.current.slice(from, to + 1), isRange || !isOn.current(row));
      anchor.current = at;
    },
    [put],
  );
  return useMemo(
    () => ({
      chosen,
      isChosen: ({ documentId }) => chosen.kind === 'all' || chosen.labels.has(documentId),
      toggle,
      togglePage: (on) => put(current.current, on),
      chooseAll: () => setChosen({ kind: 'all' }),
      choose: (labels) => setChosen({ kind: 'some', labels }),
      clear: () => setChosen(none),
    }),
    [chosen, put, toggle],
  );
}

const labelsOf = (rows: readonly DocumentRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ documentId, label }) => [documentId, label]));

export const countOf = (chosen: Chosen, total: number): number =>
  chosen.kind === 'all' ? total : chosen.labels.size;
