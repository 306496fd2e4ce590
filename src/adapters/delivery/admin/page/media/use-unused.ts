import { useState } from 'react';
import type { Uses } from '../../contract/links.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import type { useMany } from './use-many.js';
import type { Picked, Thing } from './use-picked.js';

interface Unused {
  /** What was found, in words; empty: nothing was looked for. */
  readonly note: string;
  /** Leaves out of what is chosen the files that entries use, and folders. */
  sift(): Promise<void>;
  forget(): void;
}

/** Finds out which of the chosen files no entry uses, one after the other. Those that cannot be looked up are left out, too. */
export function useUnused(picked: Picked, many: ReturnType<typeof useMany>): Unused {
  const [note, setNote] = useState('');
  return {
    note,
    forget: () => setNote(''),
    async sift() {
      const files = picked.things.filter(({ kind }) => kind === 'media');
      const unused: Thing[] = [];
      let isPartial = false;
      await many.run(files, async (file) => {
        const { data } = await request<{ data: Uses }>('GET', `media/${file.documentId}/uses`);
        isPartial ||= data.isPartial;
        if (data.entries.length === 0) unused.push(file);
      });
      picked.put(unused);
      const found = say('media.unused.found', { count: unused.length, all: files.length });
      setNote(isPartial ? `${found} ${say('media.uses.partial')}` : found);
    },
  };
}
