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

/** A change of one link: `before` is null for a new link, `after` for a link that is deleted. */
export interface LinkEdit<L extends StoredLink = StoredLink> {
  readonly before: L | null;
  readonly after: StoredLink | null;
}

/** For each placement a new order key, greater than all existing ones; and ids for new links. */
export interface NewPlaces {
  readonly keys: readonly string[];
  newId(): number;
}

/**
 * Applies a change to a list: removes links, unlinks the targets of an exclusive change from other documents, then
 * places links. Removals come first, so that a to-one end is free before it is linked. `links` has those of the list
 * that `remove` and `place` name and, if the change is exclusive, those of the placed targets in other lists; it may
 * have more.
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

/** Removes a link from layers. `pending` marks a link that stays in the other layer as pending at `side`. */
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
  // The edit of the other end is lost with the link, so that publishing that document has nothing to apply.
  const flags = pending ? atSides(side, true, false) : before.pending;
  return [{ before, after: { ...before, draft, published, pending: flags } }];
}

/**
 * An existing link keeps its place in the other list, even if it is only in the other layer; a new one goes to the end
 * there.
 */
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
 * Copies the pending links at one side of a list to layer `to`. Removals come first. `links` has the pending links; for
 * a to-one list, all links of the list; and, if the change is exclusive, those of the targets that are new in `to`. It
 * may have more.
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
  // A to-one list has room for one link: a link that only the other end has removed from the source layer goes as well.
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

/** Whether applying pending links adds the link to layer `to`. */
export const isNewIn = (to: Layer, side: Side, link: StoredLink): boolean =>
  link.pending[side] && link[to] === null && link[otherLayer(to)] !== null;

/** Whether a to-one list has room for only one of two links. */
const excludeEachOther = ({ link, side }: LinkList, left: StoredLink, right: StoredLink): boolean =>
  !link[side].many && (!isHeldPerLocale({ link, side }) || left.source.locale === right.source.locale);

/**
 * Copies the link's place in this list from the other layer. The place in the other list is copied only if the link is
 * new in `to`.
 */
function applied(link: StoredLink, side: Side, to: Layer): StoredLink {
  const other = otherSide(side);
  const from = link[otherLayer(to)];
  if (from === null) throw new Error('a link that is gone has no place');
  const kept = link[to]?.[other] ?? from[other];
  // At the other end, nothing is pending if the link now has the same place in both layers.
  const waits = link.pending[other] && kept !== from[other];
  return { ...link, [to]: atSides(side, from[side], kept), pending: atSides(side, false, waits) };
}

/**
 * Gives the links of a list new keys. Both layers are renewed together in their common order: each keeps its order, and
 * a key that both share stays shared. `keys` is in ascending order and has at least two for each link.
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
