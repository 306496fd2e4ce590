import type { StoreApi } from 'zustand/vanilla';
import type { Entry } from '../../contract/documents.js';
import { say } from '../messages/messages.js';
import { ApiFailure } from '../session/api.js';
import { afterAnswer } from './after-answer.js';
import { editedNames, editsOf, entriesOf, noEdits, type Edits } from './edits.js';
import {
  conflictsOf,
  differs,
  hindered,
  problemOfAction,
  sendable,
  withFaults,
  withUnpublishable,
  type EntryState,
  type Fault,
  type Place,
} from './entry-state.js';
import { newKey, problemOf, readEntry, writeEntry } from './entry-requests.js';
import type { Creation, Journal, Kept } from './journal.js';
import { answeredDigest, isOwn, sentDigest, withOwn, type OwnContents } from './own-contents.js';
import { withoutAttributes } from './undo/steps.js';

/** How often a write is tried that others overtake. */
const attempts = 3;

interface Dependencies {
  readonly store: StoreApi<EntryState>;
  readonly place: Place;
  readonly kept: Kept | null;
  readonly journal: Journal;
  /** Whether the content-type has an attribute, which edits of an earlier visit may name though it is gone. */
  readonly exists: (name: string) => boolean;
  /** Whether nothing may be sent. */
  readonly isHalted: () => boolean;
  readonly asStored: (edits: Edits) => Edits;
  readonly withoutSecrets: (edits: Edits) => Edits;
  readonly noteSaved: (sent: Edits, data: Entry) => void;
  /** Called when the server did not take something that it may take so much later. */
  readonly again: (waitSeconds: number) => void;
  readonly created: (entry: Entry) => void;
}

export type EntrySync = ReturnType<typeof createEntrySync>;

