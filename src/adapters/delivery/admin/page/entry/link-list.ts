import type { LinkedLabel, LinkOperation, RelationPart } from '../../contract/links.js';
import { longestGrowing } from './longest-growing.js';

/** The links of a relation in their order, as far as they are known here. */
export interface LinkList {
  readonly items: readonly LinkedLabel[];
  /** How many of the items stand before those that were not read; absent where all were read. */
  readonly rest?: number;
  /** Links that were taken away, of those that were not read. */
  readonly removed?: readonly LinkedLabel[];
}

/** One object, as it is what a field of a new entry shows. */
const none: LinkList = { items: [] };

/** What the server answered: the first links. */
export const listOf = (part: RelationPart | undefined): LinkList =>
  part === undefined ? none : { items: part.items, ...(part.hasMore && { rest: part.items.length }) };

/** Links of one document in two locales are two. */
const keyOf = ({ documentId, locale }: Pick<LinkedLabel, 'documentId' | 'locale'>): string =>
  `${documentId} ${locale ?? ''}`;

export const isSameLink = (one: LinkedLabel, other: LinkedLabel): boolean => keyOf(one) === keyOf(other);

/** The links that were not read, as one row of the list. */
const unread = null;
type Row = LinkedLabel | typeof unread;

const rowsOf = ({ items, rest }: LinkList): readonly Row[] =>
  rest === undefined ? items : items.toSpliced(rest, 0, unread as unknown as LinkedLabel);

const fromRows = (rows: readonly Row[], { removed }: LinkList): LinkList => {
  const rest = rows.indexOf(unread);
  return {
    items: rows.filter((row) => row !== unread),
    ...(rest >= 0 && { rest }),
    ...(removed !== undefined && { removed }),
  };
};

const indexIn = (rows: readonly Row[], link: LinkedLabel): number =>
  rows.findIndex((row) => row !== unread && isSameLink(row, link));

/** A link that is there is not one that was taken away. */
function notRemoved({ removed, ...list }: LinkList, link: LinkedLabel): LinkList {
  const left = removed?.filter((one) => !isSameLink(one, link)) ?? [];
  return left.length > 0 ? { ...list, removed: left } : list;
}

/** Adds a link at the end, after those that were not read. */
export const withLink = (list: LinkList, link: LinkedLabel): LinkList =>
  notRemoved({ ...list, items: [...list.items, link] }, link);

/** Takes away a link, which may be one that was not read. */
export function withoutLink(list: LinkList, link: LinkedLabel): LinkList {
  const rows = rowsOf(list);
  const at = indexIn(rows, link);
  if (at >= 0) return fromRows(rows.toSpliced(at, 1), list);
  return list.rest === undefined || isIn(list.removed, link)
    ? list
    : { ...list, removed: [...(list.removed ?? []), link] };
}

/** Moves an item to the place of another one, which makes room for it. */
export function withMoved(list: LinkList, from: number, to: number): LinkList {
  const [link, neighbour] = [list.items[from], list.items[to]];
  if (link === undefined || neighbour === undefined) return list;
  const others = rowsOf(list).filter((row) => row !== link);
  const at = indexIn(others, neighbour) + (to > from ? 1 : 0);
  return fromRows(others.toSpliced(at, 0, link), list);
}

/** Returns the operations that lead from one list to another, each link in one of them, and as few moves as possible. */
export function operationsBetween(attribute: string, from: LinkList, to: LinkList): readonly LinkOperation[] {
  const about = ({ documentId, locale }: LinkedLabel) => ({
    attribute,
    documentId,
    ...(locale !== null && { locale }),
  });
  const wanted = new Set(to.items.map(keyOf));
  const gone = [...from.items, ...(to.removed ?? [])].filter((link) => !wanted.has(keyOf(link)));
  const removals = [...new Map(gone.map((link) => [keyOf(link), link])).values()];
  const placed = partsOf(from, to).flatMap(({ had, has, isStart, isEnd }) => {
    const places = new Map(had.map((link, at) => [keyOf(link), at]));
    const staying = has.filter((link) => places.has(keyOf(link)));
    const grown = longestGrowing(staying.map((link) => places.get(keyOf(link)) ?? 0));
    const kept = new Set(staying.filter((_, at) => grown.has(at)).map(keyOf));
    return has.flatMap((link, at): readonly LinkOperation[] => {
      if (kept.has(keyOf(link))) return [];
      const next = has.slice(at + 1).find((one) => kept.has(keyOf(one)));
      const before = has[at - 1];
      const position =
        next === undefined && isEnd
          ? { end: true as const }
          : before !== undefined
            ? { after: before.documentId }
            : isStart || next === undefined
              ? { start: true as const }
              : { before: next.documentId };
      return [{ kind: 'connect', ...about(link), position }];
    });
  });
  return [...removals.map((link) => ({ kind: 'disconnect' as const, ...about(link) })), ...placed];
}

