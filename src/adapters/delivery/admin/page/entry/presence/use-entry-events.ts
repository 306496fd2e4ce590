import { useEffect, useState } from 'react';
import type { EntryEvents } from '../../../contract/documents.js';
import { paths } from '../../../contract/paths.js';
import { base } from '../../session/api.js';
import { useEntry, useOpenEntry } from '../entry-context.js';

/** What the server has told about the open entry. */
export interface Told {
  readonly people: EntryEvents['people'];
  readonly version: EntryEvents['version'] | null;
  /** How often it was published or unpublished meanwhile. */
  readonly publications: number;
}

const nothing: Told = { people: [], version: null, publications: 0 };

/** After the server has refused, or did not answer at all. */
const againMs = 15_000;
/** How long others are shown while there is no connection. */
const lostMs = 10_000;

/**
 * Listens to the server while the entry is open and its window is seen: a browser has few connections to a server. What happens in
 * the meantime is told when it is seen again.
 */
export function useEntryEvents(): Told {
  const { store } = useOpenEntry();
  const { uid, id, locale } = store.place;
  const documentId = useEntry(({ entry }) => entry?.documentId);
  const [told, setTold] = useState(nothing);
  const isShown = useShown();
  useEffect(() => {
    if (documentId === undefined || !isShown) return undefined;
    const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`;
    const path = `documents/${uid}/${id === '-' ? id : documentId}/events`;
    return listen(`${base}${paths.api}/${path}${query}`, (change) =>
      setTold((now) => ({ ...now, ...change(now) })),
    );
  }, [uid, id, documentId, locale, isShown]);
  return told;
}

type Change = (now: Told) => Partial<Told>;

/** Returns a function that ends it. */
function listen(url: string, tell: (change: Change) => void): () => void {
  let source: EventSource;
  let timer: number | undefined;
  const isEmpty: Change = () => ({ people: [] });
  const open = (): void => {
    source = new EventSource(url);
    const on = <K extends keyof EntryEvents>(name: K, change: (data: EntryEvents[K]) => Change): void =>
      source.addEventListener(name, ({ data }: MessageEvent<string>) =>
        tell(change(JSON.parse(data) as EntryEvents[K])),
      );
    on('people', (people) => () => ({ people }));
    on('version', (version) => () => ({ version }));
    on('publication', () => ({ publications }) => ({ publications: publications + 1 }));
    on('gone', () => isEmpty);
    source.addEventListener('open', () => clearTimeout(timer));
    source.addEventListener('error', () => {
      clearTimeout(timer);
      const isOver = source.readyState === EventSource.CLOSED;
      timer = window.setTimeout(() => (isOver ? open() : tell(isEmpty)), isOver ? againMs : lostMs);
      if (isOver) tell(isEmpty);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
    tell(isEmpty);
  };
}

function useShown(): boolean {
  const [isShown, setShown] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = (): void => setShown(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isShown;
}
