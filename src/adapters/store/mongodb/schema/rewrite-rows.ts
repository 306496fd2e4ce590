import { isDeepStrictEqual } from 'node:util';
import type { AnyBulkWriteOperation, Collection, Db, Document, Filter } from 'mongodb';
import type { Log } from '../../../../application/ports/log.js';
import type { Counters } from '../counters.js';

/** What changes of rows work with. */
export interface Work {
  /** Waits for answers as long as it takes. */
  readonly db: Db;
  readonly counters: Counters;
  readonly log: Log;
  /** The mark of rows that this change has converted. */
  readonly version: number;
  /** Whether the change is done, and is repeated for what servers with a former schema wrote since. */
  readonly isRepeated: boolean;
  /** Throws when the lease is lost: another server may have begun. */
  confirmLease(): void;
}

export interface Row {
  readonly _id: number;
  readonly [field: string]: unknown;
}

const batchRows = 500;

/** Integers keep the type that they are stored with. */
export const asStored = { promoteLongs: false } as const;

/** The rows that a filter finds, in the order of their ids, in batches. */
export async function* rowsOf(
  work: Pick<Work, 'db' | 'confirmLease'>,
  collection: string,
  filter: Document,
  fields: readonly string[] | 'all',
): AsyncIterable<readonly Row[]> {
  const projection = fields === 'all' ? {} : Object.fromEntries(fields.map((field) => [field, 1]));
  const rows = work.db.collection<Row>(collection);
  let after: number | undefined;
  for (;;) {
    work.confirmLease();
    const rest = after === undefined ? filter : { $and: [filter, { _id: { $gt: after } }] };
    const batch = (await rows
      .find(rest as Filter<Row>, { ...asStored, projection, sort: { _id: 1 }, limit: batchRows })
      .toArray()) as unknown as readonly Row[];
    if (batch.length > 0) yield batch;
    if (batch.length < batchRows) return;
    after = batch.at(-1)?._id;
  }
}

/**
 * Changes `field` in the rows that have it. `change` returns an update, or null for none; it gets the row again where
 * another server wrote the field in the meantime.
 */
export async function rewriteField(
  work: Work,
  collection: string,
  field: string,
  more: readonly string[],
  change: (row: Row) => Document | null,
): Promise<void> {
  const rows = work.db.collection<Row>(collection);
  for await (const batch of rowsOf(work, collection, { [field]: { $exists: true } }, [field, ...more])) {
    const writes = batch.flatMap((row): AnyBulkWriteOperation<Row>[] => {
      const update = change(row);
      return update === null ? [] : [{ updateOne: { filter: asRead(row, field), update } }];
    });
    if (writes.length === 0) continue;
    const { matchedCount } = await rows.bulkWrite(writes, { ordered: false });
    if (matchedCount < writes.length) for (const row of batch) await retry(rows, row, field, more, change);
  }
}

const asRead = (row: Row, field: string): Filter<Row> => ({ _id: row._id, [field]: { $eq: row[field] } });

const retries = 10;

async function retry(
  rows: Collection<Row>,
  first: Row,
  field: string,
  more: readonly string[],
  change: (row: Row) => Document | null,
): Promise<void> {
  const projection = Object.fromEntries([field, ...more].map((name) => [name, 1]));
  let before: Row | undefined;
  for (let attempt = 1; attempt <= retries; attempt++) {
    const filter = { _id: first._id } as Filter<Row>;
    const row = await rows.findOne(filter, { ...asStored, projection });
    const update = row === null || row[field] === undefined ? null : change(row);
    if (row === null || update === null) return;
    // The database finds some values, such as NaN, unequal to themselves: one that stays the same is not being written.
    const isStill = before !== undefined && isDeepStrictEqual(before[field], row[field]);
    const { matchedCount } = await rows.updateOne(isStill ? filter : asRead(row, field), update);
    if (matchedCount > 0) return;
    before = row;
  }
  throw new Error(`${field} of the row ${first._id} is written faster than it can be converted`);
}
