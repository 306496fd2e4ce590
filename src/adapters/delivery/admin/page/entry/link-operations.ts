import type { LinkedLabel, LinkOperation, RelationPart } from '../../contract/links.js';
import {
  fromRows,
  isGap,
  isIn,
  isSameLink,
  keyOf,
  listOf,
  notRemoved,
  rowsOf,
  withLink,
  withoutLink,
  type LinkList,
  type Row,
} from './link-list.js';
import { longestGrowing } from './longest-growing.js';

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
  const early: LinkOperation[] = [];
  const placed = partsOf(from, to).flatMap(({ had, has, isStart, isEnd }) => {
    const places = new Map(had.map((link, at) => [keyOf(link), at]));
    const staying = has.filter((link) => places.has(keyOf(link)));
    const grown = longestGrowing(staying.map((link) => places.get(keyOf(link)) ?? 0));
    const kept = new Set(staying.filter((_, at) => grown.has(at)).map(keyOf));
    const isLeft = kept.size === 0 && !isStart && !isEnd;
    const leaving = had.find((link) => wanted.has(keyOf(link)));
    const operations = has.flatMap((link, at): readonly LinkOperation[] => {
      if (kept.has(keyOf(link))) return [];
      const next = isLeft ? leaving : has.slice(at + 1).find((one) => kept.has(keyOf(one)));
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
    // Where all that was between two gaps goes away, what comes there comes first, beside what is still there.
    if (!isLeft) return operations;
    early.push(...operations);
    return [];
  });
  const removed = removals.map((link) => ({ kind: 'disconnect' as const, ...about(link) }));
  return [...removed, ...early, ...placed];
}

interface Part {
  readonly had: readonly LinkedLabel[];
  readonly has: readonly LinkedLabel[];
  /** Whether the part begins and ends where the list does. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/** The links that were not read do not move, so that what stands between them is placed apart. */
function partsOf(from: LinkList, to: LinkList): readonly Part[] {
  if (to.gaps === undefined) return [{ had: from.items, has: to.items, isStart: true, isEnd: true }];
  const [had, has] = [
    between(from.items, from.gaps?.map(({ at }) => at) ?? [from.items.length]),
    between(
      to.items,
      to.gaps.map(({ at }) => at),
    ),
  ];
  return has.map((part, at) => ({
    had: had[at] ?? [],
    has: part,
    isStart: at === 0,
    isEnd: at === has.length - 1,
  }));
}

const between = <T>(items: readonly T[], cuts: readonly number[]): readonly (readonly T[])[] =>
  [...cuts, items.length].map((cut, at) => items.slice(cuts[at - 1] ?? 0, cut));

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
    const rows = rowsOf(list).filter((row) => isGap(row) || !isSameLink(row, link));
    return notRemoved(fromRows(rows.toSpliced(placeIn(rows, operation.position), 0, link), list), link);
  }, onto);
}

type Position = Extract<LinkOperation, { kind: 'connect' }>['position'];

/** Where a position is in a list; at its end if the link that it names is not there. */
function placeIn(rows: readonly Row[], position: Position): number {
  if (position === undefined || 'end' in position) return rows.length;
  if ('start' in position) return 0;
  const anchor = 'before' in position ? position.before : position.after;
  const at = rows.findIndex((row) => !isGap(row) && row.documentId === anchor);
  return at < 0 ? rows.length : 'before' in position ? at : at + 1;
}

/**
 * Returns what is known of a list after it was saved: the server answers its first links, and those behind them are as they were
 * sent. Where links were taken away that were not read, nobody here knows how many are left in which gap.
 */
export function listAfterSave(part: RelationPart | undefined, sent: LinkList): LinkList {
  const answered = listOf(part);
  if (answered.gaps === undefined) return answered;
  const [gap] = sent.gaps ?? [];
  const head = sent.items.slice(0, gap?.at);
  const agrees = answered.items.every((link, at) => at >= head.length || isSameLink(link, head[at] ?? link));
  const isCounted = sent.removed === undefined || sent.gaps?.length === 1;
  if (!agrees || !isCounted) return answered;
  if (gap === undefined) return { items: head };
  const more = answered.items.slice(head.length);
  const [gone, found] = [sent.removed?.length ?? 0, new Set(more.map(keyOf))];
  const left = gap.count === null ? null : Math.max(0, gap.count - more.length - gone);
  const behind = rowsOf(sent)
    .slice(gap.at + 1)
    .filter((row) => isGap(row) || !found.has(keyOf(row)));
  return fromRows([...head, ...more, { count: left }, ...behind]);
}

/**
 * Returns a list after a step that led from one list to another, or back. More may be known of it by now. A link that was not
 * read comes back to its place as long as it was not saved that it was taken away, and then to the end.
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
