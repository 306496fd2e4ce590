import type { StoreApi } from 'zustand/vanilla';
import type { Entry } from '../../contract/documents.js';
import { ApiFailure } from '../session/api.js';
import { editedNames, noEdits } from './edits.js';
import type { createEntryJudge } from './entry-judge.js';
import { actOn, problemOf, removeEntry } from './entry-requests.js';
import { hindered, hindrance, type Action, type EntryState, type Place } from './entry-state.js';
import type { EntrySync } from './entry-sync.js';
import { noSteps } from './undo/steps.js';

interface Acting {
  readonly store: StoreApi<EntryState>;
  readonly place: Place;
  /** Whether the content-type has an attribute. */
  readonly exists: (name: string) => boolean;
  readonly judge: ReturnType<typeof createEntryJudge>;
  readonly sync: EntrySync;
  readonly save: () => Promise<void>;
  readonly keep: () => void;
  /** The state without what is typed in some attributes. */
  readonly without: (names: readonly string[]) => Partial<EntryState>;
}

interface EntryActs {
  /**
   * Saves, then publishes and the like; `names` are the attributes that are restored. Resolves with the entry, or null if it
   * was not done.
   */
  act(action: Action, names?: readonly string[]): Promise<Entry | null>;
  /** Removes the document, in all its locales. Returns whether it is gone. */
  remove(): Promise<boolean>;
}

/** What is done with the open entry as a whole. */
export function createEntryActs({
  store: { getState: get, setState: set },
  place,
  exists,
  judge,
  sync,
  save,
  keep,
  without,
}: Acting): EntryActs {
  /** Whether it is new, and nothing was entered. */
  const isUntouched = (): boolean => get().entry === null && editedNames(get().edits).length === 0;

  async function actOnce(action: Action, names?: readonly string[]): Promise<Entry | null> {
    const isPart = names !== undefined;
    const replaces = !isPart && (action === 'discard' || action.startsWith('history/'));
    if (get().problem?.kind !== 'conflict') set({ problem: null });
    if (action === 'publish' && isUntouched() && !(await judge.isPublishable())) return null;
    if (!replaces) await save();
    const { problem, refused, entry: current } = get();
    const held = hindrance({ problem });
    if (held !== null && held.kind !== 'conflict') set({ problem: hindered(get(), held, action) });
    const isRefused = [...refused].some((name) => exists(name));
    const needsAll = !replaces && !isPart && action !== 'unpublish';
    if (current === null || problem !== null || (needsAll && isRefused)) return null;
    if (action === 'publish' && !(await judge.isPublishable())) return null;
    try {
      const data = await actOn(place, current, action, names);
      if (action === 'duplicate') return data;
      if (replaces) set({ edits: noEdits, faults: {}, refused: new Set(), known: {}, steps: noSteps });
      if (isPart) set(without(names));
      sync.begin(data);
      set({ savedAt: Date.now(), wasRestored: false });
      keep();
      return data;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // Nothing of a refused restore is in the fields.
      const isOfFields = action.startsWith('publish');
      if (!isOfFields || !sync.takeFaults(error, true))
        set({ problem: { ...problemOf(error), action: isOfFields ? 'publish' : action } });
      return null;
    }
  }

  /** What is being done, which is done once. */
  const acting = new Map<string, Promise<Entry | null>>();

  return {
    act(action, names) {
      const key = [action, ...(names ?? [])].join(' ');
      const done = acting.get(key) ?? actOnce(action, names).finally(() => acting.delete(key));
      acting.set(key, done);
      return done;
    },
    async remove() {
      try {
        await removeEntry(place, get().entry);
        set({ edits: noEdits });
        keep();
        return true;
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        set({ problem: { ...problemOf(error), action: 'delete' } });
        return false;
      }
    },
  };
}
