import { editsOf, noEdits, type Edits } from './edits.js';
import type { Place } from './entry-state.js';

/** What is kept in the browser of one entry until the server has it. */
export interface Kept {
  readonly edits: Edits;
  /** The revision that the edits began from; null: of an entry that does not exist yet. */
  readonly revision: string | null;
}

export interface Journal {
  read(): Kept | null;
  /** Nothing is kept of an entry without edits. */
  write(kept: Kept): void;
}

/** A key for each administrator, entry and locale. `secrets` are attributes that are never kept. */
export function openJournal(
  administrator: string,
  { uid, id, locale }: Place,
  secrets: readonly string[],
): Journal {
  const key = ['quire', administrator, uid, id ?? 'new', locale ?? ''].join(' ');
  return {
    read() {
      try {
        const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
        return kept === null ? null : { ...kept, edits: { ...noEdits, ...kept.edits } };
      } catch {
        return null;
      }
    },
    write({ edits: all, revision }) {
      const edits = editsOf(all, (name) => !secrets.includes(name));
      try {
        if (Object.keys(edits.values).length + Object.keys(edits.links).length === 0)
          localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ edits, revision }));
      } catch {
        // The browser keeps nothing, or has no room: the page still has it.
      }
    },
  };
}
