import {
  nothingKnown,
  type Known,
  type KnownList,
  type ListNeed,
  type Needs,
} from '../../../domain/plan/write-plan.js';
import type { Json, Link, Side } from '../../../domain/schema/schema.js';
import type { Changes } from './changes.js';
import { inOrder, linksOf, otherEnd } from './linked-versions.js';
import type { LinkKeys, LinkRow } from './rows.js';
import { versionsOf, type Tables } from './tables.js';
import { compareText } from './values.js';

/** What a write needs to know. Nothing is locked: a write here runs from beginning to end without another one. */
export function loadKnown(tables: Tables, needs: Needs | null): Known {
  if (needs === null) return nothingKnown;
  return {
    version: knownComponents(tables, needs.version),
    lists: needs.lists.map((need) => knownList(tables, need)),
    ticks: Array.from({ length: needs.ticks }, () => tables.tick()),
  };
}

function knownComponents(tables: Tables, wanted: Needs['version']): ReadonlyMap<string, Json> | null {
  if (wanted === null) return null;
  for (const version of versionsOf(tables.versions(wanted.type), wanted.documentId)) {
    if (version.layer !== wanted.layer || version.locale !== wanted.locale) continue;
    const components = [...version.values].filter(([name]) => {
      const kind = wanted.type.attributes.get(name)?.kind;
      return kind === 'component' || kind === 'zone';
    });
    return new Map(components.map(([name, value]) => [name, structuredClone(value)]));
  }
  return null;
}

/** The whole list, which is always enough. */
function knownList(tables: Tables, need: ListNeed): KnownList {
  const { side } = placeOf(need);
  return {
    links: listed(tables, need).map((row) => ({
      target: { ...row[otherEnd(side)] },
      key: row[need.layer]?.[side] ?? '',
    })),
  };
}

/**
 * Gives the links of a list fresh keys. The keys of both layers are renewed together, in their common order, so that
 * each layer keeps its own order and a key that is the same in both stays the same.
 */
export function rebalance(tables: Tables, changes: Changes, need: ListNeed): void {
  const { link, side } = placeOf(need);
  const rows = inList(tables, need);
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

const listed = (tables: Tables, need: ListNeed): LinkRow[] =>
  inOrder(inList(tables, need), need.layer, placeOf(need).side);

/** The links of a list, of either layer. */
function inList(tables: Tables, need: ListNeed): LinkRow[] {
  const { link, side } = placeOf(need);
  return linksOf(tables, link, side, need.documentId).filter((row) => row[side].locale === need.locale);
}

function placeOf({ relation }: ListNeed): { readonly link: Link; readonly side: Side } {
  if (relation.place.kind === 'embedded') throw new Error(`${relation.name} has no links`);
  return relation.place;
}
