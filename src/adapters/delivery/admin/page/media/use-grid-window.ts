import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { seenPlaces } from '../ui/seen-places.js';

/** So many rows more are there above and below what is seen. */
const spare = 2;

interface Shape {
  readonly columns: number;
  /** From the top of a row to that of the next one, in pixels. */
  readonly height: number;
  /** The distance between two rows, in pixels. */
  readonly gap: number;
  /** The rows that are there: from the first up to the last. */
  readonly first: number;
  readonly last: number;
}

const unmeasured: Shape = { columns: 1, height: 48, gap: 0, first: 0, last: 12 };

export interface GridWindow {
  readonly columns: number;
  /** The rows that are there, in their order. */
  readonly rows: readonly number[];
  /** Returns how high so many rows are that are not there. */
  readonly heightOf: (rows: number) => number;
}

/**
 * The rows of a long list that are seen, where the page around it scrolls: of a grid with as many columns as there is room for,
 * or of a table. All rows are as high as the first. The rows of `kept` places are there wherever the page is.
 */
export function useGridWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  kept: readonly (number | null)[],
): GridWindow {
  const [shape, setShape] = useState(unmeasured);
  const measure = useCallback(() => {
    const { current } = list;
    if (current !== null)
      setShape((now) => {
        const next = shapeOf(current, now);
        return isSame(now, next) ? now : next;
      });
  }, [list]);
  useLayoutEffect(measure);
  useEffect(() => {
    const scroller = list.current?.closest('main');
    if (scroller == null) return;
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', measure);
    };
  }, [list, measure]);
  const { columns, height, gap, first, last } = shape;
  const rowOf = (place: number | null) => (place === null ? null : Math.floor(place / columns));
  return {
    columns,
    rows: seenPlaces(first, last, Math.ceil(count / columns), kept.map(rowOf)),
    heightOf: (rows) => rows * height - gap,
  };
}

/** A file that is being read is as high as the others were before. */
function shapeOf(list: HTMLElement, before: Shape): Shape {
  const scroller = list.closest('main');
  const item = list.querySelector<HTMLElement>('[data-place]:not([aria-busy])');
  if (scroller === null) return before;
  const { display, gridTemplateColumns, rowGap } = getComputedStyle(list);
  const isGrid = display === 'grid';
  const gap = isGrid ? Number.parseFloat(rowGap) || 0 : 0;
  const own = item?.getBoundingClientRect().height ?? 0;
  const height = own > 0 ? own + gap : before.height;
  const above = scroller.getBoundingClientRect().top - list.getBoundingClientRect().top;
  return {
    columns: isGrid ? gridTemplateColumns.split(' ').length : 1,
    height,
    gap,
    first: Math.floor(above / height) - spare,
    last: Math.ceil((above + scroller.clientHeight) / height) + spare,
  };
}

const isSame = (one: Shape, other: Shape): boolean =>
  (Object.keys(one) as (keyof Shape)[]).every((name) => one[name] === other[name]);
