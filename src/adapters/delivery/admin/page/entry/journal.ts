import { journalKeyOf, keysOfJournals } from './journal-keys.js';
import { editedNames, entriesOf, noEdits, type Edits } from './edits.js';
import type { Place } from './entry-state.js';
import type { Secrets } from './secrets.js';
import { ownWindow } from './other-windows.js';
import { sentDigest, withOwn, type OwnContents } from './own-contents.js';

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

/** What the journals in the browser hold, each window its own. */
interface Written extends Kept {
  /** When it was written; milliseconds. */
  readonly at?: number;
}

function readKey(key: string): Written | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Written | null;
    return kept === null ? null : { ...kept, edits: { ...noEdits, ...kept.edits } };
  } catch {
    return null;
  }
}

/** Puts together what was kept of one entry, from the revision that is older: the server is asked what has changed since. */
function joined(one: Kept, other: Kept): Kept {
  const [first, second] = [one, other].map(({ edits }) => edits) as [Edits, Edits];
  const [revision = null] = [one.revision, other.revision].filter((each) => each !== null).sort();
  return {
    ...one,
    revision,
    own: { ...other.own, ...one.own },
    edits: {
      values: { ...second.values, ...first.values },
      links: { ...second.links, ...first.links },
      files: { ...second.files, ...first.files },
      texts: { ...second.texts, ...first.texts },
    },
  };
}

/** What the server may have soon: who kept it may be about to send it. */
const ownOf = ({ edits, own = {} }: Kept): OwnContents =>
  withOwn(own, editedNames(edits), (name) => sentDigest(name, edits));

let opened = 0;

/** The journals of this window that a later one has taken over: a late answer writes them no more. */
const handedOver = new Set<string>();

/**
 * Opens the journal of an entry in a locale. Each window has its own, and so has each time that it opens an entry; one takes over
 * what windows left that are gone. Passwords are never kept. `others` are the windows that still show the page.
 */
export function openJournal(
  administrator: string,
  { uid, id, locale }: Place,
  secrets: Pick<Secrets, 'names' | 'withoutIn'>,
  others: ReadonlySet<string>,
): Journal {
  opened += 1;
  const name = `${ownWindow}.${opened}`;
  const keyOf = (document: string): string =>
    journalKeyOf(administrator, { uid, id: document, locale, window: name });
  let key = keyOf(id ?? 'new');
  /** What was taken over, by its key, as it was written. */
  const taken = new Map<string, string | null>();
  /** Another window may have gone on with it. */
  const removeTaken = (): void => {
    for (const [one, text] of taken) if (localStorage.getItem(one) === text) localStorage.removeItem(one);
    taken.clear();
  };
  return {
    read() {
      const left = keysOfJournals(administrator)
        .filter(
          (one) =>
            one.uid === uid && one.id === (id ?? 'new') && one.locale === locale && !others.has(one.window),
        )
        .flatMap((one) => {
          const kept = readKey(one.key);
          return kept === null ? [] : [{ key: one.key, kept }];
        })
        .sort((one, other) => (other.kept.at ?? 0) - (one.kept.at ?? 0));
      return left.reduce<Kept | null>((all, { key: one, kept }) => {
        const names = new Set(all === null ? [] : editedNames(all.edits));
        // New entries are different ones. Of an attribute that two have, the earlier is found at the next time.
        if (all !== null && (id === null || editedNames(kept.edits).some((each) => names.has(each))))
          return all;
        taken.set(one, localStorage.getItem(one));
        handedOver.add(one);
        const own = ownOf(kept);
        return all === null ? { ...kept, own } : joined(all, { ...kept, own });
      }, null);
    },
    write({ edits: all, creation, own: contents = {}, ...kept }) {
      if (handedOver.has(key)) return;
      const edits = secrets.withoutIn(all);
      const own = entriesOf(contents, ([one]) => !secrets.names.has(one));
      // What was sent is sent as it was, or not at all.
      const again = creation && secrets.withoutIn(creation.sent) === creation.sent ? { creation } : {};
      const isEmpty = editedNames(edits).length === 0 && creation === undefined;
      try {
        if (isEmpty) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ ...kept, ...again, own, edits, at: Date.now() }));
        removeTaken();
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
