import { failure, type Failure } from '../failure.js';
import { targetNotFound, type TargetDocuments } from '../plan/write-plan.js';
import type { Connect, Ref, RelationInput } from '../relation/relation-input.js';
import { err, ok, type Result } from '../result.js';
import {
  componentOf,
  contentTypeOf,
  type ContentType,
  type Relation,
  type Schema,
  type Shaped,
  type Uid,
} from '../schema/schema.js';
import type { ComponentInput, Input, ItemInput } from './input.js';
import { connectedTwice, distinctConnects, distinctRefs, repeatedConnects } from './read-ref.js';

/** Whether an input may name other documents; most inputs are values only. */
export const mayLink = ({ relations, components }: Input): boolean =>
  relations.size > 0 || components.size > 0;

/**
 * Every document that a resolved input links to, including those inside components, but not those in disconnects and
 * positions. Distinct, in ascending order.
 */
export function referencesOf(schema: Schema, shaped: Shaped, input: Input): readonly TargetDocuments[] {
  const groups = new Map<
    string,
    { readonly uid: Uid; readonly locale: string | null; readonly ids: Set<string> }
  >();
  for (const [{ target }, edit] of relationsIn(schema, shaped, input)) {
    for (const { documentId = '', locale = null } of linkedBy(edit)) {
      const key = `${target} ${locale ?? ''}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { uid: target, locale, ids: new Set([documentId]) });
      else group.ids.add(documentId);
    }
  }
  return [...groups.keys()].sort().map((key) => {
    const { uid, locale, ids } = groups.get(key)!;
    return { type: contentTypeOf(schema, uid), locale, documentIds: [...ids].sort() };
  });
}

/** The locales that an input names anywhere. Distinct. */
export const localesIn = (schema: Schema, shaped: Shaped, input: Input): ReadonlySet<string> =>
  new Set(
    relationsIn(schema, shaped, input).flatMap(([, edit]) =>
      namedBy(edit).flatMap(({ locale }) => locale ?? []),
    ),
  );

/**
 * The numeric ids that an input names anywhere (items, positions, disconnects, inside components), by target type.
 * Distinct.
 */
export function numericRefsOf(
  schema: Schema,
  shaped: Shaped,
  input: Input,
): readonly { readonly type: ContentType; readonly ids: readonly number[] }[] {
  const groups = new Map<Uid, Set<number>>();
  for (const [{ target }, edit] of relationsIn(schema, shaped, input)) {
    for (const { documentId, id } of namedBy(edit)) {
      if (documentId !== undefined || id === undefined) continue;
      groups.set(target, (groups.get(target) ?? new Set()).add(id));
    }
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([uid, ids]) => ({ type: contentTypeOf(schema, uid), ids: [...ids] }));
}

/**
 * Replaces numeric ids by documentIds, and adds `defaultLocale` where a translation must be named and none is. An
 * unknown id fails with `targetNotFound`; in a disconnect it is dropped. Refs to the same document are joined, except
 * in a `connect`, where they fail with `INPUT.INVALID`.
 */
export function resolveRefs(
  schema: Schema,
  shaped: Shaped,
  input: Input,
  { lookup, defaultLocale, localized }: RefLookup,
): Result<Input> {
  const failures: Failure[] = [];
  const fail = (found: Failure): void => void failures.push(found);
  const resolved = mapRelations(schema, shaped, input, ({ target }, edit) => {
    const names = !localized && contentTypeOf(schema, target).localized;
    const resolve = (ref: Ref): Ref | null =>
      resolveRef(names ? { ...ref, locale: ref.locale ?? defaultLocale } : ref, target, lookup);
    return resolveRelation(edit, resolve, fail);
  });
  const [first] = failures;
  return first === undefined ? ok(resolved) : err(first);
}

/** Adds to `targetNotFound` the relation of the input that names the document, as `key`. */
export function namingRelation(schema: Schema, shaped: Shaped, input: Input, found: Failure): Failure {
  const target = found.details?.['target'];
  if (target === undefined) return found;
  const names: string[] = [];
  mapRelations(schema, shaped, input, ({ name }, edit) => {
    if (namedBy(edit).some(({ documentId, id }) => target === (documentId ?? id))) names.push(name);
    return edit;
  });
  const [key] = names;
  return key === undefined ? found : { ...found, details: { ...found.details, key } };
}

export interface RefLookup {
  readonly lookup: (uid: Uid, id: number) => string | undefined;
  readonly defaultLocale: string;
  /** Whether the linking document has locales. Its links then name the same locale. */
  readonly localized: boolean;
}

/** Null if the id is unknown. */
type Resolve = (ref: Ref) => Ref | null;

function resolveRelation(
  edit: RelationInput,
  resolve: Resolve,
  fail: (found: Failure) => void,
): RelationInput {
  const must = (ref: Ref): Ref => {
    const resolved = resolve(ref);
    if (resolved === null) fail(targetNotFound(ref));
    return resolved ?? ref;
  };
  if (edit.kind === 'set') return { kind: 'set', items: distinctRefs(edit.items.map(must)) };
  const connect = edit.connect.map(({ ref, position }): Connect => {
    const at = 'ref' in position ? { at: position.at, ref: must(position.ref) } : position;
    return { ref: must(ref), position: at };
  });
  for (const ref of repeatedConnects(connect)) fail(failure('INPUT.INVALID', connectedTwice(ref)));
  const disconnect = edit.disconnect.map(resolve).filter((ref) => ref !== null);
  return { kind: 'change', connect: distinctConnects(connect), disconnect: distinctRefs(disconnect) };
}

function resolveRef(ref: Ref, target: Uid, lookup: (uid: Uid, id: number) => string | undefined): Ref | null {
  const { id, ...rest } = ref;
  if (rest.documentId !== undefined || id === undefined) return rest;
  const documentId = lookup(target, id);
  return documentId === undefined ? null : { ...rest, documentId };
}

const linkedBy = (edit: RelationInput): readonly Ref[] =>
  edit.kind === 'set' ? edit.items : edit.connect.map(({ ref }) => ref);

function namedBy(edit: RelationInput): readonly Ref[] {
  if (edit.kind === 'set') return edit.items;
  const anchors = edit.connect.flatMap(({ position }) => ('ref' in position ? [position.ref] : []));
  return [...linkedBy(edit), ...anchors, ...edit.disconnect];
}

/** The relations that an input writes, including those inside components, each with its edit. */
export function relationsIn(
  schema: Schema,
  shaped: Shaped,
  input: Input,
): readonly (readonly [Relation, RelationInput])[] {
  const own = [...input.relations].map(([name, edit]) => [relationOf(shaped, name), edit] as const);
  if (input.components.size === 0) return own;
  const items = [...input.components.values()].flatMap(itemsOf);
  const inside = items.flatMap((item) => relationsIn(schema, componentOf(schema, item.component), item));
  return [...own, ...inside];
}

/** Copies an input with each relation replaced. */
export function mapRelations<T extends Input>(
  schema: Schema,
  shaped: Shaped,
  input: T,
  change: (relation: Relation, edit: RelationInput) => RelationInput,
): T {
  const relations = new Map<string, RelationInput>();
  for (const [name, edit] of input.relations) relations.set(name, change(relationOf(shaped, name), edit));
  const mapItem = (item: ItemInput): ItemInput =>
    mapRelations(schema, componentOf(schema, item.component), item, change);
  const components = new Map<string, ComponentInput>();
  for (const [name, value] of input.components) components.set(name, mapItems(value, mapItem));
  return { ...input, relations, components };
}

export const itemsOf = (value: ComponentInput): readonly ItemInput[] =>
  value === null ? [] : 'component' in value ? [value] : value;

const mapItems = (value: ComponentInput, map: (item: ItemInput) => ItemInput): ComponentInput =>
  value === null ? null : 'component' in value ? map(value) : value.map(map);

function relationOf(shaped: Shaped, name: string): Relation {
  const attribute = shaped.attributes.get(name);
  if (attribute?.kind !== 'relation') throw new Error(`no relation ${name} in ${shaped.uid}`);
  return attribute;
}
