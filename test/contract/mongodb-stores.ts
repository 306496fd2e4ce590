import { MongoClient, type Db, type Document } from 'mongodb';
import { createMongoStore } from '../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { valueOf } from './results.js';
import { openTestMongo } from '../mongo.js';
import { reusedStores } from '../reused-stores.js';

type Contents = ReadonlyMap<string, readonly Document[]>;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Stores over empty MongoDB databases. */
export const mongoStores = () =>
  reusedStores<Contents>({
    create: openTestMongo,
    open: openStore,
    contentsOf: (url) => inDatabase(url, contentsOf),
    restore: (url, contents) => inDatabase(url, (db) => restore(db, contents)),
  });

const openStore = async (url: string, schema: Schema): Promise<Store> =>
  valueOf(await createMongoStore({ url, schema, poolSize: 16, log: silent }));

async function inDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { maxPoolSize: 2, minPoolSize: 0 });
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
