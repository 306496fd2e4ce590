import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Json } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import type { LinkedLabel } from '../../contract/links.js';
import { restoredEdits, withKnown } from './after-answer.js';
import { knownLinks } from './content.js';
import { createEntryEdits, type EntrySchema } from './entry-edits.js';
import { createEntryActs } from './entry-acts.js';
import { createPace } from './entry-pace.js';
import { createEntryJudge } from './entry-judge.js';
import { createEntrySync, type EntrySync } from './entry-sync.js';
import { editedNames, editsOf, noEdits } from './edits.js';
import {
  hindrance,
  isUnsaved,
  problemOfAction,
  withoutFaults,
  type EntryState,
  type Place,
} from './entry-state.js';
import type { Journal } from './journal.js';
import type { LinkList } from './link-list.js';
import { noSteps, typedName, withTextEnded } from './undo/steps.js';

interface Dependencies extends EntrySchema {
  readonly place: Place;
  readonly entry: Entry | null;
  readonly journal: Journal;
  /** Another locale that gives this one what all locales share, when it is saved for the first time. */
  readonly origin: Entry | null;
  /** Whether nothing is saved before somebody says so, although it has drafts. */
  readonly waits?: boolean;
  /** Called when the entry was created. */
  readonly created: (entry: Entry) => void;
}

/** A field was left: what is typed in another one by then waits for its own pause. Or the page is being closed. */
type SaveCause = 'left' | 'closed';

export type EntryStore = ReturnType<typeof createEntryStore>;

