import type { Settlement } from '../../../domain/plan/write-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import { otherSide, type Side } from '../../../domain/schema/schema.js';
import { excludeEachOther, linksIn, rivalsOf, withdraw, type LinkList, type Writing } from './link-list.js';
import type { LinkKeys, LinkRow } from './rows.js';

/** Lets layer `to` become as the other one, for the links that are pending at this side: what leaves it goes first. */
export function settleLinks(
  writing: Writing,
  documentId: string,
  { link, side, locale, to, takes }: Settlement,
): void {
  const { tables, changes } = writing;
  const list: LinkList = { link, side, own: { documentId, locale } };
  const from = otherLayer(to);
  const pending = linksIn(tables, list).filter((row) => row.pending[side]);
  const gone = pending.filter((row) => row[from] === null);
  const there = pending.filter((row) => row[from] !== null);
  const fresh = there.filter((row) => row[to] === null);
  for (const row of gone) withdraw(writing, list, row, [to], false);
  for (const row of fresh) {
    replaceValue(writing, list, row, to);
    const rivals = takes ? rivalsOf(tables, list, row[otherSide(side)]) : [];
    for (const held of rivals) withdraw(writing, list, held, [to], false);
  }
  for (const row of there) changes.link(tables.links(link), row, settled(row, side, to));
}

/** One value has no place for two: also what the other end alone took out of the layer that is taken over goes. */
function replaceValue(writing: Writing, list: LinkList, fresh: LinkRow, to: Layer): void {
  for (const row of linksIn(writing.tables, list)) {
    const isLeft = !row.pending[list.side] && row[otherLayer(to)] === null;
    if (isLeft && excludeEachOther(list, row, fresh)) withdraw(writing, list, row, [to], false);
  }
}

/** The link has this list's place from the other layer, and the other list's, too, if it is new in this one. */
function settled(row: LinkRow, side: Side, to: Layer): LinkRow {
  const other = otherSide(side);
  const from = row[otherLayer(to)];
  if (from === null) throw new Error('a link that is gone has no place');
  const kept = row[to]?.[other] ?? from[other];
  const keys: LinkKeys =
    side === 'source' ? { source: from.source, target: kept } : { source: kept, target: from.target };
  // Nothing is left for the other side to wait for where its list has the link at one place in both layers.
  const waits = row.pending[other] && kept !== from[other];
  const pending = side === 'source' ? { source: false, target: waits } : { source: waits, target: false };
  return { ...row, [to]: keys, pending };
}

const otherLayer = (layer: Layer): Layer => (layer === 'draft' ? 'published' : 'draft');