/** How what is typed comes to the server, and what others have saved comes here. */
export function createEntrySync(dependencies: Dependencies) {
  const {
    store,
    place,
    kept,
    journal,
    exists,
    isHalted,
    asStored,
    withoutSecrets,
    noteSaved,
    again,
    created,
  } = dependencies;
  const { getState: get, setState: set } = store;
  const { entry } = get();
  /** The revision that the edits began from. */
  let revision = kept === null ? (entry?.revision ?? null) : kept.revision;
  /** The version that edits began from, but those of `stale` attributes, which are older than what was read of it. */
  let base = entry;
  let stale = new Set(revision === (entry?.revision ?? null) ? [] : editedNames(kept?.edits ?? noEdits));
  let own: OwnContents = kept?.own ?? {};
  /** What is on its way to the server. */
  let inFlight = noEdits;
  let creation: Creation | null = kept?.creation ?? null;

  const keep = (): void => {
    const { edits, entry: now } = get();
    journal.write({
      edits,
      revision,
      own: ownOf(editedNames(edits)),
      label: now?.label,
      ...(creation !== null && { creation }),
    });
  };

  /** What the server may have of attributes without that others have changed them. */
  const ownOf = (names: readonly string[]): OwnContents => {
    const known = entriesOf(own, ([name]) => names.includes(name));
    const from = base;
    const fresh = names.filter((name) => !stale.has(name));
    return from === null ? known : withOwn(known, fresh, (name) => answeredDigest(name, from));
  };

  /** Whether nobody else has changed what `theirs` has of an attribute. */
  const isOurs = (name: string, theirs: Entry): boolean =>
    (base !== null && !stale.has(name) && !differs(name, base, theirs)) || isOwn(own, name, theirs);

  const goOn = (from: Entry | null): void => {
    revision = from?.revision ?? null;
    base = from;
    stale = new Set();
    own = {};
  };

  /** Goes on from what the server has now. What others have changed is not taken back. Returns what that is. */
  const begin = (data: Entry, sent?: Edits): readonly string[] => {
    const { foreign: changed, ...left } = afterAnswer(get(), data, (name) => isOurs(name, data), sent);
    const foreign = changed.filter((name) => !isOurs(name, data));
    goOn(data);
    set({ entry: data, ...left, steps: withoutAttributes(get().steps, foreign) });
    return foreign;
  };

  async function send(edits: Edits, isLast: boolean, attempt = 1): Promise<void> {
    set({ isSaving: true });
    const isNew = get().entry === null && place.id === null;
    if (isNew && creation === null) creation = { key: newKey(), sent: edits };
    // Whether the server has got a creation is not known before it answers: it is sent as it was.
    const sent = (isNew ? creation?.sent : undefined) ?? edits;
    // An answer has no passwords.
    const answered = withoutSecrets(sent);
    own = withOwn(own, editedNames(answered), (name) => sentDigest(name, answered));
    keep();
    inFlight = sent;
    try {
      const { entry: now } = get();
      const data = await writeEntry({ place, entry: now, revision }, asStored(sent), isLast, creation?.key);
      if (isNew) creation = null;
      noteSaved(sent, data);
      begin(data, sent);
      set({ problem: problemOfAction(get()), savedAt: Date.now(), wasRestored: false });
      if (isNew) {
        journal.moveTo(data.documentId);
        created(data);
      }
      keep();
    } catch (error) {
      if (isRefusal(error)) creation = null;
      await refusedBy(error, sent, attempt);
    } finally {
      inFlight = noEdits;
      set({ isSaving: false });
    }
  }

  async function refusedBy(error: unknown, sent: Edits, attempt: number): Promise<void> {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 412) {
      if (attempt === attempts) return set({ problem: { kind: 'changing' } });
      if (!(await hasMerged())) return;
      // The operations of relations are other ones now.
      const names = new Set(editedNames(sent));
      return send(
        editsOf(get().edits, (name) => names.has(name)),
        false,
        attempt + 1,
      );
    }
    if (!takeFaults(error)) {
      set({ problem: hindered(get(), problemOf(error)) });
      if (place.hasDrafts && !isHalted()) again(error.retryAfterSeconds ?? 0);
      return;
    }
    const { refused } = get();
    const names = editedNames(sent).filter((name) => !refused.has(name));
    // What is right is saved without what is not.
    if (names.length < editedNames(sent).length && names.length > 0 && get().entry !== null)
      await send(
        editsOf(sent, (name) => names.includes(name)),
        false,
      );
  }

  /** Shows at its fields what the server refused to save, or to do with what is saved. Returns whether it named any. */
  function takeFaults(failure: ApiFailure, isSaved = false): boolean {
    const named = faultsIn(failure, editedNames(get().edits));
    if (named.length === 0) return false;
    const shown = isSaved ? withUnpublishable(get(), named) : withFaults(get(), named);
    set({ ...shown, refusals: get().refusals + 1, problem: problemOfAction(get()) });
    return true;
  }

  const conflicts = (theirs: Entry): readonly string[] =>
    conflictsOf(get().edits, (name) => !exists(name) || isOurs(name, theirs), theirs);

  /** Takes what somebody else has saved. Returns false where it changes what is changed here too, or cannot be read. */
  async function hasMerged(): Promise<boolean> {
    try {
      const data = await readEntry(place, get().entry);
      const names = conflicts(data);
      if (names.length > 0) set({ problem: { kind: 'conflict', theirs: data, names, decided: [] } });
      else {
        const foreign = begin(data);
        if (foreign.length > 0) set({ merged: { theirs: data, names: foreign } });
      }
      return names.length === 0;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      set({ problem: problemOf(error) });
      return false;
    }
  }

  return {
    keep,
    begin,
    send,
    takeFaults,
    hasMerged,
    /** The attributes that are changed here, and otherwise in `theirs`. */
    conflicts,
    revision: () => revision,
    inFlight: () => inFlight,
    /** Whether a creation has to be sent again. */
    isCreating: () => creation !== null,
    /** Edits begin from what the server has. */
    rebase(): void {
      goOn(get().entry);
    },
    /** What can be sent now. */
    sendable: () => sendable(get()),
  };
}

/** What a failure says of single attributes, also of one that the content-type has lost since it was shown. */
function faultsIn({ answer }: ApiFailure, edited: readonly string[]): readonly Fault[] {
  const { errors = [], key } = answer?.details ?? {};
  const named = errors.filter(({ path }) => path.length > 0);
  const isLost = named.length === 0 && key !== undefined && edited.includes(key);
  return isLost ? [{ path: [key], message: say('lost.fault') }] : named;
}

/** Whether the server has said that it did nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 401;
