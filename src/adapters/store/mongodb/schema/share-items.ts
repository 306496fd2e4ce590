import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { withoutIds } from './count-differences.js';
import { asStored, type Row, type Work } from './rewrite-rows.js';

const batchWrites = 500;

/**
 * Gives the component items of an attribute the same ids in all locales of a document and layer: those of the oldest
 * version. Leaves versions that differ in more than ids, which another server wrote in the meantime.
 */
export async function shareItems(work: Work, collection: string, field: string): Promise<void> {
  const rows = work.db.collection<Row>(collection);
  const found = rows.find({ [field]: { $exists: true } } as Filter<Row>, {
    ...asStored,
    projection: { documentId: 1, _layer: 1, [field]: 1 },
    sort: { documentId: 1, _layer: 1, _id: 1 },
    allowDiskUse: true,
  });
  let writes: AnyBulkWriteOperation<Row>[] = [];
  const flush = async (): Promise<void> => {
    work.confirmLease();
    if (writes.length > 0) await rows.bulkWrite(writes, { ordered: false });
    writes = [];
  };
  let oldest: Row = { _id: 0 };
  for await (const row of found) {
    if (oldest['documentId'] !== row['documentId'] || oldest['_layer'] !== row['_layer']) oldest = row;
    const update = sharing(oldest, row, field);
    if (update !== null) writes.push({ updateOne: update });
    if (writes.length === batchWrites) await flush();
  }
  await flush();
}

function sharing(oldest: Row, row: Row, field: string) {
  const [wanted, value] = [oldest[field], row[field]];
  if (JSON.stringify(wanted) === JSON.stringify(value) || withoutIds(wanted) !== withoutIds(value))
    return null;
  const filter: Filter<Row> = { _id: row._id, [field]: { $eq: value } };
  return { filter, update: { $set: { [field]: wanted } } };
}
