import { mayBeRefused } from '../document/check-complete.js';
import { needsStored } from '../document/merge-components.js';
import { referencesOf } from '../document/references.js';
import { decisiveNames } from '../layout/demanded.js';
import { linkSideOf } from '../relation/link-list.js';
import { contentTypeOf, isContent, otherSide, type Schema, type Stored } from '../schema/schema.js';
import {
  type Change,
  editedLayer,
  expectsVersion,
  layerWritten,
  pendingEndsOf,
  publishes,
  type Publishing,
  sharedOf,
  type Update,
  type ValueChange,
} from './change.js';
import type { DocumentLock, DocumentRequirement, WriteRequirements } from './write-requirements.js';
import { type RelationEdit, isAnchored, listRequirement, listsOf, requiredLists } from './plan-lists.js';

/**
 * Returns what to lock and read before a change can be decided; null when nothing. A plain create or update, and one
 * that only appends to lists, reads nothing and is a single statement; so is one that publishes, unless what is stored
 * could be incomplete. `guarded`: guards are checked before the change, so the document must be locked first.
 */
export function requirementsOf(schema: Schema, change: Change, guarded = false): WriteRequirements | null {
  const document = documentRequirement(schema, change);
  if (!('input' in change)) {
    if (change.kind === 'publish' && document === null && !guarded) return null;
    return { locks: [lockOf(change)], document, lists: [], sequenceKeys: 0 };
  }
  const lists = listsOf(schema, change);
  const reads = guarded || document !== null || lists.some((list) => mustRead(change, list));
  const locks = locksOf(schema, change, lists, reads ? 'exclusive' : 'linked');
  if (
    !reads &&
    locks.every(({ type, documentId }) => type === change.type && documentId === change.documentId)
  )
    return null;
  const anchored = change.kind === 'update' ? lists.filter(isAnchored) : [];
  return {
    locks,
    document,
    lists: anchored.map((list) => listRequirement(change, list)),
    sequenceKeys: anchored.reduce((sum, { connects }) => sum + connects.length, 0),
  };
}

/** Whether a write reads nothing. It can then be decided at once, and takes its locks in the statement that writes. */
export const readsNothing = (requirements: WriteRequirements | null): boolean =>
  requirements === null ||
  (requirements.document === null &&
    requirements.lists.length === 0 &&
    requirements.sequenceKeys === 0 &&
    requirements.locks.every(({ mode }) => mode !== 'exclusive'));

/** Null when the change can be decided without reading the document. */
function documentRequirement(schema: Schema, change: Change): DocumentRequirement | null {
  const { type, documentId } = change;
  const requirement = {
    type,
    documentId,
    layer: 'input' in change ? layerWritten(change) : editedLayer(type),
    content: [],
    shared: [],
    filled: [],
    pending: [],
  };
  switch (change.kind) {
    case 'create':
      return null;
    case 'delete':
      return change.locale === null ||
        (!type.localized && change.layer === undefined && !expectsVersion(change))
        ? null
        : { ...requirement, locale: change.locale };
    case 'unpublish':
      return { ...requirement, locale: change.locale };
    case 'discardDraft':
      return { ...requirement, locale: change.locale, pending: pendingEndsOf(schema, change) };
    case 'publish':
    case 'update':
      return valuesRequirement(schema, change, { ...requirement, locale: change.locale });
  }
}

/**
 * A published version must be complete, so publishing reads what could be incomplete, and the lists with pending links.
 * Locales share values, which are then copied.
 */
function valuesRequirement(
  schema: Schema,
  change: Update | Publishing,
  requirement: DocumentRequirement,
): DocumentRequirement | null {
  const { type } = change;
  const publishing = publishes(change);
  const shared = sharedOf(type);
  const filled = requiredLists(schema, change);
  const content = publishing ? checkedContent(change) : editedComponents(change);
  const isRead =
    filled.length > 0 ||
    (publishing && content.length + shared.length > 0) ||
    (change.kind === 'update' && mustReadDocument(schema, change));
  if (!isRead) return null;
  return {
    ...requirement,
    content,
    shared,
    filled,
    pending: publishing ? pendingEndsOf(schema, change) : [],
  };
}

const editedComponents = (change: Update | Publishing): readonly Stored[] =>
  contentOf(change).filter(({ name }) => change.kind === 'update' && change.input.components.has(name));

/** What the published version keeps of the draft and may be refused for. */
function checkedContent(change: Update | Publishing): readonly Stored[] {
  const decisive = decisiveNames(change.type);
  return contentOf(change).filter(
    (attribute) => !replaces(change, attribute) && (mayBeRefused(attribute) || decisive.has(attribute.name)),
  );
}

