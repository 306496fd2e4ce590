import { useRef, useState } from 'react';
import type { LinkedLabel } from '../../../../contract/links.js';
import { say } from '../../../messages/messages.js';
import { indexIn, isIn, keyOf, type LinkList } from '../../link-list.js';
import { isCounted, lengthOf, positionOf, startOf } from '../../link-positions.js';
import { placedAt, type ReadAt } from './place-links.js';
import type { Goal } from './link-row.js';

interface Given {
  readonly linked: LinkList;
  readonly change: (linked: LinkList) => void;
  readonly readAt?: ReadAt | undefined;
  readonly selected: ReadonlyMap<string, LinkedLabel>;
  /** Called with the new place of the first link that was moved. */
  readonly moved: (place: number) => void;
}

/** Links whose new place is asked for, and how many places there are. */
export interface AskedPlace {
  readonly links: readonly LinkedLabel[];
  readonly last: number;
}

/** Moves links, those that are selected together, and says where they are. */
export function useLinkMoves(given: Given) {
  const { selected, readAt } = given;
  const latest = useRef(given);
  latest.current = given;
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<AskedPlace | null>(null);

  /** Those that are selected, in their order, if this is one of them; else this alone. */
  const withSelected = (link: LinkedLabel): readonly LinkedLabel[] => {
    if (!selected.has(keyOf(link))) return [link];
    const { items } = latest.current.linked;
    const here = items.filter((one) => selected.has(keyOf(one)));
    return [...here, ...[...selected.values()].filter((one) => !isIn(items, one))];
  };

  const placeOf = (link: LinkedLabel): number | null => {
    const { linked } = latest.current;
    const index = indexIn(linked.items, link);
    return index < 0 ? null : positionOf(linked, index);
  };

  /** The list with the number of its links, which is read where it is not known. */
  const counted = async (): Promise<LinkList> => {
    const { linked } = latest.current;
    const unknown = linked.gaps?.findIndex(({ count }) => count === null) ?? -1;
    return isCounted(linked) || readAt === undefined ? linked : readAt(startOf(linked, unknown));
  };

  /** Puts links to a place among the others. */
  const put = async (links: readonly LinkedLabel[], to: number): Promise<void> => {
    const { linked } = latest.current;
    const list = to >= lengthOf(linked) - links.length ? await counted() : linked;
    const next = await placedAt(list, links, to, readAt);
    const [first] = links;
    if (next === null || first === undefined) return;
    latest.current.change(next);
    const place = positionOf(next, indexIn(next.items, first));
    latest.current.moved(place);
    const count = lengthOf(next);
    setSaid(
      links.length > 1
        ? say('link.movedAll', { moved: links.length, place: place + 1, count })
        : say('item.moved', { name: first.label, place: place + 1, count }),
    );
  };

  /** Moves the row at a place, with those that are selected with it, to where another one is. */
  const drop = (link: LinkedLabel, from: number, to: number): void => {
    const { linked } = latest.current;
    const links = withSelected(link);
    // Links that are not counted are one place, the last one.
    if (!isCounted(linked) && to - from > 1 && to === lengthOf(linked) - 1) return void put(links, Infinity);
    const places = links.map(placeOf).filter((place) => place !== null);
    const [start = from] = places;
    if (Math.abs(to - from) === 1 && links.length > 1) return void put(links, start + to - from);
    if (places.includes(to) && links.length > 1) return;
    void put(links, to - places.filter((place) => place < to).length + (to > from ? 1 : 0));
  };

  const ask = async (links: readonly LinkedLabel[]): Promise<void> => {
    setAsked({ links, last: lengthOf(await counted()) - links.length + 1 });
  };

  const go = (link: LinkedLabel, goal: Goal): void => {
    const links = withSelected(link);
    const [place] = links.map(placeOf);
    if (goal === 'place') void ask(links);
    else if (goal === 'first' || goal === 'last') void put(links, goal === 'first' ? 0 : Infinity);
    else if (place != null) void put(links, goal === 'up' ? place - 1 : place + 1);
  };

  return { said, setSaid, asked, stopAsking: () => setAsked(null), put, drop, go };
}
