import { useEffect, useRef, useState } from 'react';
import type { Entry } from '../../../contract/documents.js';
import { ApiFailure } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { readEntry } from '../entry-requests.js';
import type { Told } from './use-entry-events.js';

/** What somebody else did to the entry after it was read here. */
export interface NewsOfEntry {
  readonly entry: Entry;
  readonly theirs: Entry;
  /** Whether the draft is another one, or only what is published. */
  readonly isSaved: boolean;
  /** Null: it is not known. */
  readonly by: string | null;
  readonly isMe: boolean;
}

/** Reads what others have saved or published, and says so until it is shown here. */
export function useNews({ people, version, publications }: Told): NewsOfEntry | null {
  const { store } = useOpenEntry();
  const { administrator } = useSession();
  const { entry, isSaving, isSettling } = useEntry((state) => ({
    entry: state.entry,
    isSaving: state.isSaving,
    isSettling: state.problem?.kind === 'conflict',
  }));
  const [theirs, setTheirs] = useState<Entry | null>(null);
  const names = useNames(people);
  const revision = entry?.revision ?? '';
  const isOther = version !== null && !isSaving && version.revision > revision;
  useEffect(() => {
    if (!isOther && publications === 0) return undefined;
    let isOver = false;
    readEntry(store.place, store.state.getState().entry).then(
      (read) => isOver || setTheirs(read),
      (error: unknown) => {
        // The next save says what is wrong.
        if (!(error instanceof ApiFailure)) throw error;
      },
    );
    return () => void (isOver = true);
  }, [isOther, version?.revision, publications, store]);
  if (entry === null || theirs === null || isSaving || isSettling) return null;
  const isSaved = theirs.revision > entry.revision;
  if (!isSaved && (theirs.revision !== entry.revision || isSameState(theirs, entry))) return null;
  const by = isSaved ? (version?.by ?? null) : null;
  return {
    entry,
    theirs,
    isSaved,
    by: by === null ? null : (names.get(by) ?? null),
    isMe: by === administrator.documentId,
  };
}

const isSameState = (one: Entry, other: Entry): boolean =>
  one.state === other.state && one.publishedAt === other.publishedAt;

/** The names of all who were here, as somebody may save and leave. */
function useNames(people: Told['people']): ReadonlyMap<string, string> {
  const names = useRef(new Map<string, string>());
  for (const { documentId, name } of people) names.current.set(documentId, name);
  return names.current;
}
