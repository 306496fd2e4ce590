import type { ClientSession, Collection, Db } from 'mongodb';
import type { KeyValueStore } from '../../../application/ports/key-value-store.js';
import type { Units } from '../../../application/stores/create-units.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Json } from '../../../domain/schema/schema.js';
import { attempt } from './database-error.js';
import type { MongoUnit } from './join-units.js';
import { ownCollections } from './layout.js';

interface ValueRow {
  readonly _id: string;
  /** JSON text, because members of a value may have names that no field can have. */
  readonly json: string;
}

const valueOf = (row: ValueRow | null): Json => JSON.parse(row?.json ?? 'null') as Json;

/** What a call passes to the driver: the transaction of the current unit of work, if there is one. */
interface InUnit {
  readonly session?: ClientSession;
}

/** All calls join the current unit of work. */
export function createKeyValueStore(db: Db, units: Units<MongoUnit>): KeyValueStore {
  const values: Collection<ValueRow> = db.collection(ownCollections.values);
  const join = <T>(call: (options: InUnit) => Promise<T>): Promise<Result<T>> =>
    attempt(async () => {
      const inside = (unit: MongoUnit): Promise<T> => {
        unit.isUsed = true;
        return call(unit.session === undefined ? {} : { session: unit.session });
      };
      return ok(await units.join(inside, () => call({})));
    });
  return {
    get: (key) => join(async (options) => valueOf(await values.findOne({ _id: key }, options))),
    set: (key, value) =>
      join(async (options) => {
        const change = { $set: { json: JSON.stringify(value) } };
        await values.updateOne({ _id: key }, change, { ...options, upsert: true });
      }),
    claim: (key, value) =>
      join(async (options) => {
        const created = { $setOnInsert: { json: JSON.stringify(value) } };
        const before = { ...options, upsert: true, returnDocument: 'before' } as const;
        return valueOf(await values.findOneAndUpdate({ _id: key }, created, before));
      }),
    remove: (key) => join(async (options) => void (await values.deleteOne({ _id: key }, options))),
    all: (prefix = '') =>
      join(async (options) => {
        const wanted = prefix === '' ? {} : { _id: { $gte: prefix, $lt: `${prefix}\u{10ffff}` } };
        const rows = await values.find(wanted, options).sort({ _id: 1 }).toArray();
        return rows.map((row) => ({ key: row._id, value: valueOf(row) }));
      }),
  };
}
