import { applyToList, type ListPlacement } from '../relation/list.js';
import { isExclusive, linkSideOf, refKey } from '../relation/link-list.js';
import { endsBeside, placeLinks } from '../relation/place-links.js';
import type { Ref, RelationInput } from '../relation/relation-input.js';
import { ok, type Result } from '../result.js';
import { isLayered, otherSide, type Link, type Relation, type Schema } from '../schema/schema.js';
import type { Layer } from '../query/query.js';
import { layersOf, publishes, type Publishing, type Update, type ValueChange } from './change.js';
import type { ListChange, Placement, Removal, TargetRef } from './write-plan.js';
import type {
  DocumentRequirement,
  LoadedDocument,
  LoadedList,
  ListRequirement,
} from './write-requirements.js';

/** How a change edits one relation, with refs in the form in which links keep them. */
export interface RelationEdit {
  readonly relation: Relation;
  readonly input: RelationInput;
  /** The locale of the document's own end, as links name it. */
  readonly locale: string;
  readonly layers: readonly Layer[];
  /** Whether linking a target removes it from the document that holds it, because the other end is to-one. */
  readonly exclusive: boolean;
  readonly targets: readonly LayeredRef[];
  readonly disconnects: readonly LayeredRef[];
  readonly connects: readonly ListPlacement<LayeredRef>[];
}

/** `layers`: all layers of the list, unless the request named a status. */
export interface LayeredRef extends TargetRef {
  readonly layers: readonly Layer[];
}

export function listsOf(schema: Schema, change: ValueChange): readonly RelationEdit[] {
  return [...change.input.relations].map(([name, input]) => {
    const relation = change.type.attributes.get(name);
    if (relation?.kind !== 'relation') throw new Error(`no relation ${name} in ${change.type.uid}`);
    return relationEdit(schema, change, relation, input);
  });
}

