import { useEffect, useMemo, useState } from 'react';
import type { MediaFile } from '../../contract/media.js';

/** A file or a folder that is chosen. */
export interface Thing {
  readonly kind: 'media' | 'folders';
  readonly documentId: string;
  readonly name: string;
}

export const thingOf = ({ documentId, name }: MediaFile): Thing => ({ kind: 'media', documentId, name });

export interface Picked {
  readonly things: readonly Thing[];
  has(documentId: string): boolean;
  toggle(thing: Thing): void;
  /** Chooses more. */
  add(things: readonly Thing[]): void;
  put(things: readonly Thing[]): void;
}

/** What is chosen lasts as long as the library shows the same. */
export function usePicked(match: string): Picked {
  const [things, setThings] = useState<readonly Thing[]>([]);
  useEffect(() => setThings([]), [match]);
  return useMemo(() => {
    const ids = new Set(things.map(({ documentId }) => documentId));
    return {
      things,
      has: (documentId) => ids.has(documentId),
      toggle: (thing) =>
        setThings((now) =>
          now.some(({ documentId }) => documentId === thing.documentId)
            ? now.filter(({ documentId }) => documentId !== thing.documentId)
            : [...now, thing],
        ),
      add: (more) => setThings((now) => withMore(now, more)),
      put: setThings,
    };
  }, [things]);
}

function withMore(things: readonly Thing[], more: readonly Thing[]): readonly Thing[] {
  const ids = new Set(things.map(({ documentId }) => documentId));
  return [...things, ...more.filter(({ documentId }) => !ids.has(documentId))];
}