/** One open entry: what the server has, what is typed, and how the one becomes the other. */
export function createEntryStore(dependencies: Dependencies) {
  const { place, attributes, components, entry, journal, created } = dependencies;
  const { origin, waits = false } = dependencies;
  const savesItself = place.hasDrafts && !waits;
  const kept = journal.read();
  const existing = new Set(attributes.map(({ name }) => name));
  const restored = kept === null ? noEdits : restoredEdits(kept, entry);
  const store: StoreApi<EntryState> = createStore<EntryState>(() => ({
    entry,
    edits: restored,
    faults: {},
    refusals: 0,
    // What the content-type has lost since is never sent.
    refused: new Set(editedNames(restored).filter((name) => !existing.has(name))),
    isSaving: false,
    problem: null,
    merged: null,
    savedAt: null,
    wasRestored: kept !== null,
    known: {},
    steps: noSteps,
    planned: entry?.planned ?? [],
  }));
  const { getState: get, setState: set } = store;
  let saving: Promise<void> | null = null;
  let isReleased = false;

  const keep = (): void => {
    pace.kept();
    if (!isReleased) sync.keep();
  };

  /** The state without what is typed in some attributes, and what was refused of it. */
  const without = (names: readonly string[]): Partial<EntryState> => {
    const { edits, faults, refused } = get();
    return {
      ...names.reduce(withoutFaults, { faults, refused }),
      edits: editsOf(edits, (name) => !names.includes(name)),
    };
  };

  const pace = createPace({ keep, save: () => void save() });

  const isHalted = (): boolean => {
    // Who may not publish may still save.
    const { kind = '' } = hindrance(get()) ?? {};
    return isReleased || ['conflict', 'denied', 'gone', 'signed-out'].includes(kind);
  };

  /** Plans to keep and to save what has changed. */
  const touched = (): void => pace.touched(savesItself && !isHalted());

  const judge = createEntryJudge({ store, place, attributes, components, origin });

  const { put, putText, forget, takeBack, asStored, withoutSecrets, noteSaved } = createEntryEdits({
    store,
    attributes,
    components,
    revision: () => sync.revision(),
    inFlight: () => sync.inFlight(),
    touched: () => {
      judge.typed();
      touched();
    },
  });

  const sync: EntrySync = createEntrySync({
    store,
    place,
    kept,
    journal,
    exists: (name) => existing.has(name),
    isHalted,
    asStored,
    withoutSecrets,
    noteSaved,
    again: (waitSeconds) => void (savesItself && pace.again(waitSeconds)),
    created,
  });

  const hasSendable = (): boolean => editedNames(sync.sendable()).length > 0;

  /** Saves what can be saved. Resolves when nothing is left to try. */
  async function save(cause?: SaveCause): Promise<void> {
    const isLast = cause === 'closed';
    pace.saves();
    if (saving !== null) {
      await saving;
      if (hindrance(get()) === null && hasSendable()) return save(cause);
      return isLast ? undefined : judge.edits();
    }
    if (get().problem?.kind === 'conflict') return;
    if (!hasSendable() && !sync.isCreating() && !(get().entry === null && !isLast))
      return isLast ? undefined : judge.edits();
    saving = sendJudged(cause).finally(() => (saving = null));
    await saving;
    if (hindrance(get()) === null && hasSendable()) touched();
  }

  async function sendJudged(cause?: SaveCause): Promise<void> {
    const isLast = cause === 'closed';
    // A page that is being left has no time for it: the server judges alone.
    if (!isLast && !sync.isCreating()) await judge.edits();
    const isHeld = get().refused.size > 0 && (!hasSendable() || (get().entry === null && !savesItself));
    if (isHeld && !sync.isCreating()) return;
    if (cause !== 'left') return sync.send(sync.sendable(), isLast);
    const typed = typedName(get().steps);
    const edits = editsOf(sync.sendable(), (name) => name !== typed);
    if (sync.isCreating() || editedNames(edits).length > 0) await sync.send(edits, false);
  }

  const { act, remove } = createEntryActs({
    store,
    place,
    exists: (name) => existing.has(name),
    judge,
    sync,
    save,
    keep,
    without,
  });

  if (kept !== null) touched();

  return {
    place,
    state: store,
    put,
    putText,
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
    /** Saves soon, as when the field of a path is left. */
    leave: (path?: string) => {
      if (path !== undefined) void judge.leave(path);
      set({ steps: withTextEnded(get().steps) });
      if (savesItself && hasSendable() && !isHalted()) void save('left');
    },
    save,
    /** Keeps what is typed, and saves it if that happens by itself. */
    close: () => {
      if (pace.isKeeping()) keep();
      if (savesItself && !isHalted() && hasSendable()) void save('closed');
    },
    act,
    remove,
    /** Gives up what is typed and not saved. */
    forget: () => {
      forget();
      set({ faults: {}, refused: new Set(), wasRestored: false, problem: null });
      sync.rebase();
      keep();
    },
    /** The attributes that were edited in an earlier visit, and that the content-type has lost since. */
    lost: (): readonly string[] => editedNames(get().edits).filter((name) => !existing.has(name)),
    /** Gives up what was typed in one attribute. */
    drop: (name: string) => {
      set(without([name]));
      keep();
    },
    /** Takes over what somebody else has saved, and keeps what is typed. */
    async renew(): Promise<void> {
      if (await sync.hasMerged()) keep();
    },
    /** What others have saved is known. */
    dismissMerged: (): void => set({ merged: null }),
    /** Decides one attribute that was changed here and elsewhere. */
    settle: (name: string, choice: 'mine' | 'theirs') => {
      const { problem, edits } = get();
      if (problem?.kind !== 'conflict') return;
      if (choice === 'theirs') set({ edits: editsOf(edits, (one) => one !== name) });
      const decided = [...problem.decided, name];
      // More may have been typed since that they have changed too.
      const names = sync.conflicts(problem.theirs).filter((one) => !decided.includes(one));
      if (names.length > 0) return set({ problem: { ...problem, names, decided } });
      sync.begin(problem.theirs);
      set({ problem: null });
      keep();
      if (editedNames(get().edits).length > 0) void save();
    },
    /** Saves what a problem hinders, or closes one that hinders nothing. */
    async retry(): Promise<void> {
      set({ problem: isUnsaved(get()) && hindrance(get()) !== null ? problemOfAction(get()) : null });
      await save();
    },
    /** Saves what saves itself, and keeps the rest in the browser. */
    async flush(): Promise<void> {
      keep();
      if (savesItself && !isHalted()) await save('closed');
    },
    /** Ends what happens by itself. What is not saved stays in the browser, or is forgotten. */
    release(isKept: boolean): void {
      if (!isKept) set({ edits: noEdits });
      keep();
      pace.end();
      isReleased = true;
    },
    /** Whether something is not on the server. */
    isUnsaved: () => !isReleased && (get().isSaving || editedNames(get().edits).length > 0),
  };
}
