import { needsStored } from '../document/merge-components.js';
import { referencesOf } from '../document/references.js';
import { contentTypeOf, isContent, type ContentType, type Schema } from '../schema/schema.js';
import {
  editedLayer,
  publishes,
  type Change,
  type Publishing,
  type Update,
  type ValueChange,
} from './change.js';
import { isAnchored, listNeed, listsOf, type AskedList } from './plan-lists.js';
import { pendingEndsOf, sharedOf } from './parts-of.js';
import { requiredLists } from './required-lists.js';
import type { DocumentNeed, Needs } from './write-plan.js';

/**
 * What must be locked and read before a change can be decided; null where nothing must, so that a plain create or
 * update, and appending to a list, are one statement (design.md, "A write is read, decided, written").
 */
export function needsOf(schema: Schema, change: Change): Needs | null {
  const document = documentNeed(schema, change);
  if (!('input' in change)) return { locks: [lockOf(change)], document, lists: [], ticks: 0 };
  const lists = listsOf(schema, change);
  if (document === null && !lists.some((list) => mustLock(change, list))) return null;
  const anchored = change.kind === 'update' ? lists.filter(isAnchored) : [];
  return {
    locks: locksOf(schema, change, lists),
    document,
    lists: anchored.map((list) => listNeed(change, list)),
    ticks: anchored.reduce((sum, { connects }) => sum + connects.length, 0),
  };
}

/** Null where the change can be decided without looking at the document. */
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
      if (publishes(change)) return wholeNeed(schema, change, need);
      if (change.kind === 'publish' || !mustLook(schema, change)) return null;
      const content = [...change.input.components.keys()].flatMap((name) => contentOf(type, name));
      const filled = requiredLists(schema, change);
      return { ...need, locale: change.locale, content, shared: sharedOf(type), filled };
    }
  }
}

const contentOf = ({ attributes }: ContentType, name: string) =>
  [attributes.get(name)].filter((attribute) => attribute !== undefined).filter(isContent);

/** What is published must be complete, so all of it is looked at. */
function wholeNeed(
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
 * Partial items change what is stored, positions are of a document that must be there, what locales share is written to
 * all, and a required relation must not be emptied.
 */
function mustLook(schema: Schema, change: Update): boolean {
  const { input, type, looks } = change;
  if (looks || sharedOf(type).some(({ name }) => input.values.has(name) || input.components.has(name)))
    return true;
  if (requiredLists(schema, change).length > 0) return true;
  return [...change.input.components.values()].some(needsStored) || listsOf(schema, change).some(isAnchored);
}

/** Appending reads nothing, so it needs no lock before it. Whatever replaces, removes, takes or stands beside something does. */
function mustLock(change: ValueChange, list: AskedList): boolean {
  if (list.takes && list.targets.length > 0) return true;
  if (change.kind === 'create') return false;
  return list.input.kind === 'set' || list.disconnects.length > 0 || isAnchored(list);
}

type Lock = Needs['locks'][number];

const lockOf = ({ type, documentId }: Change): Lock => ({ type, documentId, mode: 'exclusive' });

function locksOf(schema: Schema, change: ValueChange, lists: readonly AskedList[]): readonly Lock[] {
  const locks = new Map<string, Lock>();
  const add = (lock: Lock): void => {
    const key = `${lock.type.uid} ${lock.documentId}`;
    if (lock.mode === 'exclusive' || !locks.has(key)) locks.set(key, lock);
  };
  if (change.kind === 'update') add(lockOf(change));
  for (const { type, documentIds } of referencesOf(schema, change.type, change.input)) {
    for (const documentId of documentIds) add({ type, documentId, mode: 'shared' });
  }
  for (const { takes, targets, relation } of lists) {
    const type = contentTypeOf(schema, relation.target);
    if (takes) for (const { documentId } of targets) add({ type, documentId, mode: 'exclusive' });
  }
  return [...locks.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, lock]) => lock);
}
