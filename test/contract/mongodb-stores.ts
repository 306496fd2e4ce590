import { MongoClient, type Db, type Document } from 'mongodb';
import { createMongoStore } from '../../src/adapters/store/mongodb/create-mongo-store.js';
import { ownCollections } from '../../src/adapters/store/mongodb/layout.js';
import { createObservations } from '../../src/application/observations/create-observations.js';
import type { Observation } from '../../src/application/ports/observations.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { valueOf } from './results.js';
import { openTestMongo } from '../mongo.js';
import { openUntilEnd } from '../open-until-end.js';
import { reusedStores } from '../reused-stores.js';

type Contents = ReadonlyMap<string, readonly Document[]>;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Stores over empty MongoDB databases. */
export function mongoStores() {
  /**
   * The collections that were written to in each database, because asking all of them takes longer than most tests. What
   * the schema is stays: it is that of the next store too.
   */
  const written = new Map<string, Set<string>>();
  let client: MongoClient | undefined;

  const databaseAt = (url: string): Db => {
    if (client === undefined) {
      const opened = (client = new MongoClient(url));
      openUntilEnd(() => opened.close());
    }
    return client.db(new URL(url).pathname.slice(1));
  };

  const takeWritten = (url: string): readonly string[] => {
    const names = [...(written.get(url) ?? [])];
    written.get(url)?.clear();
    return names;
  };

  return reusedStores<Contents>({
    create: openTestMongo,
    // It has reserved ids, which the next test expects to begin anew.
    keepsOpen: false,
    open: (url, schema) => {
      const names = written.get(url) ?? new Set();
      written.set(url, names);
      return openStore(url, schema, names);
    },
    contentsOf: (url) => contentsOf(databaseAt(url), takeWritten(url)),
    restore: async (url, contents, isLent) => {
      const db = databaseAt(url);
      const names = takeWritten(url);
      await restore(db, isLent ? await namesOf(db) : names, contents);
    },
  });
}

async function openStore(url: string, schema: Schema, written: Set<string>): Promise<Store> {
  const observe = (observation: Observation): void => {
    if (observation.kind !== 'statement') return;
    const name = /^(?:insert|update|delete|findAndModify) (.+)/.exec(observation.text)?.[1];
    if (name !== undefined) written.add(name);
  };
  const observations = createObservations([{ kinds: ['statement'], observe }]);
  return valueOf(await createMongoStore({ url, schema, poolSize: 16, log: silent, observations }));
}

const asStored = { promoteValues: false, promoteLongs: false };

async function contentsOf(db: Db, names: readonly string[]): Promise<Contents> {
  const read = async (name: string) =>
    [name, await db.collection(name).find({}, asStored).toArray()] as const;
  return new Map(await Promise.all(names.map(read)));
}

const namesOf = async (db: Db): Promise<readonly string[]> =>
  (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => name !== ownCollections.schema);

async function restore(db: Db, names: readonly string[], contents: Contents): Promise<void> {
  const one = async (name: string): Promise<void> => {
    const rows = contents.get(name) ?? [];
    await db.collection(name).deleteMany({});
    if (rows.length > 0) await db.collection(name).insertMany([...rows]);
  };
  await Promise.all(names.map(one));
}