function relationEdit(
  schema: Schema,
  change: ValueChange,
  relation: Relation,
  input: RelationInput,
): RelationEdit {
  const { link, side } = linkSideOf(relation);
  const own = link[side];
  const other = link[otherSide(side)];
  const layers = writtenLayers(schema, change, link);
  const refOf = ({ documentId, locale, status }: Ref): LayeredRef => {
    if (documentId === undefined) throw new Error('a ref was not resolved');
    const named = own.localized ? change.locale : (locale ?? change.locale);
    return { documentId, locale: other.localized ? named : '', layers: status ? [status] : layers };
  };
  const connects: readonly ListPlacement<LayeredRef>[] =
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
 * The layers of the links that a change writes. A type with drafts is edited in its draft, and publishing copies the
 * links; a document that is created as published is written to both layers. A type without drafts writes its links to
 * both layers if the other end has drafts.
 */
function writtenLayers(schema: Schema, change: ValueChange, link: Link): readonly Layer[] {
  const { type, layer, row } = change;
  if (!type.draftAndPublish) return isLayered(schema, link) ? ['draft', 'published'] : ['published'];
  if (row !== undefined) return [layer];
  return change.kind === 'create' && change.layer === 'published' ? layersOf(type) : ['draft'];
}

/** Whether the new places depend on what is in the list. */
export const isAnchored = ({ connects }: RelationEdit): boolean => connects.some(({ at }) => at !== 'end');

export function listRequirement(change: ValueChange, list: RelationEdit): ListRequirement {
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

/** The change of one list; null when the list must be rebalanced first. `loaded` is present for anchored lists only. */
export function planList(
  change: ValueChange,
  list: RelationEdit,
  loaded: LoadedList | undefined,
  sequenceKeys: readonly string[],
): Result<ListChange | null> {
  const { relation, locale, layers, exclusive } = list;
  const places = placesOf(change, list, loaded, sequenceKeys);
  if (!places.ok) return places;
  if (places.value === null) return ok(null);
  return ok({
    relation,
    locale,
    layers,
    remove: change.kind === 'create' ? [] : removalsOf(list),
    place: placementsOf(list, places.value),
    exclusive,
    pending: change.type.draftAndPublish && layers.length === 1 && !makesPublished(change),
  });
}

/** A new published version has no draft from which its links could differ. */
const makesPublished = ({ kind, layer }: ValueChange): boolean => kind === 'create' && layer === 'published';

interface PlacedTarget {
  readonly target: LayeredRef;
  readonly key: string | null;
}

function placesOf(
  change: ValueChange,
  list: RelationEdit,
  loaded: LoadedList | undefined,
  sequenceKeys: readonly string[],
): Result<readonly PlacedTarget[] | null> {
  if (loaded !== undefined) return placeLinks(loaded, list.disconnects, list.connects, sequenceKeys);
  if (change.kind === 'create' && isAnchored(list)) return fromNothing(list);
  return ok(list.targets.map((target) => ({ target, key: null })));
}

/** A new document's list starts empty, so that its order follows from the edit alone. */
function fromNothing(list: RelationEdit): Result<readonly PlacedTarget[]> {
  const edit = { kind: 'change' as const, connect: list.connects, disconnect: [] };
  const order = applyToList<LayeredRef>([], edit, refKey);
  return order.ok ? ok(order.value.map((target) => ({ target, key: null }))) : order;
}

/**
 * A replaced list holds its items only in the layers that they name. A connected item also stays in the layers it was
 * in.
 */
function placementsOf(list: RelationEdit, places: readonly PlacedTarget[]): readonly Placement[] {
  const left = new Map(list.disconnects.map((ref) => [refKey(ref), ref.layers]));
  return places.map(({ target, key }) => {
    const { layers } = target;
    const gone = list.input.kind === 'set' ? list.layers : (left.get(refKey(target)) ?? []);
    return { target: bare(target), key, layers, leaves: gone.filter((layer) => !layers.includes(layer)) };
  });
}

/** The links to remove, grouped by the layers that they leave. */
function removalsOf({ input, targets, disconnects, layers }: RelationEdit): readonly Removal[] {
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

type FilledRequirement = DocumentRequirement['filled'][number];

/**
 * The required relations that may be empty after the change, depending on what is stored, with the targets that it
 * disconnects: all that it links nothing to for a publication, otherwise those from which something is disconnected.
 */
export function requiredLists(schema: Schema, change: Update | Publishing): readonly FilledRequirement[] {
  const edits = change.kind === 'update' ? listsOf(schema, change) : [];
  const { attributes, draftAndPublish } = change.type;
  const required = [...attributes.values()].filter(
    (attribute): attribute is Relation =>
      attribute.kind === 'relation' &&
      (attribute.required || (attribute.requiredIfVisible === true && publishes(change))) &&
      attribute.place.kind === 'link',
  );
  const needs = required.flatMap((relation) => {
    const edit = edits.find((list) => list.relation.name === relation.name);
    const isDecided = edit !== undefined && (edit.input.kind === 'set' || edit.targets.length > 0);
    return isDecided ? [] : [{ relation, except: disconnectedIn(edit) }];
  });
  if (publishes(change)) return needs;
  return draftAndPublish || (change.kind === 'update' && change.row !== undefined)
    ? []
    : needs.filter(({ except }) => except.length > 0);
}

const disconnectedIn = (list: RelationEdit | undefined): FilledRequirement['except'] =>
  (list?.disconnects ?? []).map(bare);

/** The names of the required relations that have a link after the change. */
export function linkedAfter(
  schema: Schema,
  change: Update | Publishing,
  document: LoadedDocument | null,
): ReadonlySet<string> {
  const linked = new Set(
    requiredLists(schema, change).flatMap(({ relation }, index) =>
      document?.filled[index] === true ? [relation.name] : [],
    ),
  );
  for (const [name, edit] of change.kind === 'update' ? change.input.relations : []) {
    const targets = edit.kind === 'set' ? edit.items : edit.connect;
    if (targets.length > 0) linked.add(name);
  }
  return linked;
}
