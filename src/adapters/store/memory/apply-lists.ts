import type { ListChange, Placement, TargetRef, WritePlan } from '../../../domain/plan/write-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import type { Link, Side } from '../../../domain/schema/schema.js';
import type { Changes } from './changes.js';
import { linksOf, otherEnd } from './linked-versions.js';
import type { LinkKeys, LinkRow } from './rows.js';
import { endsOf, type Tables } from './tables.js';

/** Removes every link of the document at the named ends. */
export function applyUnlinks(tables: Tables, changes: Changes, plan: WritePlan): void {
  for (const { link, side } of plan.unlink) {
    for (const row of linksOf(tables, link, side, plan.documentId))
      changes.link(tables.links(link), row, undefined);
  }
}

/** Applies one list change: what goes, what is taken from others, what is placed. */
export function applyList(tables: Tables, changes: Changes, documentId: string, change: ListChange): void {
  const list = listOf(documentId, change);
  for (const row of removed(tables, list, change)) withdraw(tables, changes, list.link, row, change.layers);
  for (const placement of change.place) {
    if (change.takes) {
      for (const row of heldByOthers(tables, list, placement.target)) {
        withdraw(tables, changes, list.link, row, change.layers);
      }
    }
    placeLink(tables, changes, list, placement, change.layers);
  }
}

/** A document's list: its own end of the links, and which side that is. */
interface List {
  readonly link: Link;
  readonly side: Side;
  readonly own: TargetRef;
}

function listOf(documentId: string, { relation, locale }: ListChange): List {
  if (relation.place.kind === 'embedded') throw new Error(`${relation.name} has no links`);
  return { ...relation.place, own: { documentId, locale } };
}

function removed(tables: Tables, { link, side, own }: List, { remove }: ListChange): LinkRow[] {
  if (remove.kind === 'none') return [];
  const named = new Set(remove.targets.map(refKey));
  return linksOf(tables, link, side, own.documentId).filter(
    (row) =>
      row[side].locale === own.locale && named.has(refKey(row[otherEnd(side)])) === (remove.kind === 'these'),
  );
}

/** Links of `target`, as this list names it, that start at other documents in the same locale. */
function heldByOthers(tables: Tables, { link, side, own }: List, target: TargetRef): LinkRow[] {
  return linksOf(tables, link, otherEnd(side), target.documentId).filter(
    (row) =>
      row[otherEnd(side)].locale === target.locale &&
      row[side].documentId !== own.documentId &&
      row[side].locale === own.locale,
  );
}

/** Takes a link out of the layers; without any layer left it is gone. */
function withdraw(
  tables: Tables,
  changes: Changes,
  link: Link,
  row: LinkRow,
  layers: readonly Layer[],
): void {
  const draft = layers.includes('draft') ? null : row.draft;
  const published = layers.includes('published') ? null : row.published;
  const after = draft === null && published === null ? undefined : { ...row, draft, published };
  changes.link(tables.links(link), row, after);
}

/** A link that is there keeps its place at the other end; a new one goes to the end there. */
function placeLink(
  tables: Tables,
  changes: Changes,
  list: List,
  placement: Placement,
  layers: readonly Layer[],
): void {
  const { link, side, own } = list;
  const table = tables.links(link);
  const ends =
    side === 'source' ? { source: own, target: placement.target } : { source: placement.target, target: own };
  const before = table.byEnds.get(endsOf(ends));
  const fresh = tables.tick();
  const key = placement.key ?? fresh;
  const keysIn = (layer: Layer): LinkKeys | null => {
    const old = before?.[layer] ?? null;
    if (!layers.includes(layer)) return old;
    const other = old?.[otherEnd(side)] ?? fresh;
    return side === 'source' ? { source: key, target: other } : { source: other, target: key };
  };
  const row: LinkRow = {
    id: before?.id ?? ++table.lastId,
    source: { ...ends.source },
    target: { ...ends.target },
    draft: keysIn('draft'),
    published: keysIn('published'),
  };
  changes.link(table, before, row);
}

const refKey = ({ documentId, locale }: TargetRef): string => `${documentId} ${locale}`;
