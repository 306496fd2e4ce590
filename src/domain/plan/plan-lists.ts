import { applyToList, type ListPlacement } from '../relation/list.js';
import { isExclusive, linkSideOf, refKey } from '../relation/link-list.js';
import { endsBeside, placeLinks } from '../relation/place-links.js';
import type { Ref, RelationInput } from '../relation/relation-input.js';
import { ok, type Result } from '../result.js';
import { isLayered, otherSide, type Link, type Relation, type Schema } from '../schema/schema.js';
import type { Layer } from '../query/query.js';
import { layersOf, type ValueChange } from './change.js';
import type { KnownList, ListChange, ListNeed, Placement, Removal, TargetRef } from './write-plan.js';

/** One relation that a change writes, with its refs as the link keeps them. */
export interface AskedList {
  readonly relation: Relation;
  readonly input: RelationInput;
  /** The locale of the document's own end. */
  readonly locale: string;
  readonly layers: readonly Layer[];
  /** Placing takes the target from whoever holds it (the other end is to-one). */
  readonly exclusive: boolean;
  readonly targets: readonly AskedRef[];
  readonly disconnects: readonly AskedRef[];
  readonly connects: readonly ListPlacement<AskedRef>[];
}

/** `layers`: all of the list's, unless the request named a status. */
export interface AskedRef extends TargetRef {
  readonly layers: readonly Layer[];
}

export function listsOf(schema: Schema, change: ValueChange): readonly AskedList[] {
  return [...change.input.relations].map(([name, input]) => {
    const relation = change.type.attributes.get(name);
    if (relation?.kind !== 'relation') throw new Error(`no relation ${name} in ${change.type.uid}`);
    return askedList(schema, change, relation, input);
  });
}

function askedList(schema: Schema, change: ValueChange, relation: Relation, input: RelationInput): AskedList {
  const { link, side } = linkSideOf(relation);
  const own = link[side];
  const other = link[otherSide(side)];
  const layers = writtenLayers(schema, change, link);
  const refOf = ({ documentId, locale, status }: Ref): AskedRef => {
    if (documentId === undefined) throw new Error('a ref was not resolved');
    const named = own.localized ? change.locale : (locale ?? change.locale);
    return { documentId, locale: other.localized ? named : '', layers: status ? [status] : layers };
  };
  const connects: readonly ListPlacement<AskedRef>[] =
    input.kind === 'set'
      ? []
      : input.connect.map(({ ref, position }) => ({
          target: refOf(ref),
          at: position.at,
          anchor: 'ref' in position ? refOf(position.ref) : null,
        }));
  return {
    relation,
    input,
    locale: own.localized ? change.locale : '',
    layers,
    exclusive: isExclusive({ link, side }),
    targets: input.kind === 'set' ? input.items.map(refOf) : connects.map((connect) => connect.target),
    disconnects: input.kind === 'set' ? [] : input.disconnect.map(refOf),
    connects,
  };
}

/**
 * A document with drafts is edited in its draft, and publishing takes that over; a new one is in all its layers at
 * once. From an end without drafts a link is in both layers, if it has them.
 */
function writtenLayers(schema: Schema, change: ValueChange, link: Link): readonly Layer[] {
  const { type } = change;
  if (!type.draftAndPublish) return isLayered(schema, link) ? ['draft', 'published'] : ['published'];
  return change.kind === 'create' && change.layer === 'published' ? layersOf(type) : ['draft'];
}

/** Positions that depend on what is in the list. */
export const isAnchored = ({ connects }: AskedList): boolean => connects.some(({ at }) => at !== 'end');

export function listNeed(change: ValueChange, list: AskedList): ListNeed {
  const { relation, locale, layers, connects, targets, disconnects } = list;
  const anchors = connects.flatMap(({ anchor, at }) =>
    anchor === null || (at !== 'before' && at !== 'after') ? [] : [{ ...bare(anchor), side: at }],
  );
  return {
    relation,
    documentId: change.documentId,
    locale,
    layers,
    anchors,
    moving: [...targets, ...disconnects].map(bare),
    ends: endsBeside(connects),
  };
}

const bare = ({ documentId, locale }: TargetRef): TargetRef => ({ documentId, locale });

/** The change of one list; null where it must be rebalanced first. `known` is of this list, for anchored ones. */
export function planList(
  change: ValueChange,
  list: AskedList,
  known: KnownList | undefined,
  sequenceKeys: readonly string[],
): Result<ListChange | null> {
  const { relation, locale, layers, exclusive } = list;
  const places = placesOf(change, list, known, sequenceKeys);
  if (!places.ok) return places;
  if (places.value === null) return ok(null);
  return ok({
    relation,
    locale,
    layers,
    remove: change.kind === 'create' ? [] : removalsOf(list),
    place: placementsOf(list, places.value),
    exclusive,
    pending: change.type.draftAndPublish && !layers.includes('published'),
  });
}

interface Place {
  readonly target: AskedRef;
  readonly key: string | null;
}

function placesOf(
  change: ValueChange,
  list: AskedList,
  known: KnownList | undefined,
  sequenceKeys: readonly string[],
): Result<readonly Place[] | null> {
  if (known !== undefined) return placeLinks(known, list.disconnects, list.connects, sequenceKeys);
  if (change.kind === 'create' && isAnchored(list)) return fromNothing(list);
  return ok(list.targets.map((target) => ({ target, key: null })));
}

/** A new document's list is what the model of lists says, in order. */
function fromNothing(list: AskedList): Result<readonly Place[]> {
  const edit = { kind: 'change' as const, connect: list.connects, disconnect: [] };
  const order = applyToList<AskedRef>([], edit, refKey);
  return order.ok ? ok(order.value.map((target) => ({ target, key: null }))) : order;
}

/** A replaced list holds its items in the layers that they name and in no other; a connected one stays where it is, too. */
function placementsOf(list: AskedList, places: readonly Place[]): readonly Placement[] {
  const left = new Map(list.disconnects.map((ref) => [refKey(ref), ref.layers]));
  return places.map(({ target, key }) => {
    const { layers } = target;
    const gone = list.input.kind === 'set' ? list.layers : (left.get(refKey(target)) ?? []);
    return { target: bare(target), key, layers, leaves: gone.filter((layer) => !layers.includes(layer)) };
  });
}

/** The links of a list that go, by the layers that they leave. */
function removalsOf({ input, targets, disconnects, layers }: AskedList): readonly Removal[] {
  if (input.kind === 'set') return [{ kind: 'except', targets: targets.map(bare), layers }];
  const placed = new Set(targets.map(refKey));
  const gone = new Map<string, { layers: readonly Layer[]; targets: TargetRef[] }>();
  for (const ref of disconnects) {
    if (placed.has(refKey(ref))) continue;
    const group = gone.get(ref.layers.join()) ?? { layers: ref.layers, targets: [] };
    group.targets.push(bare(ref));
    gone.set(ref.layers.join(), group);
  }
  return [...gone.values()].map((group) => ({ kind: 'these', ...group }));
}