interface Part {
  readonly had: readonly LinkedLabel[];
  readonly has: readonly LinkedLabel[];
  /** Whether the part begins and ends where the list does. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/** The links that were not read do not move, so that what stands before them and after them is placed apart. */
function partsOf(from: LinkList, to: LinkList): readonly Part[] {
  if (to.rest === undefined) return [{ had: from.items, has: to.items, isStart: true, isEnd: true }];
  const had = from.rest ?? from.items.length;
  return [
    { had: from.items.slice(0, had), has: to.items.slice(0, to.rest), isStart: true, isEnd: false },
    { had: from.items.slice(had), has: to.items.slice(to.rest), isStart: false, isEnd: true },
  ];
}

/** Repeats on a list the operations that led from another one to `to`, as far as that is possible. */
export function rebasedList(
  onto: LinkList,
  operations: readonly LinkOperation[],
  to: Pick<LinkList, 'items'>,
): LinkList {
  const labels = new Map(to.items.map((link) => [keyOf(link), link]));
  return operations.reduce<LinkList>((list, operation) => {
    const { documentId, locale = null } = operation;
    const link = labels.get(keyOf({ documentId, locale })) ?? {
      documentId,
      locale,
      label: documentId,
      state: null,
    };
    if (operation.kind === 'disconnect') return withoutLink(list, link);
    const rows = rowsOf(list).filter((row) => row === unread || !isSameLink(row, link));
    return notRemoved(fromRows(rows.toSpliced(placeIn(rows, operation.position), 0, link), list), link);
  }, onto);
}

type Position = Extract<LinkOperation, { kind: 'connect' }>['position'];

/** Where a position is in a list; at its end if the link that it names is not there. */
function placeIn(rows: readonly Row[], position: Position): number {
  if (position === undefined || 'end' in position) return rows.length;
  if ('start' in position) return 0;
  const anchor = 'before' in position ? position.before : position.after;
  const at = rows.findIndex((row) => row?.documentId === anchor);
  return at < 0 ? rows.length : 'before' in position ? at : at + 1;
}

/**
 * Returns what is known of a list after it was saved: the server answers its first links, and those behind them and at the end are as
 * they were sent.
 */
export function listAfterSave(part: RelationPart | undefined, sent: LinkList): LinkList {
  const answered = listOf(part);
  if (answered.rest === undefined || sent.rest === undefined) return answered;
  const head = sent.items.slice(0, sent.rest);
  const agrees = answered.items.every((link, at) => at >= head.length || isSameLink(link, head[at] ?? link));
  if (!agrees) return answered;
  const first = head.length > answered.items.length ? head : answered.items;
  const tail = sent.items.slice(sent.rest).filter((link) => indexIn(first, link) < 0);
  return { items: [...first, ...tail], rest: first.length };
}

/**
 * Returns a list after a step that led from one list to another, or back. More may be known of it by now. A link that was not read comes
 * back to its place as long as it was not saved that it was taken away, and then to the end.
 */
export function listAfterStep(now: LinkList, from: LinkList, to: LinkList): LinkList {
  const [back, gone] = [
    (from.removed ?? []).filter((link) => !isIn(to.removed, link)),
    (to.removed ?? []).filter((link) => !isIn(from.removed, link)),
  ];
  const stepped = rebasedList(now, operationsBetween('', from, { ...to, removed: gone }), to);
  return back.reduce<LinkList>(
    (list, link) =>
      isIn(list.removed, link)
        ? notRemoved(list, link)
        : isIn(list.items, link)
          ? list
          : withLink(list, link),
    stepped,
  );
}

const isIn = (links: readonly LinkedLabel[] | undefined, link: LinkedLabel): boolean =>
  links?.some((one) => isSameLink(one, link)) ?? false;

/** Whether two lists have the same links in the same places, as far as they are known. */
export const isSameList = (one: LinkList, other: LinkList): boolean =>
  one.items.length === other.items.length &&
  one.rest === other.rest &&
  one.items.every((link, at) => isSameLink(link, other.items[at] ?? link));
