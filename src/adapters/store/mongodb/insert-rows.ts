import type { BulkWriteOptions, Collection, Document, OptionalUnlessRequiredId } from 'mongodb';
import { inBatches } from './in-batches.js';

/** Inserts them in their order. For the driver, one is less work than a list of one. */
export async function insertRows<Row extends Document>(
  collection: Collection<Row>,
  rows: readonly OptionalUnlessRequiredId<Row>[],
  options: Pick<BulkWriteOptions, 'session'>,
): Promise<void> {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) await collection.insertOne(only, options);
  else await inBatches(rows, (batch) => collection.insertMany(batch, options));
}
