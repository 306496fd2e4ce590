import { BSON, type Collection, type Db, type Document } from 'mongodb';
import type {
  ArchiveCounters,
  ArchiveReader,
  Inventory,
  InventoryPart,
} from '../../../../application/ports/archive-store.js';
import { partsOf, type Part } from '../../../../application/transfer/parts.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { sequenceCounter } from '../counters.js';
import {
  collectionOf,
  linkCollectionOf,
  ownCollections,
  storedLink,
  type LinkRow,
  type VersionRow,
} from '../layout.js';
import { archivedVersion } from './archived-rows.js';

/**
 * Reads without a snapshot, because MongoDB keeps one for only a minute. Concurrent writes may or may not be
 * included; comparing inventories shows whether there were any.
 */
export const archiveReader = (db: Db, schema: Schema): ArchiveReader => ({
  isSnapshot: false,
  inventory: async () => {
    const found: [string, InventoryPart][] = [];
    for (const part of partsOf(schema)) found.push([part.name, await counted(db, part)]);
    return Object.fromEntries(found) as Inventory;
  },
  counters: () => readCounters(db, schema),
  async *versions(type, after) {
    for await (const rows of batches(db.collection<VersionRow>(collectionOf(type)), after))
      yield rows.map((row) => archivedVersion(schema, type, row));
  },
  async *links(link, after) {
    for await (const rows of batches(db.collection<LinkRow>(linkCollectionOf(link)), after))
      yield rows.map(storedLink);
  },
});

export const collectionOfPart = (db: Db, part: Part): Collection<{ readonly _id: number }> =>
  db.collection(part.kind === 'versions' ? collectionOf(part.type) : linkCollectionOf(part.link));

/** Rows are fetched a few at a time, since one may be as large as a request, and passed on in larger batches. */
const fetchedRows = 100;
const batchRows = 500;
const batchBytes = 1024 * 1024;

async function* batches<Row extends { readonly _id: number }>(
  collection: Collection<Row>,
  after: number,
): AsyncIterable<readonly Row[]> {
  const filter = { _id: { $gt: after } } as never;
  const cursor = collection.find<Row>(filter, { sort: { _id: 1 }, batchSize: fetchedRows });
  try {
    let rows: Row[] = [];
    let size = 0;
    for await (const row of cursor) {
      rows.push(row);
      size += BSON.calculateObjectSize(row);
      if (rows.length < batchRows && size < batchBytes) continue;
      yield rows;
      [rows, size] = [[], 0];
    }
    if (rows.length > 0) yield rows;
  } finally {
    await cursor.close();
  }
}

const countIf = (when: unknown): Document => ({ $sum: { $cond: [when, 1, 0] } });

const isThere = (field: string): Document => ({ $ne: [{ $type: `$${field}` }, 'missing'] });

/** The sum of the lower digits of times in milliseconds. The sum of whole times would be too large for a number. */
const summed = (time: string): Document => ({ $sum: { $mod: [{ $toLong: time }, 1_000_000_000] } });

const details: Readonly<Record<Part['kind'], Document>> = {
  versions: {
    updatedAt: summed('$updatedAt'),
    publishedAt: summed('$publishedAt'),
    changed: countIf({ $eq: ['$_changed', true] }),
  },
  links: {
    draft: countIf(isThere('draftKey')),
    published: countIf(isThere('publishedKey')),
    source: countIf({ $eq: ['$sourcePending', true] }),
    target: countIf({ $eq: ['$targetPending', true] }),
  },
};

async function counted(db: Db, part: Part): Promise<InventoryPart> {
  const group = { _id: null, rows: { $sum: 1 }, lastId: { $max: '$_id' }, ...details[part.kind] };
  const [row] = await collectionOfPart(db, part)
    .aggregate([{ $group: group }])
    .toArray();
  const detail = Object.keys(details[part.kind]).map((name) => String(Number(row?.[name] ?? 0)));
  return { rows: Number(row?.['rows'] ?? 0), lastId: Number(row?.['lastId'] ?? 0), detail: detail.join(' ') };
}

async function readCounters(db: Db, schema: Schema): Promise<ArchiveCounters> {
  const rows = await db
    .collection<{ readonly _id: string; readonly value: number }>(ownCollections.counters)
    .find()
    .toArray();
  const values = new Map(rows.map(({ _id, value }) => [_id, value]));
  return {
    sequenceKey: values.get(sequenceCounter) ?? 0,
    itemId: values.get('item') ?? 0,
    versionIds: Object.fromEntries(
      [...schema.contentTypes.values()].map((type) => [type.uid, values.get(collectionOf(type)) ?? 0]),
    ),
  };
}
