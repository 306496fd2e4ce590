import type { Collection, Db } from 'mongodb';
import type { KeyValueStore } from '../../../application/ports/key-value-store.js';
import { ok } from '../../../domain/result.js';
import type { Json } from '../../../domain/schema/schema.js';
import { attempt } from './database-error.js';
import { ownCollections } from './layout.js';

interface ValueRow {
  readonly _id: string;
  /** JSON text, because members of a value may have names that no field can have. */
  readonly json: string;
}

const valueOf = (row: ValueRow | null): Json => JSON.parse(row?.json ?? 'null') as Json;

export function createKeyValueStore(db: Db): KeyValueStore {
  const values: Collection<ValueRow> = db.collection(ownCollections.values);
  return {
    get: (key) => attempt(async () => ok(valueOf(await values.findOne({ _id: key })))),
    set: (key, value) =>
      attempt(async () => {
        await values.updateOne({ _id: key }, { $set: { json: JSON.stringify(value) } }, { upsert: true });
        return ok(undefined);
      }),
    remove: (key) =>
      attempt(async () => {
        await values.deleteOne({ _id: key });
        return ok(undefined);
      }),
    all: () =>
      attempt(async () => {
        const rows = await values.find().sort({ _id: 1 }).toArray();
        return ok(rows.map((row) => ({ key: row._id, value: valueOf(row) })));
      }),
  };
}
