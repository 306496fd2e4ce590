import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Json } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import type { LinkedLabel } from '../../contract/links.js';
import { ApiFailure } from '../session/api.js';
import { renewSession } from '../session/session.js';
import { afterAnswer, restoredEdits, withKnown } from './after-answer.js';
import { knownLinks } from './content.js';
import { createEntryEdits, type EntrySchema } from './entry-edits.js';
import { editedNames, editsOf, noEdits, type Edits } from './edits.js';
import { conflictsOf, sendable, withFaults, type EntryState, type Place } from './entry-state.js';
import { actOn, problemOf, readEntry, removeEntry, writeEntry, type Action } from './entry-requests.js';
import type { Journal } from './journal.js';
import type { LinkList } from './link-list.js';
import { noSteps, withoutAttributes, withTextEnded } from './undo/steps.js';

/** The time from the last key to the save, and the longest that a change waits; milliseconds. */
const [pause, longest] = [2000, 10_000];
const journalPause = 250;
/** After the server did not answer. */
const laterPause = 5000;
/** How often a write is tried that others overtake. */
const attempts = 3;

interface Dependencies extends EntrySchema {
  readonly place: Place;
  readonly entry: Entry | null;
  /** The journal of a document; null: of one that does not exist yet. */
  readonly journalOf: (id: string | null) => Journal;
  /** Called when the entry was created. */
  readonly created: (entry: Entry) => void;
}

export type EntryStore = ReturnType<typeof createEntryStore>;

