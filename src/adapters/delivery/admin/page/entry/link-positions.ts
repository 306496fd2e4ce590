import type { LinkedLabel } from '../../contract/links.js';
import { fromRows, isGap, keyOf, rowsOf, type Gap, type LinkList, type Row } from './link-list.js';

/** Links whose number is not known are one place. */
const placesOf = ({ count }: Pick<Gap, 'count'>): number => count ?? 1;

/** How many places a list has. */
export const lengthOf = ({ items, gaps = [] }: LinkList): number =>
  gaps.reduce((sum, gap) => sum + placesOf(gap), items.length);

/** Whether the number of all links is known. */
export const isCounted = ({ gaps = [] }: LinkList): boolean => gaps.every(({ count }) => count !== null);

/** The place of an item, from 0. */
export const positionOf = ({ gaps = [] }: LinkList, index: number): number =>
  gaps.reduce((sum, gap) => sum + (gap.at <= index ? placesOf(gap) : 0), index);

/** What is at a place: an item, or a link that was not read: the gap that it is in, and how many of the gap are before it. */
export type Found =
  | { readonly link: LinkedLabel; readonly index: number }
  | { readonly gap: number; readonly offset: number };

export function foundAt({ items, gaps = [] }: LinkList, position: number): Found | null {
  let before = 0;
  for (const [gap, { at, count }] of gaps.entries()) {
    const offset = position - before - at;
    if (offset < 0) break;
    if (offset < placesOf({ count })) return { gap, offset };
    before += placesOf({ count });
  }
  const index = position - before;
  const link = items[index];
  return link === undefined ? null : { link, index };
}

/** The place in a list at which a gap begins. */
export function startOf({ gaps = [] }: LinkList, gap: number): number {
  const { at = 0 } = gaps[gap] ?? {};
  return gaps.slice(0, gap).reduce((sum, one) => sum + placesOf(one), at);
}

/** Links that were read of a list, and where. */
export interface ReadLinks {
  readonly links: readonly LinkedLabel[];
  readonly start: number;
  /** How many links the list has. */
  readonly total: number;
}

/**
 * Puts links that were read to their places. A list of another length has changed; of that, only the first links are still known.
 */
export function withRead(list: LinkList, { links, start, total }: ReadLinks): LinkList {
  const counted = countedList(list, total);
  const have = new Set(counted.items.map(keyOf));
  let at = 0;
  const rows = rowsOf(counted).flatMap((row): readonly Row[] => {
    const from = at;
    at += isGap(row) ? placesOf(row) : 1;
    if (!isGap(row)) return [row];
    const [first, last] = [Math.max(from, start), Math.min(at, start + links.length)];
    if (first >= last) return [row];
    const found = links.slice(first - start, last - start).filter((link) => !have.has(keyOf(link)));
    return [{ count: first - from }, ...found, { count: at - last }];
  });
  return fromRows(rows, list);
}

/** A list with the number of links in each gap. */
function countedList(list: LinkList, total: number): LinkList {
  const { items, gaps = [] } = list;
  const counts = gaps.flatMap(({ count }) => (count === null ? [] : [count]));
  const left = total - items.length - counts.reduce((sum, count) => sum + count, 0);
  const isOneUnknown = gaps.length - counts.length === 1;
  if (isOneUnknown && left >= 0)
    return fromRows(
      rowsOf(list).map((row) => (isGap(row) ? { count: row.count ?? left } : row)),
      list,
    );
  if (left === 0 && counts.length === gaps.length) return list;
  const head = items.slice(0, gaps[0]?.at ?? items.length);
  return fromRows([...head, { count: Math.max(0, total - head.length) }], list);
}
