import type { ListChange, Placement, TargetRef, WritePlan } from '../../../domain/plan/write-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import { otherSide } from '../../../domain/schema/schema.js';
import { endOf, rivalsOf, linksIn, withdraw, type LinkList, type Writing } from './link-list.js';
import { linksOf } from './linked-versions.js';
import type { LinkKeys, LinkRow } from './rows.js';
import { endsOf } from './tables.js';

/** Removes the links of the document at the named ends: every one, or those that name the locale. */
export function applyUnlinks({ tables, changes }: Writing, { documentId, unlink }: WritePlan): void {
  for (const { link, side, locale } of unlink) {
    for (const row of linksOf(tables, link, side, documentId)) {
      if (locale === null || row[side].locale === locale) changes.link(tables.links(link), row, undefined);
    }
  }
}

/** Applies one list change: what goes, what is taken from others, what is placed. */
export function applyList(writing: Writing, documentId: string, change: ListChange): void {
  const { tables } = writing;
  const list: LinkList = { ...endOf(change.relation), own: { documentId, locale: change.locale } };
  for (const { kind, targets, layers } of change.remove) {
    const named = new Set(targets.map(refKey));
    const isGone = (row: LinkRow): boolean =>
      named.has(refKey(row[otherSide(list.side)])) === (kind === 'these');
    for (const row of linksIn(tables, list).filter(isGone))
      withdraw(writing, list, row, layers, change.pending);
  }
  for (const placement of change.takes ? change.place : []) {
    for (const row of rivalsOf(tables, list, placement.target)) {
      withdraw(writing, list, row, placement.layers, change.pending);
    }
  }
  for (const placement of change.place) placeLink(writing, list, change, placement);
}

/** A link that is there keeps its place at the other end; a new one goes to the end there. */
function placeLink(
  { tables, changes }: Writing,
  list: LinkList,
  change: ListChange,
  placement: Placement,
): void {
  const { link, side, own } = list;
  const table = tables.links(link);
  const ends =
    side === 'source' ? { source: own, target: placement.target } : { source: placement.target, target: own };
  const before = table.byEnds.get(endsOf(ends));
  const tick = tables.tick();
  const keysIn = (layer: Layer): LinkKeys | null => {
    const old = before?.[layer] ?? null;
    if (!change.layers.includes(layer)) return old;
    if (placement.leaves.includes(layer)) return null;
    if (old === null && !placement.layers.includes(layer)) return null;
    const key = placement.key ?? tick;
    const other = placeAtOther(list, before, layer) ?? tick;
    return side === 'source' ? { source: key, target: other } : { source: other, target: key };
  };
  const flags = before?.pending ?? { source: false, target: false };
  const row: LinkRow = {
    id: before?.id ?? ++table.lastId,
    source: { ...ends.source },
    target: { ...ends.target },
    draft: keysIn('draft'),
    published: keysIn('published'),
    pending: change.pending ? { ...flags, [side]: true } : flags,
  };
  changes.link(table, before, row);
}

/** What is in one layer of the other list has its place in the other layer too: it was not that end that moved it. */
function placeAtOther({ side }: LinkList, before: LinkRow | undefined, layer: Layer): string | null {
  const other = otherSide(side);
  const twin = layer === 'draft' ? 'published' : 'draft';
  return before?.[layer]?.[other] ?? before?.[twin]?.[other] ?? null;
}

const refKey = ({ documentId, locale }: TargetRef): string => `${documentId} ${locale}`;
