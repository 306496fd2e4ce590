import { useState } from 'react';
import { say } from '../messages/messages.js';
import { readUnused } from './library.js';
import type { useMany } from './use-many.js';
import type { Picked, Thing } from './use-picked.js';

interface Unused {
  /** What was found, in words; empty: nothing was looked for. */
  readonly note: string;
  /** Leaves out of what is chosen the files that entries use, and folders. */
  sift(): Promise<void>;
  forget(): void;
}

/** How many files one request asks about: their ids are in its address. Each request reads what may use files once. */
const together = 100;

/** Finds out which of the chosen files no entry uses. Those that cannot be looked up are left out, too. */
export function useUnused(picked: Picked, many: ReturnType<typeof useMany>): Unused {
  const [note, setNote] = useState('');
  return {
    note,
    forget: () => setNote(''),
    async sift() {
      const files = picked.things.filter(({ kind }) => kind === 'media');
      const unused: Thing[] = [];
      const parts = Array.from({ length: Math.ceil(files.length / together) }, (_, at) =>
        files.slice(at * together, (at + 1) * together),
      );
      await many.run(
        parts.flatMap(([first]) => first ?? []),
        async ({ documentId: first }) => {
          const part = parts.find(([one]) => one?.documentId === first) ?? [];
          const params = new URLSearchParams(
            part.map(({ documentId }) => ['filters[documentId][$in][]', documentId]),
          );
          const { data } = await readUnused(params);
          const found = new Set(data.map(({ documentId }) => documentId));
          unused.push(...part.filter(({ documentId }) => found.has(documentId)));
        },
      );
      picked.put(unused);
      setNote(say('media.unused.found', { count: unused.length, all: files.length }));
    },
  };
}
