import type { ListChange, Placement, Removal, PendingList } from '../plan/write-plan.js';
import { otherLayer, type Layer } from '../query/query.js';
import { otherSide, type Side } from '../schema/schema.js';
import {
  conflictsWith,
  isHeldPerLocale,
  isInList,
  refKey,
  type LinkKeys,
  type LinkList,
  type StoredLink,
} from './link-list.js';

/** What becomes of a link: `before` is null for a new one, `after` for one that is left in no layer. */
export interface LinkEdit<L extends StoredLink = StoredLink> {
  readonly before: L | null;
  readonly after: StoredLink | null;
}

/** New order keys, greater than those that there are, one for each placement; and the ids of new links. */
export interface NewPlaces {
  readonly keys: readonly string[];
  newId(): number;
}

/**
 * Changes a list: some links leave it, targets that have one place are taken from their holders, then links are placed.
 * What leaves comes first, so that a place is free before it is taken. `links` holds those of the list that `remove` and
 * `place` are about, and, where the change is exclusive, those of the placed targets in other lists; it may hold more.
 */
export function changeList<L extends StoredLink>(
  list: LinkList,
  change: ListChange,
  links: Iterable<L>,
  places: NewPlaces,
): readonly LinkEdit<L>[] {
  const byTarget = groupBy(links, (link) => refKey(link[otherSide(list.side)]));
  const linksTo = ({ target }: Placement): readonly L[] => byTarget.get(refKey(target)) ?? [];
  const mine = [...byTarget.values()].flat().filter((link) => isInList(list, link));
  const removed = change.remove.flatMap((removal) => {
    const isNamed = namedBy(removal);
    const leaving = mine.filter((link) => isNamed(refKey(link[otherSide(list.side)])));
    return leaving.flatMap((link) => withdraw(list.side, link, removal.layers, change.pending));
  });
  const taken = (change.exclusive ? change.place : []).flatMap((placement) =>
    linksTo(placement)
      .filter((link) => conflictsWith(list, link))
      .flatMap((link) => withdraw(list.side, link, placement.layers, change.pending)),
  );
  const placed = change.place.map((placement, index) => {
    const before = linksTo(placement).find((link) => isInList(list, link)) ?? null;
    const key = places.keys[index];
    if (key === undefined) throw new Error('fewer keys than placements');
    const id = before?.id ?? places.newId();
    return { before, after: place(list, change, placement, before, { id, key }) };
  });
  return [...removed, ...taken, ...placed];
}

function namedBy({ kind, targets }: Removal): (target: string) => boolean {
  const named = new Set(targets.map(refKey));
  return (target) => named.has(target) === (kind === 'these');
}

/** Takes a link out of layers; nothing where it is in none of them. In the layer that is left it is pending if wanted. */
function withdraw<L extends StoredLink>(
  side: Side,
  before: L,
  from: readonly Layer[],
  pending: boolean,
): readonly LinkEdit<L>[] {
  if (from.every((layer) => before[layer] === null)) return [];
  const kept = (layer: Layer): LinkKeys | null => (from.includes(layer) ? null : before[layer]);
  const [draft, published] = [kept('draft'), kept('published')];
  if (draft === null && published === null) return [{ before, after: null }];
  // Edits of the other end are gone with the link, so publishing that end has nothing to apply.
  const flags = pending ? atSides(side, true, false) : before.pending;
  return [{ before, after: { ...before, draft, published, pending: flags } }];
}

/** A link keeps its place in the other list, also from its other layer; a new one comes to the end there. */
function place(
  { side, own }: LinkList,
  change: ListChange,
  { target, key, layers: into, leaves }: Placement,
  before: StoredLink | null,
  fresh: { readonly id: number; readonly key: string },
): StoredLink {
  const other = otherSide(side);
  const keysIn = (layer: Layer): LinkKeys | null => {
    const old = before?.[layer] ?? null;
    if (!change.layers.includes(layer)) return old;
    if (leaves.includes(layer) || (old === null && !into.includes(layer))) return null;
    const kept = old ?? before?.[otherLayer(layer)];
    return atSides(side, key ?? fresh.key, kept?.[other] ?? fresh.key);
  };
  const flags = before?.pending ?? { source: false, target: false };
  return {
    id: fresh.id,
    ...atSides(side, own, target),
    draft: keysIn('draft'),
    published: keysIn('published'),
    pending: change.pending ? { ...flags, [side]: true } : flags,
  };
}

