import { useLayoutEffect, useState, type RefObject } from 'react';
import { seenPlaces } from '../../../ui/seen-places.js';

/** So many rows are seen at once, and so many more are there above and below. */
const [seen, spare] = [11, 2];

export interface Window {
  /** The places of the rows that are there, in their order. */
  readonly places: readonly number[];
  /** The height of a row in pixels. */
  readonly height: number;
  readonly onScroll: () => void;
  /** Scrolls until a row is seen. */
  readonly reveal: (place: number) => void;
}

/** The rows of a long list that are in a box which scrolls. `kept` are there wherever it is. */
export function useWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  kept: readonly (number | null)[],
): Window {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(44);
  useLayoutEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('.link');
    if (row != null && row.offsetHeight > 0 && row.offsetHeight !== height) setHeight(row.offsetHeight);
  });
  return {
    places: seenPlaces(top - spare, top + seen + spare, count, kept),
    height,
    onScroll: () => setTop(Math.floor((box.current?.scrollTop ?? 0) / height)),
    reveal(place) {
      const { current } = box;
      if (current === null) return;
      const [start, end] = [place * height, (place + 1) * height];
      if (start < current.scrollTop) current.scrollTop = start;
      else if (end > current.scrollTop + current.clientHeight) current.scrollTop = end - current.clientHeight;
    },
  };
}
