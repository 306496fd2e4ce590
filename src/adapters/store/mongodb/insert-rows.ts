import type { BulkWriteOptions, Collection, Document, OptionalUnlessRequiredId } from 'mongodb';

/** Inserts rows in order. For the driver, `insertOne` is less work than `insertMany` with one row. */
export async function insertRows<Row extends Document>(
  collection: Collection<Row>,
  rows: readonly OptionalUnlessRequiredId<Row>[],
  options: Pick<BulkWriteOptions, 'session'>,
): Promise<void> {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) await collection.insertOne(only, options);
  else await inBatches(rows, (batch) => collection.insertMany(batch, options));
}

/**
 * The most writes of one command. Servers refuse more than some tens of thousands, and not all of them report their
 * limit.
 */
const maxBatchSize = 1_000;

/** Calls `work` with batches of the values, one after the other, in order. */
export async function inBatches<T>(
  values: readonly T[],
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < values.length; from += maxBatchSize)
    await work(values.slice(from, from + maxBatchSize));
}