const contentOf = ({ type }: Update | Publishing): readonly Stored[] =>
  [...type.attributes.values()].filter(isContent);

/** Whether the change gives the attribute a value that does not depend on the stored one. */
function replaces(change: Update | Publishing, { name }: Stored): boolean {
  if (change.kind === 'publish') return false;
  const { values, components } = change.input;
  const component = components.get(name);
  return values.has(name) || (component !== undefined && !needsStored(component));
}

/**
 * Whether the update depends on what is stored: partial component items are merged into it, positions are relative to
 * it, and shared attributes are copied to the other locales.
 */
function mustReadDocument(schema: Schema, change: Update): boolean {
  const { input, type, checksExistence, row } = change;
  const shared = row === undefined ? sharedOf(type) : [];
  if (checksExistence || shared.some(({ name }) => input.values.has(name) || input.components.has(name)))
    return true;
  return [...change.input.components.values()].some(needsStored) || listsOf(schema, change).some(isAnchored);
}

/** Appending reads nothing. Replacing, removing, exclusive linking and positions do. */
function mustRead(change: ValueChange, list: RelationEdit): boolean {
  if (list.exclusive && list.targets.length > 0) return true;
  if (change.kind === 'create') return false;
  return list.input.kind === 'set' || list.disconnects.length > 0 || isAnchored(list);
}

const lockOf = ({ type, documentId }: Change): DocumentLock => ({ type, documentId, mode: 'exclusive' });

/**
 * Returns what a change locks if other changes of the same transaction come after it: what it locks by itself, the document that
 * it updates in one statement, and the documents that it disconnects. It locks none of these lists otherwise, but waits for a
 * writer at their other end that removes the same link.
 */
export function locksAhead(schema: Schema, change: Change, guarded: boolean): readonly DocumentLock[] {
  const required = requirementsOf(schema, change, guarded)?.locks ?? [];
  if (!('input' in change)) return required.length > 0 ? required : [lockOf(change)];
  if (change.kind === 'create') return required;
  const { type, documentId } = change;
  const disconnected = listsOf(schema, change)
    .filter(hasInverse)
    .flatMap(({ relation, disconnects }) =>
      disconnects.map((ref): DocumentLock => ({
        type: contentTypeOf(schema, relation.target),
        documentId: ref.documentId,
        mode: 'linked',
      })),
    );
  return [{ type, documentId, mode: 'linked' }, ...required, ...disconnected];
}

const strength = { shared: 0, linked: 1, exclusive: 2 } as const;

/** Returns each document once, in the strongest mode that any of the locks has, in the order in which to lock them. */
export function inLockOrder(locks: readonly DocumentLock[]): readonly DocumentLock[] {
  if (locks.length < 2) return locks;
  const strongest = new Map<string, DocumentLock>();
  for (const lock of locks) {
    const key = `${lock.type.uid} ${lock.documentId}`;
    const before = strongest.get(key);
    if (before === undefined || strength[before.mode] < strength[lock.mode]) strongest.set(key, lock);
  }
  const keys = [...strongest.keys()].sort();
  return keys.map((key) => strongest.get(key)!);
}

/**
 * The locks of a change of values: the document itself, in mode `own`, and every document whose lists it writes or
 * reads. Thereby each list has one writer at a time.
 *
 * Removing a link takes no lock on the document at its other end. It commutes with every other write to that document's
 * lists, except one that places a link beside it, and that write locks the item.
 */
function locksOf(
  schema: Schema,
  change: ValueChange,
  lists: readonly RelationEdit[],
  own: 'linked' | 'exclusive',
): readonly DocumentLock[] {
  const locks: DocumentLock[] = [];
  const add = (lock: DocumentLock): void => void locks.push(lock);
  if (change.kind === 'update') add({ type: change.type, documentId: change.documentId, mode: own });
  for (const { type, documentIds } of referencesOf(schema, change.type, change.input)) {
    for (const documentId of documentIds) add({ type, documentId, mode: 'shared' });
  }
  for (const list of lists) {
    const type = contentTypeOf(schema, list.relation.target);
    const mode = hasInverse(list) ? 'linked' : 'shared';
    for (const { documentId } of list.targets)
      add({ type, documentId, mode: list.exclusive ? 'exclusive' : mode });
    if (change.kind === 'create') continue;
    for (const { anchor } of list.connects)
      if (anchor !== null) add({ type, documentId: anchor.documentId, mode });
  }
  return inLockOrder(locks);
}

/** Whether the targets have a list of the documents that link to them. */
function hasInverse({ relation }: RelationEdit): boolean {
  const { link, side } = linkSideOf(relation);
  return link[otherSide(side)].attribute !== undefined;
}
