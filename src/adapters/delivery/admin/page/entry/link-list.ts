import type { LinkedLabel, RelationPart } from '../../contract/links.js';

/** The links of a relation in their order, as far as they are known here. */
export interface LinkList {
  readonly items: readonly LinkedLabel[];
  /** Where links were not read, in their order; absent where all were read. */
  readonly gaps?: readonly Gap[];
  /** Links that were taken away, of those that were not read. */
  readonly removed?: readonly LinkedLabel[];
}

/** Links that were not read. */
export interface Gap {
  /** How many of the items stand before them. */
  readonly at: number;
  /** How many there are; null: it is not known. */
  readonly count: number | null;
}

/** One object, as it is what a field of a new entry shows. */
const none: LinkList = { items: [] };

const lists = new WeakMap<RelationPart, LinkList>();

/** What the server answered: the first links. The same answer is the same list, so that nothing is shown anew. */
export function listOf(part: RelationPart | undefined): LinkList {
  if (part === undefined) return none;
  const { items, hasMore } = part;
  const list = lists.get(part) ?? { items, ...(hasMore && { gaps: [{ at: items.length, count: null }] }) };
  lists.set(part, list);
  return list;
}

/** Whether an answer says that a relation links one document at most. */
export const isToOne = (part: RelationPart | undefined): boolean => part?.many === false;

/** Links of one document in two locales are two. */
export const keyOf = ({ documentId, locale }: Pick<LinkedLabel, 'documentId' | 'locale'>): string =>
  `${documentId} ${locale ?? ''}`;

export const isSameLink = (one: LinkedLabel, other: LinkedLabel): boolean => keyOf(one) === keyOf(other);

/** Links that were not read are one row. */
export type Row = LinkedLabel | Omit<Gap, 'at'>;

export const isGap = (row: Row): row is Omit<Gap, 'at'> => 'count' in row;

export function rowsOf({ items, gaps = [] }: LinkList): readonly Row[] {
  let at = 0;
  const before = gaps.flatMap((gap): readonly Row[] => {
    const rows = [...items.slice(at, gap.at), { count: gap.count }];
    at = gap.at;
    return rows;
  });
  return [...before, ...items.slice(at)];
}

/**
 * Makes a list of rows. Gaps stay apart, also where no item is left between them, as edits keep the gaps of what they began from.
 */
export function fromRows(rows: readonly Row[], { removed }: Pick<LinkList, 'removed'> = {}): LinkList {
  const items: LinkedLabel[] = [];
  const gaps: Gap[] = [];
  for (const row of rows) {
    if (!isGap(row)) items.push(row);
    else if (row.count !== 0) gaps.push({ at: items.length, count: row.count });
  }
  return { items, ...(gaps.length > 0 && { gaps }), ...(removed !== undefined && { removed }) };
}

export const indexIn = (rows: readonly Row[], link: LinkedLabel): number =>
  rows.findIndex((row) => !isGap(row) && isSameLink(row, link));

export const isIn = (links: readonly LinkedLabel[] | undefined, link: LinkedLabel): boolean =>
  links?.some((one) => isSameLink(one, link)) ?? false;

/** A link that is there is not one that was taken away. */
export function notRemoved({ removed, ...list }: LinkList, link: LinkedLabel): LinkList {
  const left = removed?.filter((one) => !isSameLink(one, link)) ?? [];
  return left.length > 0 ? { ...list, removed: left } : list;
}

/** Where links go in a list: beside one that is known, or to one of its ends. */
export type Position =
  | { readonly before: LinkedLabel }
  | { readonly after: LinkedLabel }
  | { readonly start: true }
  | { readonly end: true };

/** Puts links at a place, in this order, wherever they were and whether they were read or not. */
export function withPlaced(list: LinkList, links: readonly LinkedLabel[], position: Position): LinkList {
  const moved = new Set(links.map(keyOf));
  const others = rowsOf(list).filter((row) => isGap(row) || !moved.has(keyOf(row)));
  const at = placeOf(others, position);
  if (at === null) return list;
  return links.reduce(notRemoved, fromRows(others.toSpliced(at, 0, ...links), list));
}

function placeOf(rows: readonly Row[], position: Position): number | null {
  if ('start' in position) return 0;
  if ('end' in position) return rows.length;
  const at = indexIn(rows, 'before' in position ? position.before : position.after);
  return at < 0 ? null : 'before' in position ? at : at + 1;
}

/** Adds a link at the end, after those that were not read. */
export const withLink = (list: LinkList, link: LinkedLabel): LinkList =>
  withPlaced(list, [link], { end: true });

/** Takes away a link, which may be one that was not read. */
export function withoutLink(list: LinkList, link: LinkedLabel): LinkList {
  const rows = rowsOf(list);
  const at = indexIn(rows, link);
  if (at >= 0) return fromRows(rows.toSpliced(at, 1), list);
  return list.gaps === undefined || isIn(list.removed, link)
    ? list
    : { ...list, removed: [...(list.removed ?? []), link] };
}

/** Moves an item to the place of another one, which makes room for it. */
export function withMoved(list: LinkList, from: number, to: number): LinkList {
  const [link, neighbour] = [list.items[from], list.items[to]];
  if (link === undefined || neighbour === undefined || from === to) return list;
  return withPlaced(list, [link], to > from ? { after: neighbour } : { before: neighbour });
}

/** Whether two lists have the same links in the same places, as far as they are known. */
export const isSameList = (one: LinkList, other: LinkList): boolean =>
  one.items.length === other.items.length &&
  one.items.every((link, at) => isSameLink(link, other.items[at] ?? link)) &&
  (one.gaps ?? []).map(({ at }) => at).join() === (other.gaps ?? []).map(({ at }) => at).join();
