import { useState } from 'react';
import type { Json } from '../../../../../../domain/schema/schema.js';
import { itemsIn, type Item } from '../component-value.js';
import { cardsFor, faultsAt, newCard, type Card, type Faults } from './cards.js';

/** The items of an entry's attribute are unfolded if there are no more than these. */
const few = 3;

interface State {
  readonly value: Json;
  readonly faults: Faults;
  readonly cards: readonly Card[];
}

export interface Cards {
  readonly items: readonly Item[];
  readonly cards: readonly Card[];
  /** Writes the items, of which these are the cards. */
  readonly put: (items: readonly Item[], cards: readonly Card[]) => void;
  readonly open: (at: number, isOpen: boolean) => void;
  readonly openAll: (isOpen: boolean) => void;
}

interface Asked {
  readonly value: Json;
  readonly isList: boolean;
  readonly path: string;
  readonly faults: Faults;
  readonly change: (value: Json) => void;
}

/** Which of the items are unfolded. An item with a new fault unfolds. */
export function useCards({ value, isList, path, faults, change }: Asked): Cards {
  const items = itemsIn(value);
  const [held, setHeld] = useState<State>(() => {
    const isOpen = !path.includes('.') && items.length <= few;
    return { value, faults: {}, cards: items.map(() => newCard(isOpen)) };
  });
  let state = held;
  if (state.value !== value)
    state = { ...state, value, cards: cardsFor(items, itemsIn(state.value), state.cards) };
  if (state.faults !== faults) {
    const had = state.faults;
    const cards = state.cards.map((card, at) => {
      const place = isList ? `${path}.${at}` : path;
      return faultsAt(faults, place) > faultsAt(had, place) ? { ...card, isOpen: true } : card;
    });
    state = { ...state, faults, cards };
  }
  if (state !== held) setHeld(state);
  const show = (cards: readonly Card[]): void => setHeld({ ...state, cards });
  return {
    items,
    cards: state.cards,
    put(next, cards) {
      const written = isList ? (next as readonly Json[]) : (next[0] ?? null);
      setHeld({ ...state, value: written, cards });
      change(written);
    },
    open: (at, isOpen) => show(state.cards.map((card, one) => (one === at ? { ...card, isOpen } : card))),
    openAll: (isOpen) => show(state.cards.map((card) => ({ ...card, isOpen }))),
  };
}
