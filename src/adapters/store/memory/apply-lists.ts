import type { ListChange, PendingList, WritePlan } from '../../../domain/plan/write-plan.js';
import type { ListRequirement } from '../../../domain/plan/write-requirements.js';
import { applyPending, changeList, renewKeys, type LinkEdit } from '../../../domain/relation/change-links.js';
import { linkSideOf, type LinkList } from '../../../domain/relation/link-list.js';
import { otherSide, type Link } from '../../../domain/schema/schema.js';
import type { Writing } from './changes.js';
import { endsOf, linksIn, linksOf } from './tables.js';

/** Removes the document's links at the given ends: all of them, or those in the given locale. */
export function applyUnlinks({ tables, changes }: Writing, { documentId, unlink }: WritePlan): void {
  for (const { link, side, locale } of unlink) {
    for (const row of linksOf(tables, link, side, documentId)) {
      if (locale === null || row[side].locale === locale) changes.link(tables.links(link), row, undefined);
    }
  }
}

export function applyList(writing: Writing, documentId: string, change: ListChange): void {
  const { tables } = writing;
  const list: LinkList = { ...linkSideOf(change.relation), own: { documentId, locale: change.locale } };
  const { link, side, own } = list;
  const other = otherSide(side);
  const table = tables.links(link);
  const placed = change.place.flatMap(({ target }) => {
    const ends = side === 'source' ? { source: own, target } : { source: target, target: own };
    const there = table.byEnds.get(endsOf(ends));
    const held = change.exclusive ? linksOf(tables, link, other, target.documentId) : [];
    return there === undefined ? held : [there, ...held];
  });
  const links = new Set([...(change.remove.length > 0 ? linksIn(tables, list) : []), ...placed]);
  const places = { keys: change.place.map(() => tables.nextKey()), newId: () => ++table.lastId };
  store(writing, link, changeList(list, change, links, places));
}

/** Applies the pending links of one list of a document. */
export function applyPendingList(writing: Writing, documentId: string, pendingList: PendingList): void {
  const { tables } = writing;
  const { link, side, locale, exclusive } = pendingList;
  const list: LinkList = { link, side, own: { documentId, locale } };
  const mine = linksIn(tables, list);
  const other = otherSide(side);
  const pending = exclusive ? mine.filter((row) => row.pending[side]) : [];
  const held = pending.flatMap((row) => linksOf(tables, link, other, row[other].documentId));
  store(writing, link, applyPending(list, pendingList, new Set([...mine, ...held])));
}

/** Gives the links of a list new keys that keep their order. */
export function rebalance(writing: Writing, requirement: ListRequirement): void {
  const { tables } = writing;
  const list = requiredList(requirement);
  const links = linksIn(tables, list);
  const keys = Array.from({ length: 2 * links.length }, () => tables.nextKey());
  store(writing, list.link, renewKeys(links, list.side, keys));
}

export const requiredList = ({ relation, documentId, locale }: ListRequirement): LinkList => ({
  ...linkSideOf(relation),
  own: { documentId, locale },
});

function store({ tables, changes }: Writing, link: Link, edits: readonly LinkEdit[]): void {
  for (const { before, after } of edits)
    changes.link(tables.links(link), before ?? undefined, after ?? undefined);
}
