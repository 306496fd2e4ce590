import { applyToList, type ListPlacement } from '../relation/list.js';
import { endsBeside, placeLinks, refKey } from '../relation/place-links.js';
import type { Ref, RelationInput } from '../relation/relation-input.js';
import { ok, type Result } from '../result.js';
import { contentTypeOf, type Relation, type Schema } from '../schema/schema.js';
import { layersOf, type ValueChange } from './change.js';
import type { Known, ListChange, ListNeed, Placement, TargetRef } from './write-plan.js';

/** One relation that a change writes, with its refs as the link keeps them. */
export interface AskedList {
  readonly relation: Relation;
  readonly input: RelationInput;
  /** Placing takes the target from whoever holds it (the other end is to-one). */
  readonly takes: boolean;
  readonly targets: readonly TargetRef[];
  readonly disconnects: readonly TargetRef[];
  readonly connects: readonly ListPlacement<TargetRef>[];
}

export function listsOf(schema: Schema, change: ValueChange): readonly AskedList[] {
  return [...change.input.relations].map(([name, input]) => {
    const relation = change.type.attributes.get(name);
    if (relation?.kind !== 'relation') throw new Error(`no relation ${name} in ${change.type.uid}`);
    return askedList(schema, change, relation, input);
  });
}

function askedList(schema: Schema, change: ValueChange, relation: Relation, input: RelationInput): AskedList {
  const keepsLocale = contentTypeOf(schema, relation.target).localized && !change.type.localized;
  const target = (ref: Ref): TargetRef => {
    if (ref.documentId === undefined) throw new Error('a ref was not resolved');
    return { documentId: ref.documentId, locale: keepsLocale ? (ref.locale ?? '') : '' };
  };
  const connects: readonly ListPlacement<TargetRef>[] =
    input.kind === 'set'
      ? []
      : input.connect.map(({ ref, position }) => ({
          target: target(ref),
          at: position.at,
          anchor: 'ref' in position ? target(position.ref) : null,
        }));
  return {
    relation,
    input,
    takes: !otherEnd(relation).many,
    targets: input.kind === 'set' ? input.items.map(target) : connects.map((connect) => connect.target),
    disconnects: input.kind === 'set' ? [] : input.disconnect.map(target),
    connects,
  };
}

function otherEnd({ place }: Relation) {
  if (place.kind !== 'link') throw new Error('an embedded relation has no link');
  return place.link[place.side === 'source' ? 'target' : 'source'];
}

/** Positions that can only be told by looking at the list. */
export const isAnchored = ({ connects }: AskedList): boolean => connects.some(({ at }) => at !== 'end');

export function listNeed(change: ValueChange, list: AskedList): ListNeed {
  const { relation, connects, targets, disconnects } = list;
  const anchors = connects.flatMap(({ anchor }) => (anchor === null ? [] : [anchor]));
  return {
    relation,
    documentId: change.documentId,
    locale: change.locale,
    layer: layersOf(change)[0] ?? 'published',
    anchors,
    moving: [...targets, ...disconnects],
    ends: endsBeside(connects),
  };
}

/** The change of one list; null where it must be rebalanced first. `known` is of this list, for anchored ones. */
export function planList(
  schema: Schema,
  change: ValueChange,
  list: AskedList,
  known: Known['lists'][number] | undefined,
  ticks: readonly string[],
): Result<ListChange | null> {
  const placed = placementsOf(change, list, known, ticks);
  if (!placed.ok || placed.value === null) return placed as Result<null>;
  return ok({
    relation: list.relation,
    locale: change.locale,
    layers: linkLayers(schema, change, list.relation),
    remove: removalOf(change, list),
    place: placed.value,
    takes: list.takes,
  });
}

function placementsOf(
  change: ValueChange,
  list: AskedList,
  known: Known['lists'][number] | undefined,
  ticks: readonly string[],
): Result<readonly Placement[] | null> {
  if (known !== undefined) return placeLinks(known, list.disconnects, list.connects, ticks);
  if (change.kind === 'create' && isAnchored(list)) return fromNothing(list);
  return ok(list.targets.map((target) => ({ target, key: null })));
}

/** A new document's list is what the model of lists says, in order. */
function fromNothing(list: AskedList): Result<readonly Placement[]> {
  const order = applyToList<TargetRef>(
    [],
    { kind: 'change', connect: list.connects, disconnect: [] },
    refKey,
  );
  return order.ok ? ok(order.value.map((target) => ({ target, key: null }))) : order;
}

function removalOf(change: ValueChange, list: AskedList): ListChange['remove'] {
  if (change.kind === 'create') return { kind: 'none' };
  if (list.input.kind === 'set') return { kind: 'except', targets: list.targets };
  const placed = new Set(list.targets.map(refKey));
  const targets = list.disconnects.filter((target) => !placed.has(refKey(target)));
  return targets.length === 0 ? { kind: 'none' } : { kind: 'these', targets };
}

/** A link has one place in each layer; between types without drafts there is only the published one. */
function linkLayers(schema: Schema, change: ValueChange, relation: Relation): ListChange['layers'] {
  if (change.type.draftAndPublish) return layersOf(change);
  return contentTypeOf(schema, relation.target).draftAndPublish ? ['draft', 'published'] : ['published'];
}
