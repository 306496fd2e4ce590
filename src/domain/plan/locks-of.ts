import { referencesOf } from '../document/references.js';
import { contentTypeOf, otherSide, type Schema } from '../schema/schema.js';
import type { ValueChange } from './change.js';
import type { DocumentLock } from './document-lock.js';
import { linkSideOf } from '../relation/link-list.js';
import type { RelationEdit } from './plan-lists.js';

const strength = { shared: 0, linked: 1, exclusive: 2 } as const;

/**
 * The locks of a change of values: the document itself, in mode `own`, and every document whose lists it writes or
 * reads. Thereby each list has one writer at a time.
 *
 * Removing a link takes no lock on the document at its other end. It commutes with every other write to that document's
 * lists, except one that places a link beside it, and that write locks the item.
 */
export function locksOf(
  schema: Schema,
  change: ValueChange,
  lists: readonly RelationEdit[],
  own: 'linked' | 'exclusive',
): readonly DocumentLock[] {
  const locks = new Map<string, DocumentLock>();
  const add = (lock: DocumentLock): void => {
    const key = `${lock.type.uid} ${lock.documentId}`;
    const before = locks.get(key);
    if (before === undefined || strength[before.mode] < strength[lock.mode]) locks.set(key, lock);
  };
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
  return [...locks.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, lock]) => lock);
}

/** Whether the targets have a list of the documents that link to them. */
function hasInverse({ relation }: RelationEdit): boolean {
  const { link, side } = linkSideOf(relation);
  return link[otherSide(side)].attribute !== undefined;
}
