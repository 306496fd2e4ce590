import { isDeepStrictEqual } from 'node:util';
import type { AnyBulkWriteOperation, Collection, Document, Filter } from 'mongodb';
import type { Work } from './step.js';

export interface Row {
  readonly _id: number;
  readonly [field: string]: unknown;
}

const batchRows = 500;

/** Integers keep the type that they are stored with. */
export const asStored = { promoteLongs: false } as const;

/** All rows of a question, in order of their ids, some at a time. */
export async function* rowsOf(
  work: Pick<Work, 'db' | 'goOn'>,
  collection: string,
  filter: Document,
  fields: readonly string[] | 'all',
): AsyncIterable<readonly Row[]> {
  const projection = fields === 'all' ? {} : Object.fromEntries(fields.map((field) => [field, 1]));
  const rows = work.db.collection<Row>(collection);
  let after: number | undefined;
  for (;;) {
    work.goOn();
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
 * Gives `field` of the rows that have it another value, unless somebody else writes it in between: then that value is
 * looked at. `change` answers an update, or null where there is nothing to do.
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
    // Some values are not equal to themselves: what stays as it was is not being written.
    const isStill = before !== undefined && isDeepStrictEqual(before[field], row[field]);
    const { matchedCount } = await rows.updateOne(isStill ? filter : asRead(row, field), update);
    if (matchedCount > 0) return;
    before = row;
  }
  throw new Error(`${field} of the row ${first._id} is written faster than it can be converted`);
}
