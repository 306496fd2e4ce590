import type { StoreApi } from 'zustand/vanilla';
import type { Entry } from '../../contract/documents.js';
import type { EntrySchema } from './entry-edits.js';
import { withFaults, withUnpublishable, type EntryState, type Fault, type Place } from './entry-state.js';
import type { Rules } from './rules.js';

interface Dependencies extends EntrySchema {
  readonly store: StoreApi<EntryState>;
  readonly place: Place;
  /** Another locale that gives what all locales share, as long as the entry does not exist in this one. */
  readonly origin: Entry | null;
}

/** Judges an entry before it is sent. The rules are fetched when they are first needed; without them the server judges alone. */
export function createEntryJudge({ store, place, attributes, components, origin }: Dependencies) {
  const { getState: get, setState: set } = store;
  /** The paths of fields that were left once. */
  const left = new Set<string>();
  let rules: { readonly own: Rules; readonly all: Rules } | null = null;

  async function load(): Promise<void> {
    if (rules !== null) return;
    const found = await import('./rules.js').catch(() => null);
    if (found === null) return;
    const rulesOf = (judged: typeof attributes): Rules =>
      found.createRules({ uid: place.uid, draftAndPublish: place.hasDrafts, attributes: judged }, components);
    rules ??= { own: rulesOf(attributes.filter(({ localized }) => localized)), all: rulesOf(attributes) };
  }

  /** Those of what is given here. */
  const current = (): Rules | undefined =>
    origin !== null && get().entry === null ? rules?.own : rules?.all;

  /** Of a field with a text that has no value, this is said. */
  const unreadable = (): readonly Fault[] =>
    Object.entries(get().edits.texts).map(([path, { fault }]) => ({ path: path.split('.'), message: fault }));

  const unsavable = (): readonly Fault[] => [
    ...(current()?.unsavable(get().edits.values, get().entry === null) ?? []),
    ...unreadable(),
  ];

  /** Says at the fields that were left what cannot be saved. */
  const typed = (): void => {
    if (left.size === 0) return;
    const found = unsavable().filter(({ path }) => left.has(path.join('.')));
    if (found.length > 0) set(withFaults(get(), found));
  };

  return {
    typed,
    async leave(path: string): Promise<void> {
      left.add(path);
      await load();
      typed();
    },
    /** Says all that cannot be saved. */
    async edits(): Promise<void> {
      await load();
      const found = unsavable();
      if (found.length > 0) set(withFaults(get(), found));
    },
    /** Whether it can be published; says what keeps it from that. */
    async isPublishable(): Promise<boolean> {
      await load();
      const found = [...(current()?.unpublishable(get()) ?? []), ...unreadable()];
      set(withUnpublishable(get(), found));
      if (found.length > 0) set({ refusals: get().refusals + 1 });
      return found.length === 0;
    },
  };
}
