import { failure } from '../failure.js';
import { reason } from '../reason/reason.js';
import { applyToList, type ListEdit } from '../relation/list.js';
import type { Ref, RelationInput } from '../relation/relation-input.js';
import { collectResults, err, ok, type Result } from '../result.js';
import {
  componentOf,
  type Attribute,
  type ComponentAttribute,
  type Json,
  type Relation,
  type Schema,
  type Zone,
} from '../schema/schema.js';
import type { ComponentInput, ItemInput } from './input.js';
import { itemsOf } from './references.js';
import { textOf } from './text-of.js';

/** What is the same for all items of a value. */
export interface Merging {
  readonly schema: Schema;
  readonly nextItemId: () => number;
  /** Whether the version is new: an id that it has not leads to a new item, as from a copy of another locale. */
  readonly isNew: boolean;
}

type StoredItem = { readonly [key: string]: Json };

/**
 * Returns the value to store for a component or zone: items `{id, …}`, in zones `{__component, id, …}`, in the order of
 * the input. An item with an id keeps what was not sent; stored items that are not in the input are removed. Fails with
 * `INPUT.MISMATCH` if the attribute has no stored item with that id, but not in a new version.
 */
export function mergeComponent(
  attribute: ComponentAttribute | Zone,
  stored: Json | undefined,
  input: ComponentInput,
  merging: Merging,
): Result<Json> {
  if (input === null) return ok(null);
  const byId = storedItems(attribute, stored);
  const merged = collectResults(itemsOf(input), (item) => {
    const found = item.id === undefined ? undefined : byId.get(keyOfItem(item.component, item.id));
    if (item.id !== undefined && found === undefined && !merging.isNew) return err(notRelated(attribute));
    return mergeItem(attribute, item, found, merging);
  });
  if (!merged.ok) return merged;
  return ok('component' in input ? (merged.value[0] ?? null) : merged.value);
}

/** The number of items that may need an id, including nested ones: of a new version all, otherwise those without one. */
export function countNewItems(input: ComponentInput, isNew: boolean): number {
  const own = itemsOf(input).filter(({ id }) => isNew || id === undefined).length;
  const nested = itemsOf(input).flatMap(({ components }) => [...components.values()]);
  return nested.reduce((sum, each) => sum + countNewItems(each, isNew), own);
}

/** Whether any item has an id. What is nested in an item without one has none either. */
export const needsStored = (input: ComponentInput): boolean =>
  itemsOf(input).some(({ id }) => id !== undefined);

/** Imported items have ids that only their component has once, so that a zone can have an id twice. */
function storedItems(
  attribute: ComponentAttribute | Zone,
  stored: Json | undefined,
): ReadonlyMap<string, StoredItem> {
  const items: readonly Json[] = Array.isArray(stored) ? stored : [stored ?? null];
  const byId = new Map<string, StoredItem>();
  for (const item of items) {
    if (!isItem(item) || typeof item['id'] !== 'number') continue;
    const component = attribute.kind === 'component' ? attribute.component : textOf(item['__component']);
    byId.set(keyOfItem(component, item['id']), item);
  }
  return byId;
}

const keyOfItem = (component: string, id: number): string => `${component} ${id}`;

const isItem = (value: Json): value is StoredItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const notRelated = ({ name }: Attribute) => failure('INPUT.MISMATCH', reason('items.strange', { name }));

function mergeItem(
  attribute: ComponentAttribute | Zone,
  item: ItemInput,
  stored: StoredItem | undefined,
  merging: Merging,
): Result<Json> {
  const component = componentOf(merging.schema, item.component);
  const merged = new Map<string, Json>();
  if (attribute.kind === 'zone') merged.set('__component', item.component);
  merged.set('id', stored === undefined || item.id === undefined ? merging.nextItemId() : item.id);
  for (const member of component.attributes.values()) {
    if (member.kind === 'scalar' && member.system) continue;
    const value = mergeMember(member, item, ownOf(stored, member.name), merging);
    if (!value.ok) return value;
    merged.set(member.name, value.value);
  }
  // Attributes that are no longer in the schema keep their values until they are dropped explicitly.
  for (const [name, value] of Object.entries(stored ?? {})) if (!merged.has(name)) merged.set(name, value);
  return ok(Object.fromEntries(merged));
}

const ownOf = (stored: StoredItem | undefined, name: string): Json | undefined =>
  stored !== undefined && Object.hasOwn(stored, name) ? stored[name] : undefined;

function mergeMember(
  member: Attribute,
  item: ItemInput,
  stored: Json | undefined,
  merging: Merging,
): Result<Json> {
  switch (member.kind) {
    case 'scalar':
      return ok(item.values.get(member.name) ?? (item.values.has(member.name) ? null : (stored ?? null)));
    case 'relation':
      return mergeEmbedded(member, stored, item.relations.get(member.name));
    case 'component':
    case 'zone': {
      const input = item.components.get(member.name);
      if (input !== undefined) return mergeComponent(member, stored, input, merging);
      return ok(stored ?? (member.kind === 'zone' || member.repeatable ? [] : null));
    }
  }
}

/** A link as components store it. */
type Embedded = { readonly documentId: string; readonly locale?: string };

/**
 * Returns the value to store for a relation inside a component: `{documentId, locale?}` or null; a list for to-many.
 */
export function mergeEmbedded(
  relation: Relation,
  stored: Json | undefined,
  edit: RelationInput | undefined,
): Result<Json> {
  if (edit === undefined) return ok(stored ?? (relation.many ? [] : null));
  const list = applyToList(linksOf(stored), editOf(edit), keyOf);
  if (!list.ok) return list;
  return ok(relation.many ? list.value : (list.value.at(-1) ?? null));
}

const keyOf = ({ documentId, locale = '' }: Embedded): string => `${documentId} ${locale}`;

function linksOf(stored: Json | undefined): readonly Embedded[] {
  const items: readonly Json[] = Array.isArray(stored) ? stored : [stored ?? null];
  return items.flatMap((item) => (isLink(item) ? [item] : []));
}

const isLink = (value: Json): value is Embedded =>
  typeof value === 'object' &&
  value !== null &&
  'documentId' in value &&
  typeof value.documentId === 'string';

function editOf(edit: RelationInput): ListEdit<Embedded> {
  if (edit.kind === 'set') return { kind: 'set', items: edit.items.map(linkOf) };
  const connect = edit.connect.map(({ ref, position }) => ({
    target: linkOf(ref),
    at: position.at,
    anchor: 'ref' in position ? linkOf(position.ref) : null,
  }));
  return { kind: 'change', connect, disconnect: edit.disconnect.map(linkOf) };
}

function linkOf({ documentId, locale }: Ref): Embedded {
  if (documentId === undefined) throw new Error('a ref was not resolved');
  return locale === undefined ? { documentId } : { documentId, locale };
}