/**
 * Applies what is pending at one side of a list: layer `to` becomes as the other one. What leaves comes first. `links`
 * holds the pending ones; those of the same list where it has room for one link; and, where the change is exclusive,
 * those of the targets that are new in `to`. It may hold more.
 */
export function applyPending<L extends StoredLink>(
  list: LinkList,
  { to, exclusive }: Pick<PendingList, 'to' | 'exclusive'>,
  links: Iterable<L>,
): readonly LinkEdit<L>[] {
  const { side } = list;
  const all = [...links];
  const mine = all.filter((link) => isInList(list, link));
  const pending = mine.filter((link) => link.pending[side]);
  const gone = pending.filter((link) => link[otherLayer(to)] === null);
  const staying = pending.filter((link) => link[otherLayer(to)] !== null);
  const fresh = staying.filter((link) => link[to] === null);
  // One value has no place for two: also what the other end alone took out of the layer that is applied leaves.
  const left = mine.filter((link) => !link.pending[side] && link[otherLayer(to)] === null);
  const replaced = left.filter((link) => fresh.some((each) => excludeEachOther(list, link, each)));
  const targets = new Set(fresh.map((link) => refKey(link[otherSide(side)])));
  const taken = exclusive
    ? all.filter((link) => targets.has(refKey(link[otherSide(side)])) && conflictsWith(list, link))
    : [];
  return [
    ...[...gone, ...replaced, ...taken].flatMap((link) => withdraw(side, link, [to], false)),
    ...staying.map((before) => ({ before, after: applied(before, side, to) })),
  ];
}

/** The links that are new in layer `to` when what is pending is applied. */
export const isNewIn = (to: Layer, side: Side, link: StoredLink): boolean =>
  link.pending[side] && link[to] === null && link[otherLayer(to)] !== null;

/** Whether two links of a list that has room for one are one too many. */
const excludeEachOther = ({ link, side }: LinkList, left: StoredLink, right: StoredLink): boolean =>
  !link[side].many && (!isHeldPerLocale({ link, side }) || left.source.locale === right.source.locale);

/** The link has this list's place from the other layer, and the other list's as well where it is new in this one. */
function applied(link: StoredLink, side: Side, to: Layer): StoredLink {
  const other = otherSide(side);
  const from = link[otherLayer(to)];
  if (from === null) throw new Error('a link that is gone has no place');
  const kept = link[to]?.[other] ?? from[other];
  // The other end has nothing left to apply where its list has the link at one place in both layers.
  const waits = link.pending[other] && kept !== from[other];
  return { ...link, [to]: atSides(side, from[side], kept), pending: atSides(side, false, waits) };
}

/**
 * Gives the links of a list new keys. Both layers are renewed together, in their common order, so that each layer keeps
 * its order and a key that is the same in both stays the same. `keys`: ascending, two for each link at least.
 */
export function renewKeys<L extends StoredLink>(
  links: readonly L[],
  side: Side,
  keys: readonly string[],
): readonly LinkEdit<L>[] {
  const places = links.flatMap(({ id, draft, published }) =>
    [draft, published].flatMap((at) => (at === null ? [] : [{ id, key: at[side] }])),
  );
  places.sort((left, right) => compareKeys(left.key, right.key) || left.id - right.id);
  const renewed = new Map<string, string>();
  for (const { id, key } of places) {
    const fresh = keys[renewed.size];
    if (!renewed.has(`${key} ${id}`) && fresh !== undefined) renewed.set(`${key} ${id}`, fresh);
  }
  const keysOf = ({ id }: StoredLink, at: LinkKeys | null): LinkKeys | null =>
    at && { ...at, [side]: renewed.get(`${at[side]} ${id}`) ?? at[side] };
  return links.map((before) => {
    const { draft, published } = before;
    return {
      before,
      after: { ...before, draft: keysOf(before, draft), published: keysOf(before, published) },
    };
  });
}

const compareKeys = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const atSides = <T>(side: Side, own: T, other: T): Readonly<Record<Side, T>> =>
  side === 'source' ? { source: own, target: other } : { source: other, target: own };

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
