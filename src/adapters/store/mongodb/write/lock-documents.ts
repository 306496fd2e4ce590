import type { Document, Filter } from 'mongodb';
import type { WritePlan } from '../../../../domain/plan/write-plan.js';
import type { WriteRequirements } from '../../../../domain/plan/write-requirements.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { ownCollections, type VersionRow } from '../layout.js';
import { isOneOf } from '../read/resolve-targets.js';
import { hasOneVersion, keyOf, optionsOf, versionsOf, type Unit } from './unit.js';

/**
 * Locks documents by incrementing their revision: if two writers do so, one of them has a write conflict. MongoDB
 * has no other lock. Shared locks are not taken: a link whose target is deleted at the same time leads nowhere, and
 * reads ignore it. The document of a plan that is already decided is not locked, because writing its version
 * conflicts with other writers as well.
 */
export async function lock(
  unit: Unit,
  { locks }: WriteRequirements,
  decidedPlan: WritePlan | null,
): Promise<void> {
  const own = decidedPlan === null ? null : keyOf(decidedPlan);
  const linked = new Map<ContentType, string[]>();
  for (const { mode, ...document } of locks) {
    if (keyOf(document) === own) continue;
    if (mode === 'exclusive' && !(await lockDocument(unit, document)))
      await lockAbsent(unit, keyOf(document));
    if (mode === 'linked')
      linked.set(document.type, [...(linked.get(document.type) ?? []), document.documentId]);
  }
  for (const [type, documentIds] of linked) await lockLinked(unit, type, documentIds);
}

interface DocumentName {
  readonly type: ContentType;
  readonly documentId: string;
}

/** Returns whether there is a version to lock. If a document has only one, it is kept in `unit.locked`. */
async function lockDocument(unit: Unit, { type, documentId }: DocumentName): Promise<boolean> {
  const filter = { documentId } as Filter<VersionRow>;
  const incremented = { $inc: { _revision: 1 } } as Document;
  const versions = versionsOf(unit, type);
  if (!hasOneVersion(type))
    return (await versions.updateMany(filter, incremented, optionsOf(unit))).matchedCount > 0;
  const row = await versions.findOneAndUpdate(filter, incremented, {
    ...optionsOf(unit),
    returnDocument: 'after',
  });
  if (row !== null) unit.locked.set(keyOf({ type, documentId }), row);
  return row !== null;
}

/**
 * Locks the documents that exist. If each document has a single version, the count shows whether all of them exist.
 */
async function lockLinked(unit: Unit, type: ContentType, documentIds: readonly string[]): Promise<void> {
  const filter = { documentId: isOneOf(documentIds) } as Filter<VersionRow>;
  const incremented = { $inc: { _revision: 1 } } as Document;
  const { matchedCount } = await versionsOf(unit, type).updateMany(filter, incremented, optionsOf(unit));
  if (!hasOneVersion(type) || matchedCount < documentIds.length) return;
  for (const documentId of documentIds) unit.present.add(keyOf({ type, documentId }));
}

/** Makes writers that create the same document conflict. If the transaction is aborted, it leaves no row behind. */
async function lockAbsent(unit: Unit, name: string): Promise<void> {
  const locks = unit.db.collection<{ _id: string }>(ownCollections.locks);
  await locks.updateOne(
    { _id: name },
    { $inc: { revision: 1 } },
    {
      ...optionsOf(unit),
      upsert: true,
    },
  );
}