/** One open entry: what the server has, what is typed, and how the one becomes the other. */
export function createEntryStore(dependencies: Dependencies) {
  const { place, attributes, components, entry, journalOf, created } = dependencies;
  let journal = journalOf(place.id);
  const kept = journal.read();
  const store: StoreApi<EntryState> = createStore<EntryState>(() => ({
    entry,
    edits: kept === null ? noEdits : restoredEdits(kept.edits, entry),
    faults: {},
    refused: new Set(),
    isSaving: false,
    problem: null,
    savedAt: null,
    wasRestored: kept !== null,
    known: {},
    steps: noSteps,
    planned: entry?.planned ?? [],
  }));
  const { getState: get, setState: set } = store;
  /** The revision that the edits began from. */
  let revision = kept === null ? (entry?.revision ?? null) : kept.revision;
  /** The version that the edits began from; null: it is not known any more, so that each edit may overwrite another. */
  let base = revision === (entry?.revision ?? null) ? entry : null;
  let saving: Promise<void> | null = null;
  /** What is on its way to the server. */
  let inFlight = noEdits;
  let timers: { save?: number; journal?: number; since?: number } = {};

  const keep = (): void => {
    clearTimeout(timers.journal);
    delete timers.journal;
    journal.write({ edits: get().edits, revision });
  };

  /** Plans to keep and to save what has changed. */
  const touched = (): void => {
    timers.journal ??= window.setTimeout(keep, journalPause);
    if (!place.hasDrafts || isHalted()) return;
    const now = Date.now();
    timers.since ??= now;
    clearTimeout(timers.save);
    timers.save = window.setTimeout(
      () => void save(),
      Math.max(0, Math.min(pause, timers.since + longest - now)),
    );
  };

  const isHalted = (): boolean => {
    const { problem } = get();
    return problem !== null && ['conflict', 'denied', 'gone', 'signed-out'].includes(problem.kind);
  };

  const { put, forget, takeBack, asStored, noteSaved } = createEntryEdits({
    store,
    attributes,
    components,
    revision: () => revision,
    inFlight: () => inFlight,
    touched,
  });

  /** Saves all that can be saved. Resolves when nothing is left to try. */
  async function save(isLast = false): Promise<void> {
    clearTimeout(timers.save);
    timers = timers.journal === undefined ? {} : { journal: timers.journal };
    if (saving !== null) {
      await saving;
      return get().problem === null && editedNames(sendable(get())).length > 0 ? save(isLast) : undefined;
    }
    if (get().problem?.kind === 'conflict') return;
    const sent = sendable(get());
    if (editedNames(sent).length === 0 && !(get().entry === null && !isLast)) return;
    saving = send(sent, isLast).finally(() => (saving = null));
    await saving;
    if (get().problem === null && editedNames(sendable(get())).length > 0) touched();
  }

  async function send(sent: Edits, isLast: boolean, attempt = 1): Promise<void> {
    set({ isSaving: true });
    inFlight = sent;
    try {
      const data = await writeEntry({ place, entry: get().entry, revision }, asStored(sent), isLast);
      const isNew = get().entry === null && place.id === null;
      noteSaved(sent, data);
      begin(data, sent);
      set({ problem: null, savedAt: Date.now(), wasRestored: false });
      if (isNew) {
        journal.write({ edits: noEdits, revision });
        journal = journalOf(data.documentId);
        created(data);
      }
      keep();
    } catch (error) {
      await refusedBy(error, sent, attempt);
    } finally {
      inFlight = noEdits;
      set({ isSaving: false });
    }
  }

  /** Goes on from what the server has now. What others have changed is not taken back. */
  const begin = (data: Entry, sent?: Edits): void => {
    const { foreign, ...left } = afterAnswer(get(), data, sent);
    revision = data.revision;
    base = data;
    set({ entry: data, ...left, steps: withoutAttributes(get().steps, foreign) });
  };

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
      set({ problem: problemOf(error) });
      if (place.hasDrafts && !isHalted()) timers.save = window.setTimeout(() => void save(), laterPause);
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

  /** Shows what the server refused at its fields. Returns whether it named any. */
  function takeFaults(failure: ApiFailure): boolean {
    const taken = withFaults(get(), failure.answer);
    if (taken !== null) set({ ...taken, problem: null });
    return taken !== null;
  }

  /** Takes what somebody else has saved. Returns false where it changes what is changed here too, or cannot be read. */
  async function hasMerged(): Promise<boolean> {
    try {
      const data = await readEntry(place, get().entry);
      const names = conflictsOf(get().edits, base, data);
      if (names.length > 0) set({ problem: { kind: 'conflict', theirs: data, names } });
      else begin(data);
      return names.length === 0;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      set({ problem: problemOf(error) });
      return false;
    }
  }

  if (kept !== null) touched();

  return {
    place,
    state: store,
    put,
    takeBack,
    setValue: (name: string, value: Json, follows?: boolean) =>
      put({ [name]: { kind: 'value', value } }, follows),
    setFiles: (name: string, files: readonly LinkedLabel[]) => put({ [name]: { kind: 'files', files } }),
    setLinks: (name: string, list: LinkList) => put({ [name]: { kind: 'links', list } }),
    /** Puts links of the server to those that are known, once what is on its way has arrived, which may move them. */
    async addKnown(name: string, add: (known: LinkList) => LinkList): Promise<void> {
      if (saving !== null) {
        await saving;
        return this.addKnown(name, add);
      }
      set(withKnown(get(), name, add(knownLinks(get(), name))));
    },
    /** Saves soon, as when a field is left. */
    leave: () => {
      set({ steps: withTextEnded(get().steps) });
      if (place.hasDrafts && editedNames(sendable(get())).length > 0 && !isHalted()) void save();
    },
    save,
    /** Keeps what is typed, and saves it if that happens by itself. */
    close: () => {
      if (timers.journal !== undefined) keep();
      if (place.hasDrafts && !isHalted() && editedNames(sendable(get())).length > 0) void save(true);
    },
    /** Saves, then publishes and the like. Resolves with the entry, or null if it was not done. */
    async act(action: Action): Promise<Entry | null> {
      const replaces = action === 'discard' || action.startsWith('history/');
      if (!replaces) await save();
      const { problem, refused, entry: current } = get();
      if (current === null || problem !== null || (refused.size > 0 && !replaces)) return null;
      try {
        const data = await actOn(place, current, action);
        if (action === 'duplicate') return data;
        if (replaces) set({ edits: noEdits, faults: {}, refused: new Set(), known: {}, steps: noSteps });
        begin(data);
        set({ savedAt: Date.now(), wasRestored: false });
        keep();
        return data;
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (!takeFaults(error)) set({ problem: problemOf(error) });
        return null;
      }
    },
    /** Removes the document, in all its locales. Returns whether it is gone. */
    async remove(): Promise<boolean> {
      try {
        await removeEntry(place, get().entry);
        set({ edits: noEdits });
        keep();
        return true;
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        set({ problem: problemOf(error) });
        return false;
      }
    },
    /** Gives up what is typed and not saved. */
    forget: () => {
      forget();
      set({ faults: {}, refused: new Set(), wasRestored: false, problem: null });
      revision = get().entry?.revision ?? null;
      base = get().entry;
      keep();
    },
    /** Takes over what somebody else has saved, and keeps what is typed. */
    async renew(): Promise<void> {
      if (await hasMerged()) keep();
    },
    /** Decides one attribute that was changed here and elsewhere. */
    settle: (name: string, choice: 'mine' | 'theirs') => {
      const { problem, edits } = get();
      if (problem?.kind !== 'conflict') return;
      if (choice === 'theirs') set({ edits: editsOf(edits, (one) => one !== name) });
      const names = problem.names.filter((one) => one !== name);
      if (names.length > 0) return set({ problem: { ...problem, names } });
      begin(problem.theirs);
      set({ problem: null });
      keep();
      if (editedNames(get().edits).length > 0) void save();
    },
    /** Tries again, after signing in elsewhere too. */
    async retry(): Promise<void> {
      const wasOut = get().problem?.kind === 'signed-out';
      set({ problem: null });
      if (wasOut) await renewSession().catch(() => undefined);
      await save();
    },
  };
}
