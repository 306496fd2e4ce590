import { useEffect, useState } from 'react';
import type { EntryEvents } from '../../../contract/documents.js';
import { paths } from '../../../contract/paths.js';
import { base } from '../../session/api.js';
import { keepListening } from '../../session/keep-listening.js';
import { useEntry, useOpenEntry } from '../entry-context.js';

/** What the server has told about the open entry. */
export interface Told {
  readonly people: EntryEvents['people'];
  readonly version: EntryEvents['version'] | null;
  /** How often it was published or unpublished meanwhile. */
  readonly publications: number;
}

const nothing: Told = { people: [], version: null, publications: 0 };

/** Listens to the server while the entry is open and its window is seen. What happens in the meantime is told when it is seen again. */
export function useEntryEvents(): Told {
  const { store } = useOpenEntry();
  const { uid, id, locale } = store.place;
  const documentId = useEntry(({ entry }) => entry?.documentId);
  const [told, setTold] = useState(nothing);
  useEffect(() => {
    if (documentId === undefined) return undefined;
    const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`;
    const path = `documents/${uid}/${id === '-' ? id : documentId}/events`;
    return listen(`${base}${paths.api}/${path}${query}`, (change) =>
      setTold((now) => ({ ...now, ...change(now) })),
    );
  }, [uid, id, documentId, locale]);
  return told;
}

type Change = (now: Told) => Partial<Told>;

/** Returns a function that ends it. */
const listen = (url: string, tell: (change: Change) => void): (() => void) =>
  keepListening(
    () => {
      const source = new EventSource(url);
      const on = <K extends keyof EntryEvents>(name: K, change: (data: EntryEvents[K]) => Change): void =>
        source.addEventListener(name, ({ data }: MessageEvent<string>) =>
          tell(change(JSON.parse(data) as EntryEvents[K])),
        );
      on('people', (people) => () => ({ people }));
      on('version', (version) => () => ({ version }));
      on('publication', () => ({ publications }) => ({ publications: publications + 1 }));
      on('gone', () => isEmpty);
      return source;
    },
    () => tell(isEmpty),
  );

const isEmpty: Change = () => ({ people: [] });
