import type { Item } from '../component-value.js';

/** How an item is shown: it keeps its card when it moves, and when it is saved. */
export interface Card {
  readonly key: number;
  readonly isOpen: boolean;
}

let last = 0;
export const newCard = (isOpen: boolean): Card => {
  last += 1;
  return { key: last, isOpen };
};

const idOf = ({ id, __component: uid }: Item): string | undefined =>
  id == null ? undefined : `${JSON.stringify(uid)} ${JSON.stringify(id)}`;

/**
 * The cards of items that came from elsewhere, as from a save or a merge: by their ids, and else by their places, as items get
 * ids when they are saved.
 */
export function cardsFor(
  now: readonly Item[],
  was: readonly Item[],
  cards: readonly Card[],
): readonly Card[] {
  const ids = was.map(idOf);
  const known = now.map((item) => {
    const id = idOf(item);
    return id === undefined ? undefined : cards[ids.indexOf(id)];
  });
  const taken = new Set(known);
  return known.map((card, at) => {
    if (card !== undefined) return card;
    const there = cards[at];
    return there === undefined || taken.has(there) ? newCard(false) : there;
  });
}

export type Faults = Readonly<Record<string, string>>;

/** How many faults are at a path and below it. */
export const faultsAt = (faults: Faults, path: string): number =>
  Object.keys(faults).filter((one) => one === path || one.startsWith(`${path}.`)).length;
