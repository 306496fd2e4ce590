import { editedNames, editsOf, entriesOf, noEdits, type Edits } from './edits.js';
import type { Place } from './entry-state.js';
import type { OwnContents } from './own-contents.js';

export interface KeptPlace extends Pick<Place, 'uid' | 'locale'> {
  /** `new`: it does not exist yet. `-`: the document of a single type. */
  readonly id: string;
  /** Null: it is not known. */
  readonly label: string | null;
}

/** What is kept in the browser of one entry until the server has it. */
export interface Kept {
  readonly edits: Edits;
  /** The revision that the edits began from; null: of an entry that does not exist yet. */
  readonly revision: string | null;
  /** What the server may have of the edited attributes. */
  readonly own?: OwnContents;
  /** What the entry is called. */
  readonly label?: string | undefined;
  /** What was sent to create it, if it is not known whether the server has it. */
  readonly creation?: Creation;
}

export interface Creation {
  /** The server creates one entry with it, however often it is sent. */
  readonly key: string;
  readonly sent: Edits;
}

export interface Journal {
  read(): Kept | null;
  /** Nothing is kept of an entry without edits. */
  write(kept: Kept): void;
  /** Ends the journal of a new entry, and goes on with that of the document. */
  moveTo(id: string): void;
}

const prefixOf = (administrator: string): string => `quire ${administrator}`;

/** Of a journal; what else is kept for an administrator has other names. */
const isUid = (text: string): boolean => text.includes('::');

/** The entries of an administrator of which this browser has unsaved edits, by the keys of their journals. */
export function journalsOf(administrator: string): ReadonlyMap<string, KeptPlace> {
  try {
    const found = Object.keys(localStorage).flatMap((key): [string, KeptPlace][] => {
      if (!key.startsWith(`${prefixOf(administrator)} `)) return [];
      const [uid = '', id = '', locale = ''] = key.slice(prefixOf(administrator).length + 1).split(' ');
      if (!isUid(uid)) return [];
      const { label = null } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
        readonly label?: string | null;
      };
      return [[key, { uid, id, locale: locale || undefined, label }]];
    });
    return new Map(found);
  } catch {
    return new Map();
  }
}

export function removeJournals(administrator: string): void {
  for (const key of journalsOf(administrator).keys()) localStorage.removeItem(key);
}

/** A key for each administrator, entry and locale. `secrets` are attributes that are never kept. */
export function openJournal(
  administrator: string,
  { uid, id, locale }: Place,
  secrets: readonly string[],
): Journal {
  const keyOf = (name: string): string => [prefixOf(administrator), uid, name, locale ?? ''].join(' ');
  let key = keyOf(id ?? 'new');
  const isSecret = (name: string): boolean => secrets.includes(name);
  return {
    read() {
      try {
        const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
        return kept === null ? null : { ...kept, edits: { ...noEdits, ...kept.edits } };
      } catch {
        return null;
      }
    },
    write({ edits: all, creation, own: contents = {}, ...kept }) {
      const edits = editsOf(all, (name) => !isSecret(name));
      const own = entriesOf(contents, ([name]) => !isSecret(name));
      // What was sent is sent as it was, or not at all.
      const again = creation && !editedNames(creation.sent).some(isSecret) ? { creation } : {};
      const isEmpty = editedNames(edits).length === 0 && creation === undefined;
      try {
        if (isEmpty) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ ...kept, ...again, own, edits }));
      } catch {
        // The browser keeps nothing, or has no room: the page still has it.
      }
    },
    moveTo(documentId) {
      this.write({ edits: noEdits, revision: null });
      key = keyOf(documentId);
    },
  };
}
