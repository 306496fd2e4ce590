import { needsStored } from '../document/merge-components.js';
import { isContent, type ContentType, type Schema } from '../schema/schema.js';
import {
  type Change,
  editedLayer,
  pendingEndsOf,
  publishes,
  type Publishing,
  sharedOf,
  type Update,
  type ValueChange,
} from './change.js';
import type { DocumentLock } from './document-lock.js';
import { locksOf } from './locks-of.js';
import { type RelationEdit, isAnchored, listNeed, listsOf, requiredLists } from './plan-lists.js';
import type { DocumentNeed, Needs } from './write-plan.js';

/**
 * Returns what to lock and read before a change can be decided; null when nothing. A plain create or update, and one
 * that only appends to lists, reads nothing and is a single statement. `guarded`: guards are checked before the change,
 * so the document must be locked first.
 */
export function needsOf(schema: Schema, change: Change, guarded = false): Needs | null {
  const document = documentNeed(schema, change);
  if (!('input' in change)) return { locks: [lockOf(change)], document, lists: [], sequenceKeys: 0 };
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
    lists: anchored.map((list) => listNeed(change, list)),
    sequenceKeys: anchored.reduce((sum, { connects }) => sum + connects.length, 0),
  };
}

/** Whether a write reads nothing. It can then be decided at once, and takes its locks in the statement that writes. */
export const readsNothing = (needs: Needs | null): boolean =>
  needs === null ||
  (needs.document === null &&
    needs.lists.length === 0 &&
    needs.sequenceKeys === 0 &&
    needs.locks.every(({ mode }) => mode !== 'exclusive'));

/** Null when the change can be decided without reading the document. */
function documentNeed(schema: Schema, change: Change): DocumentNeed | null {
  const { type, documentId } = change;
  const need = {
    type,
    documentId,
    layer: editedLayer(type),
    content: [],
    shared: [],
    filled: [],
    pending: [],
  };
  switch (change.kind) {
    case 'create':
      return null;
    case 'delete':
      return change.locale === null || !type.localized ? null : { ...need, locale: change.locale };
    case 'unpublish':
      return { ...need, locale: change.locale };
    case 'discardDraft':
      return { ...need, locale: change.locale, pending: pendingEndsOf(schema, change) };
    case 'publish':
    case 'update': {
      if (publishes(change)) return fullNeed(schema, change, need);
      if (change.kind === 'publish' || !mustReadDocument(schema, change)) return null;
      const content = [...change.input.components.keys()].flatMap((name) => contentOf(type, name));
      const filled = requiredLists(schema, change);
      return { ...need, locale: change.locale, content, shared: sharedOf(type), filled };
    }
  }
}

const contentOf = ({ attributes }: ContentType, name: string) =>
  [attributes.get(name)].filter((attribute) => attribute !== undefined).filter(isContent);

/** Publishing reads all content, because a published version must be complete. */
function fullNeed(
  schema: Schema,
  change: Update | Publishing,
  need: Omit<DocumentNeed, 'locale'>,
): DocumentNeed {
  return {
    ...need,
    locale: change.locale,
    content: [...change.type.attributes.values()].filter(isContent),
    shared: sharedOf(change.type),
    filled: requiredLists(schema, change),
    pending: pendingEndsOf(schema, change),
  };
}

/**
 * Whether the update depends on what is stored: partial component items are merged into it, positions are relative to
 * it, shared attributes are copied to the other locales, and a required relation must keep a link.
 */
function mustReadDocument(schema: Schema, change: Update): boolean {
  const { input, type, checksExistence } = change;
  if (
    checksExistence ||
    sharedOf(type).some(({ name }) => input.values.has(name) || input.components.has(name))
  )
    return true;
  if (requiredLists(schema, change).length > 0) return true;
  return [...change.input.components.values()].some(needsStored) || listsOf(schema, change).some(isAnchored);
}

/** Appending reads nothing. Replacing, removing, exclusive linking and positions do. */
function mustRead(change: ValueChange, list: RelationEdit): boolean {
  if (list.exclusive && list.targets.length > 0) return true;
  if (change.kind === 'create') return false;
  return list.input.kind === 'set' || list.disconnects.length > 0 || isAnchored(list);
}

const lockOf = ({ type, documentId }: Change): DocumentLock => ({ type, documentId, mode: 'exclusive' });
