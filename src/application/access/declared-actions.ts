import type { Uid } from '../../domain/schema/schema.js';

/** The actions of controllers that the routes of an app ask a grant for, by the UID of the controller. */
export interface DeclaredActions {
  has(uid: Uid, action: string): boolean;
  of(uid: Uid): readonly string[];
  uids(): readonly Uid[];
  /** Whether the routes, which are not known yet or cannot be loaded, may name actions of this controller. */
  isPossible(uid: Uid): boolean;
}

/** Declared actions that are filled when the routes of the app are loaded. */
export interface LoadedActions extends DeclaredActions {
  replace(declared: Iterable<{ readonly type: Uid; readonly action: string }>): void;
  /** Says which controllers the apis have, where their routes are not loaded. */
  expect(controllers: ReadonlySet<Uid>): void;
}

export function createDeclaredActions(): LoadedActions {
  const byUid = new Map<Uid, Set<string>>();
  let isComplete = false;
  let expected: ReadonlySet<Uid> | undefined;
  return {
    has: (uid, action) => byUid.get(uid)?.has(action) ?? false,
    of: (uid) => [...(byUid.get(uid) ?? [])].sort(),
    uids: () => [...byUid.keys()].sort(),
    // Extensions add actions to controllers of plugins.
    isPossible: (uid) =>
      !isComplete && (expected === undefined || expected.has(uid) || uid.startsWith('plugin::')),
    expect: (controllers) => void (expected = controllers),
    replace(declared) {
      byUid.clear();
      for (const { type, action } of declared) {
        const actions = byUid.get(type) ?? new Set();
        byUid.set(type, actions.add(action));
      }
      isComplete = true;
    },
  };
}

/** For apps without code: there are the actions on documents. */
export const noDeclaredActions: DeclaredActions = {
  has: () => false,
  of: () => [],
  uids: () => [],
  isPossible: () => false,
};
