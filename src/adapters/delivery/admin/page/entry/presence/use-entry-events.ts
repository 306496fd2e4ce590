import { useEffect, useRef, useState } from 'react';
import type { EntryEvents } from '../../../contract/documents.js';
import { paths } from '../../../contract/paths.js';
import { base } from '../../session/api.js';
import { keepListening, type Listening } from '../../session/keep-listening.js';
import { useEntry, useOpenEntry } from '../entry-context.js';

/** What the server has told about the open entry. */
export interface Told {
  readonly people: EntryEvents['people'];
  readonly version: EntryEvents['version'] | null;
  /** How often it was published or unpublished meanwhile. */
  readonly publications: number;
}

const nothing: Told = { people: [], version: null, publications: 0 };

/** How long somebody stays in a field until others see it. */
const restMs = 1000;

/**
 * Listens to the server while the entry is open and its window is seen. What happens in the meantime is told when it is seen
 * again. While others are here too, they see in which field one is.
 */
export function useEntryEvents(field: string | null): Told {
  const { store } = useOpenEntry();
  const { uid, id, locale } = store.place;
  const documentId = useEntry(({ entry }) => entry?.documentId);
  const [told, setTold] = useState(nothing);
  const place = useRef<string | null>(null);
  const sent = useRef<string | null>(null);
  const listening = useRef<Listening>(undefined);
  useEffect(() => {
    if (documentId === undefined) return undefined;
    const path = `${base}${paths.api}/documents/${uid}/${id === '-' ? id : documentId}/events`;
    const address = (): string => {
      sent.current = place.current;
      const params = new URLSearchParams({
        ...(locale !== undefined && { locale }),
        ...(place.current !== null && { field: place.current }),
      });
      return params.size === 0 ? path : `${path}?${params.toString()}`;
    };
    listening.current = listen(address, (change) => setTold((now) => ({ ...now, ...change(now) })));
    return () => listening.current?.end();
  }, [uid, id, documentId, locale]);
  const isShared = told.people.length > 0;
  useEffect(() => {
    place.current = isShared ? field : null;
    if (!isShared || field === sent.current) return undefined;
    const timer = window.setTimeout(() => listening.current?.renew(), restMs);
    return () => window.clearTimeout(timer);
  }, [isShared, field]);
  return told;
}

type Change = (now: Told) => Partial<Told>;

const listen = (address: () => string, tell: (change: Change) => void): Listening =>
  keepListening(
    () => {
      const source = new EventSource(address());
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
