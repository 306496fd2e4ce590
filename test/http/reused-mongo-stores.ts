import { inspect } from 'node:util';
import { MongoClient, type Db, type Document } from 'mongodb';
import { createMongoStore } from '../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { valueOf } from '../contract/results.js';
import { openTestMongo } from '../mongo.js';
import { openUntilEnd } from '../open-until-end.js';

type Contents = ReadonlyMap<string, readonly Document[]>;

interface Kept {
  readonly url: string;
  readonly schema: string;
  /** What its store puts into an empty one. */
  readonly first: Contents;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Stores over empty MongoDB databases. Hundreds of collections and indexes take longer to make than most tests do, so the
 * database of a closed store is emptied for the next one with the same schema. They go when all tests are done.
 */
export function reusedMongoStores() {
  const free: Kept[] = [];
  const open = new Map<Store, Kept>();

  const take = async (schema: string): Promise<Kept | undefined> => {
    const place = free.findIndex((each) => each.schema === schema);
    const [kept] = place === -1 ? [] : free.splice(place, 1);
    if (kept !== undefined) await inDatabase(kept.url, (db) => restore(db, kept.first));
    return kept;
  };

  return {
    async open(schema: Schema): Promise<Store> {
      const shown = inspect(schema, { depth: Infinity, breakLength: Infinity, maxArrayLength: null });
      const kept = await take(shown);
      const url = kept?.url ?? (await newDatabase());
      const store = valueOf(await createMongoStore({ url, schema, poolSize: 16, log: silent }));
      valueOf(await store.schema.apply());
      open.set(store, kept ?? { url, schema: shown, first: await inDatabase(url, contentsOf) });
      return store;
    },
    async close(store: Store): Promise<void> {
      const kept = open.get(store);
      open.delete(store);
      await store.close();
      if (kept !== undefined) free.push(kept);
    },
  };
}

async function newDatabase(): Promise<string> {
  const { url, close } = await openTestMongo();
  openUntilEnd(close);
  return url;
}

async function inDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

const namesOf = async (db: Db): Promise<readonly string[]> =>
  (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);

const asStored = { promoteValues: false, promoteLongs: false };

async function contentsOf(db: Db): Promise<Contents> {
  const read = async (name: string) =>
    [name, await db.collection(name).find({}, asStored).toArray()] as const;
  return new Map(await Promise.all((await namesOf(db)).map(read)));
}

async function restore(db: Db, contents: Contents): Promise<void> {
  const one = async (name: string): Promise<void> => {
    const rows = contents.get(name) ?? [];
    await db.collection(name).deleteMany({});
    if (rows.length > 0) await db.collection(name).insertMany([...rows]);
  };
  await Promise.all((await namesOf(db)).map(one));
}
