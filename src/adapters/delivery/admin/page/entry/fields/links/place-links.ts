import type { LinkedLabel } from '../../../../contract/links.js';
import { fromRows, isGap, keyOf, rowsOf, withPlaced, type LinkList } from '../../link-list.js';
import { foundAt, lengthOf, startOf } from '../../link-positions.js';

/** Reads the links around a place of the list, and returns the list with them. */
export type ReadAt = (position: number) => Promise<LinkList>;

/**
 * Puts links to a place among the others, from 0. What stands there has to be known, as links are placed beside others: it is
 * read where it is not. Null: nobody can read it.
 */
export async function placedAt(
  list: LinkList,
  links: readonly LinkedLabel[],
  to: number,
  readAt?: ReadAt,
): Promise<LinkList | null> {
  const moved = new Set(links.map(keyOf));
  const others = fromRows(rowsOf(list).filter((row) => isGap(row) || !moved.has(keyOf(row))));
  if (to <= 0) return withPlaced(list, links, { start: true });
  if (to >= lengthOf(others)) return withPlaced(list, links, { end: true });
  const [before, next] = [foundAt(others, to - 1), foundAt(others, to)];
  if (next !== null && 'link' in next) return withPlaced(list, links, { before: next.link });
  if (before !== null && 'link' in before) return withPlaced(list, links, { after: before.link });
  if (next === null || readAt === undefined) return null;
  return placedAt(await readAt(startOf(list, next.gap) + next.offset), links, to);
}
