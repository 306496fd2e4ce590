import type { IndexDescription } from 'mongodb';
import { unsafeChange } from '../../../../application/schema-changes/check-changes.js';
import { refused, type PlannedChange } from '../../../../application/schema-changes/planned-change.js';
import type { Index } from '../../../../application/schema-changes/wanted-schema.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { violatedIndex } from '../database-error.js';
import { countDuplicates } from './count-check.js';
import { ignoring, indexNotFound, namespaceNotFound } from './ignored-errors.js';
import type { Work } from './rewrite-rows.js';

export type CreateIndex = Extract<PlannedChange, { kind: 'createIndex' }>;

/**
 * Makes indexes of one collection, whose rows are read once for all of them. MongoDB does so while readers and writers go
 * on: a writer may bring a duplicate after the check.
 */
export async function createIndexes({ db }: Work, changes: readonly CreateIndex[]): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  const collection = first.match.wanted.name;
  const indexes = changes.map(({ index }) => describeIndex(index));
  try {
    await db.collection(collection).createIndexes(indexes);
  } catch (error) {
    if (violatedIndex(error) === undefined) throw error;
    for (const { name, match, index, refusal } of changes.filter((change) => change.index.unique)) {
      const found = await countDuplicates(db, collection, { ...match, fields: new Map() }, index);
      if (found.count > 0) throw new ThrownFailure(unsafeChange([refused(name, refusal(found))]));
    }
    const message = `"${first.name}": ${(error as Error).message}`;
    throw new ThrownFailure(unsafeChange([refused(first.name, message)]));
  }
}

export const describeIndex = ({ name, fields, unique, where }: Index): IndexDescription => ({
  name,
  key: Object.fromEntries(fields.map((field) => [field, 1])),
  ...(unique && { unique }),
  ...(where !== null && typeof where !== 'string' && { partialFilterExpression: where }),
});

export async function removeIndex({ db }: Work, collection: string, index: string): Promise<void> {
  await db.collection(collection).dropIndex(index).catch(ignoring(namespaceNotFound, indexNotFound));
}
