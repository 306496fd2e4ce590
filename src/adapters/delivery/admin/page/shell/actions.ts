import { useEffect } from 'react';
import { useKeys } from './keys.js';

/** Something that can be done on a screen, by its button, its key, and the palette. */
export interface Action {
  readonly name: string;
  /** As `useKeys` has it: `Mod+Shift+h`. */
  readonly key: string;
  /** Absent: not now. */
  readonly run?: (() => void) | undefined;
}

const offered = new Set<Action>();

/** What can be done now, in the order of the screen. */
export const actionsNow = (): readonly Action[] =>
  [...offered].filter(
    ({ name, run }, at, all) =>
      run !== undefined && all.findIndex((one) => one.name === name && one.run !== undefined) === at,
  );

/** Offers an action while its screen is shown. Its key does nothing while something else is open over the screen. */
export function useOffered(action: Action): void {
  const { key, run } = action;
  useEffect(() => {
    offered.add(action);
    return () => void offered.delete(action);
  });
  useKeys({
    [key]() {
      if (document.querySelector('[role=dialog], dialog[open]') === null) run?.();
    },
  });
}

/** A key as `aria-keyshortcuts` has it. */
export const shortcut = (key: string): string => key.replace('Mod', 'Control');
