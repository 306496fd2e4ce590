import { needsStored } from '../document/merge-components.js';
import { referencesOf } from '../document/references.js';
import { contentTypeOf, type Schema } from '../schema/schema.js';
import { layersOf, type Change, type ValueChange } from './change.js';
import { isAnchored, listNeed, listsOf, type AskedList } from './plan-lists.js';
import type { Needs } from './write-plan.js';

/**
 * What must be locked and read before a change can be decided; null where nothing must, so that a plain create or
 * update, and appending to a list, are one statement (design.md, "A write is read, decided, written").
 */
export function needsOf(schema: Schema, change: Change): Needs | null {
  if (change.kind === 'delete') return { locks: [lockOf(change)], version: null, lists: [], ticks: 0 };
  const lists = listsOf(schema, change);
  const version = needsVersion(schema, change);
  const anchored = change.kind === 'update' ? lists.filter(isAnchored) : [];
  if (!version && !lists.some((list) => mustLock(change, list))) return null;
  return {
    locks: locksOf(schema, change, lists),
    version: version
      ? {
          type: change.type,
          documentId: change.documentId,
          layer: layersOf(change)[0] ?? 'published',
          locale: change.locale,
        }
      : null,
    lists: anchored.map((list) => listNeed(change, list)),
    ticks: anchored.reduce((sum, { connects }) => sum + connects.length, 0),
  };
}

/** Partial items change what is stored, and positions are of a document that must be there. */
export function needsVersion(schema: Schema, change: ValueChange): boolean {
  if (change.kind === 'create') return false;
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
