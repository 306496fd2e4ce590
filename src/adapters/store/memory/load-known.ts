import {
  nothingKnown,
  type Known,
  type KnownList,
  type ListNeed,
  type Needs,
} from '../../../domain/plan/write-plan.js';
import { otherSide } from '../../../domain/schema/schema.js';
import { endOf, linksIn, type LinkList, type Writing } from './link-list.js';
import { inOrder, keyAt } from './linked-versions.js';
import { loadDocument } from './load-document.js';
import type { LinkKeys, LinkRow } from './rows.js';
import type { Tables } from './tables.js';
import { compareText } from './values.js';

/** What a write needs to know. Nothing is locked: a write here runs from beginning to end without another one. */
export function loadKnown(tables: Tables, needs: Needs | null): Known {
  if (needs === null) return nothingKnown;
  return {
    document: needs.document === null ? null : loadDocument(tables, needs.document),
    lists: needs.lists.map((need) => knownList(tables, need)),
    ticks: Array.from({ length: needs.ticks }, () => tables.tick()),
  };
}

/** The whole list, which is always enough. */
function knownList(tables: Tables, need: ListNeed): KnownList {
  const { side } = endOf(need.relation);
  return {
    links: inOrder(linksIn(tables, listOf(need)), need.layers, side).map((row) => ({
      target: { ...row[otherSide(side)] },
      key: keyAt(row, need.layers, side) ?? '',
    })),
  };
}

/**
 * Gives the links of a list fresh keys. The keys of both layers are renewed together, in their common order, so that
 * each layer keeps its own order and a key that is the same in both stays the same.
 */
export function rebalance({ tables, changes }: Writing, need: ListNeed): void {
  const { link, side } = endOf(need.relation);
  const rows = linksIn(tables, listOf(need));
  const fresh = new Map<string, string>();
  const entries = rows.flatMap((row) =>
    layers.flatMap((layer) => (row[layer] === null ? [] : [{ row, key: row[layer][side] }])),
  );
  entries.sort((left, right) => compareText(left.key, right.key) || left.row.id - right.row.id);
  for (const { row, key } of entries) {
    const name = `${key} ${row.id}`;
    if (!fresh.has(name)) fresh.set(name, tables.tick());
  }
  const renewed = (row: LinkRow, keys: LinkKeys | null): LinkKeys | null =>
    keys && { ...keys, [side]: fresh.get(`${keys[side]} ${row.id}`) ?? keys[side] };
  for (const row of rows) {
    const after = { ...row, draft: renewed(row, row.draft), published: renewed(row, row.published) };
    changes.link(tables.links(link), row, after);
  }
}

const layers = ['draft', 'published'] as const;

const listOf = ({ relation, documentId, locale }: ListNeed): LinkList => ({
  ...endOf(relation),
  own: { documentId, locale },
});
