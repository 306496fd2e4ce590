import type {
  Attribute,
  ComponentAttribute,
  Json,
  Relation,
  Zone,
} from '../../../../../domain/schema/schema.js';
import type { NestedPart } from '../../contract/links.js';
import type { WireComponent } from '../../contract/types.js';
import { listOf, type LinkList } from './link-list.js';
import { operationsBetween } from './link-operations.js';

/** One component in a value. */
export type Item = Readonly<Record<string, Json>>;

/** A relation inside of a component, as it is shown. */
export interface ShownPart extends NestedPart, Pick<LinkList, 'gaps'> {
  /** What was read of one with more links, before it was changed here. */
  readonly from?: LinkList;
}

export const linksOf = ({
  items,
  hasMore,
  gaps = hasMore ? [{ at: items.length, count: null }] : undefined,
}: ShownPart): LinkList => ({
  items,
  ...(gaps !== undefined && { gaps }),
});

/** A relation with other links. What was read of a long one is kept, so that what was not read is not taken for removed. */
export const partWith = (part: ShownPart, { items, gaps }: LinkList): ShownPart => ({
  ...part,
  items,
  ...(gaps !== undefined && { gaps, from: part.from ?? linksOf(part) }),
});

export type Nested = ComponentAttribute | Zone;

export const isItem = (value: Json | undefined): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const itemsIn = (value: Json): readonly Item[] =>
  (Array.isArray(value) ? value : value === null ? [] : [value]) as readonly Item[];

/** Names an item that was made here, as it has no id before it is saved. Copies of the item have it, and JSON has not. */
const key = Symbol('key');
type Keyed = Item & { readonly [key]?: string };

let last = 0;
export function newItem(members: Item): Item {
  last += 1;
  const item: Keyed = { ...members, [key]: `new ${last}` };
  return item;
}

const keyOf = (item: Keyed, uid: string): string | undefined =>
  item[key] ?? (item['id'] == null ? undefined : storedKey(uid, item['id']));

/** Whether two values are one item of a list, before and after a change of it. */
export function isSameItem(one: Json | undefined, other: Json | undefined): boolean {
  if (!isItem(one) || !isItem(other)) return false;
  const [uid, otherUid] = [one, other].map(({ __component }) => JSON.stringify(__component ?? null));
  const own = keyOf(one, uid ?? '');
  return own === undefined ? one === other : own === keyOf(other, otherUid ?? '');
}

/** The ids that items have got since, by their keys. */
export type ItemIds = Map<string, Json>;

const storedKey = (uid: string, id: Json): string => `${uid} ${JSON.stringify(id)}`;

/** The id of an item by now: one that was removed and brought back has another one. */
function idOf(ids: ItemIds, item: Item, uid: string): Json | undefined {
  let id = ids.get(keyOf(item, uid) ?? '') ?? item['id'];
  for (let next = id; next !== undefined; next = ids.get(storedKey(uid, id ?? null))) id = next;
  return id;
}

const uidOf = (attribute: Nested, { __component: uid }: Item): string =>
  attribute.kind === 'component' ? attribute.component : typeof uid === 'string' ? uid : '';

const attributesOf = (
  components: readonly WireComponent[],
  attribute: Nested,
  item: Item,
): readonly Attribute[] => components.find(({ uid }) => uid === uidOf(attribute, item))?.attributes ?? [];

/** Notes which ids items got when they were saved: the answer has them in the order in which they were sent. */
export function noteIds(
  components: readonly WireComponent[],
  ids: ItemIds,
  attribute: Nested,
  sent: Json,
  answered: Json,
): void {
  const found = itemsIn(answered);
  for (const [at, item] of itemsIn(sent).entries()) {
    const saved = found[at];
    if (!isItem(item) || !isItem(saved)) continue;
    const uid = uidOf(attribute, item);
    const [own, was, is] = [keyOf(item, uid), idOf(ids, item, uid), saved['id']];
    if (own !== undefined && is !== undefined && was !== is) {
      ids.set(own, is);
      if (was != null) ids.set(storedKey(uid, was), is);
    }
    for (const inside of attributesOf(components, attribute, item))
      if (inside.kind === 'component' || inside.kind === 'zone')
        noteIds(components, ids, inside, item[inside.name] ?? null, saved[inside.name] ?? null);
  }
}

