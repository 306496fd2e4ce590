import { useState, type KeyboardEvent } from 'react';
import type { LinkedLabel } from '../../../../contract/links.js';
import { say } from '../../../messages/messages.js';
import { indexIn, keyOf, type LinkList } from '../../link-list.js';
import { lengthOf, positionOf } from '../../link-positions.js';
import type { useLinkMoves } from './use-link-moves.js';

interface Given {
  readonly linked: LinkList;
  readonly change: (linked: LinkList) => void;
  readonly moves: Pick<ReturnType<typeof useLinkMoves>, 'put' | 'setSaid'>;
  /** Shows the row at a place. */
  readonly goTo: (place: number) => void;
}

/** The step of a key from row to row; 0: another key. */
export const rowStepOf = ({ key }: KeyboardEvent): -1 | 0 | 1 =>
  key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;

/** A link that the arrow keys move until it is dropped, or Escape puts it back. */
export function useGrabbedLink({ linked, change, moves, goTo }: Given) {
  const [grabbed, setGrabbed] = useState<{ readonly link: LinkedLabel; readonly from: LinkList } | null>(
    null,
  );

  /** Grabs a link, or drops the one that is grabbed. */
  const grab = (link: LinkedLabel): void => {
    const isTaken = grabbed === null;
    setGrabbed(isTaken ? { link, from: linked } : null);
    moves.setSaid(say(isTaken ? 'link.grabbed' : 'link.dropped', { name: link.label }));
  };

  /** Takes a key of the row at a place, where the link is. Returns whether nobody else may take it. */
  const press = (event: KeyboardEvent, place: number): boolean => {
    if (grabbed === null) return false;
    const { link, from } = grabbed;
    const step = rowStepOf(event);
    const to = place + step;
    if (event.key === 'Escape') {
      change(from);
      setGrabbed(null);
      goTo(positionOf(from, indexIn(from.items, link)));
    } else if (step !== 0 && to >= 0 && to < lengthOf(linked)) void moves.put([link], to);
    else return step !== 0;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  return { key: grabbed === null ? null : keyOf(grabbed.link), grab, press };
}