export interface Fitting {
  readonly components: readonly WireComponent[];
  readonly ids: ItemIds;
}

export interface Fitted {
  readonly value: Json;
  /** Whether nothing is missing: a removed item may have had more links than were read. */
  readonly isWhole: boolean;
}

/**
 * Makes what is sent of a value, so that the server has afterwards what is shown: items that are stored keep their ids, what is
 * not said of them is emptied, others are made new; and relations in them become operations on what is stored.
 */
export function fitted(fitting: Fitting, attribute: Nested, shown: Json, stored: Json): Fitted {
  let isWhole = true;
  const fitItem = (nested: Nested, item: Item, had: readonly Item[]): Item => {
    const uid = uidOf(nested, item);
    const [own, id] = [keyOf(item, uid), idOf(fitting.ids, item, uid)];
    const match = had.find((one) => id != null && one['id'] === id && uidOf(nested, one) === uid);
    const { id: _, ...members } = item;
    const fit = { ...members, ...(match && { id: match['id'] }), ...(own !== undefined && { [key]: own }) };
    const all = attributesOf(fitting.components, nested, item).flatMap((inside) => {
      const value = fitMember(inside, item[inside.name], match?.[inside.name]);
      return value === undefined ? [] : [[inside.name, value] as const];
    });
    return { ...fit, ...Object.fromEntries(all) };
  };
  const fitMember = (inside: Attribute, value: Json | undefined, had: Json | undefined): Json | undefined => {
    if (inside.kind === 'relation') {
      const part = value as unknown as ShownPart | null | undefined;
      const fit = fitPart(inside, part ?? undefined, (had ?? undefined) as unknown as NestedPart | undefined);
      if (had === undefined && part?.hasMore === true) isWhole = false;
      return fit as unknown as Json | undefined;
    }
    if (inside.kind !== 'scalar') {
      if (value === undefined && had === undefined) return undefined;
      return fitValue(inside, value ?? null, had ?? null);
    }
    if (inside.system) return undefined;
    if (value !== undefined || had === undefined || inside.type === 'password') return value;
    return inside.default ?? null;
  };
  const fitValue = (nested: Nested, value: Json, had: Json): Json => {
    const isList = nested.kind === 'zone' || nested.repeatable;
    const items = itemsIn(value).map((item) => (isItem(item) ? fitItem(nested, item, itemsIn(had)) : item));
    return isList ? items : (items[0] ?? null);
  };
  return { value: fitValue(attribute, shown, stored), isWhole };
}

function fitPart(
  { name, media, target, many }: Relation,
  part: ShownPart | undefined,
  had: NestedPart | undefined,
): NestedPart | undefined {
  // What nobody may follow is not read.
  if (part === undefined && had === undefined) return undefined;
  const items = part?.items ?? [];
  if (had === undefined) return { target, many, items, hasMore: false, replaces: true };
  // What was not read is neither there nor gone: of a long list, only what was changed here is repeated.
  const base = part?.hasMore === true ? part.from : listOf(had);
  const shown = part === undefined ? { items } : linksOf(part);
  const operations = base === undefined ? [] : operationsBetween(name, base, shown);
  if (operations.length === 0) return had;
  return media === undefined ? { ...had, ...shown, operations } : { ...had, items, replaces: true };
}

/** The relations in a value of which not all links were read, in no order. */
export const partialLinks = (value: Json): string => partsIn(value).sort().join();

function partsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => partsIn(one));
  if (!isItem(value)) return [];
  if (value['hasMore'] === true && 'items' in value) return [JSON.stringify(value)];
  return Object.values(value).flatMap((one) => partsIn(one ?? null));
}
