import { Decimal128, Long, MongoClient, type Db, type Document } from 'mongodb';
import { createMongoStore } from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import {
  createSchemaStore,
  type SchemaStoreOptions,
} from '../../../src/adapters/store/mongodb/schema/create-schema-store.js';
import { ignoring, namespaceNotFound } from '../../../src/adapters/store/mongodb/schema/ignored-errors.js';
import type { SchemaStore } from '../../../src/application/ports/schema-store.js';
import { openTestMongo, skipWithoutMongo } from '../../mongo.js';
import { schemaCommands, type SchemaDatabase } from '../schema/schema-database.js';
import { schemaOf, type Files } from '../schema/schema-files.js';

export interface MongoSchemaDatabase extends SchemaDatabase {
  readonly db: Db;
  store(files: Files, more?: Partial<SchemaStoreOptions>): SchemaStore;
  /** The rows of a collection in order of their ids; only these fields, if they are named. */
  rows(collection: string, ...fields: readonly string[]): Promise<readonly Document[]>;
  insertLinks(collection: string, ...rows: readonly Document[]): Promise<void>;
}

export const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * For a suite: each of its tests has an empty database. What every schema needs takes a second to make, so it stays for the
 * next test, without rows, unless the database is to be `new` each time.
 */
export function useMongo(kind: 'emptied' | 'new' = 'emptied'): () => MongoSchemaDatabase {
  let database: MongoSchemaDatabase | undefined;
  before(async function () {
    await skipWithoutMongo(this);
  });
  beforeEach(async function () {
    database ??= await openSchemaDatabase();
    if (await mayBeStale(database.db)) this.currentTest?.retries(2);
  });
  const close = async (): Promise<void> => {
    await database?.close();
    database = undefined;
  };
  afterEach(() => (kind === 'new' || database === undefined ? close() : empty(database.db)));
  after(close);
  return () => {
    if (database === undefined) throw new Error('There is no database outside of a test.');
    return database;
  };
}

async function empty(db: Db): Promise<void> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  await Promise.all(
    collections.map(({ name }) =>
      name.startsWith('quire_')
        ? db.collection(name).deleteMany({})
        : db.dropCollection(name).catch(ignoring(namespaceNotFound)),
    ),
  );
}

/**
 * After a collection was renamed, or dropped and made again, FerretDB's engine may still find the former one by its name: in
 * one of 1,000 attempts an insert went to the renamed collection. MongoDB does not.
 */
const mayBeStale = async (db: Db): Promise<boolean> => 'ferretdb' in (await db.command({ buildInfo: 1 }));

async function openSchemaDatabase(): Promise<MongoSchemaDatabase> {
  const { url, close } = await openTestMongo();
  const client = await new MongoClient(url, { ignoreUndefined: true }).connect();
  const db = client.db();
  const store = (files: Files, more: Partial<SchemaStoreOptions> = {}) =>
    createSchemaStore({ db, url, schema: schemaOf(files), log: silent, ...more });
  return {
    ...schemaCommands(store),
    ...writing(db),
    ...reading(db),
    db,
    url,
    store,
    openStore: (schema) => createMongoStore({ url, schema, log: silent }),
    indexName: (_collection, attribute, kind) => `${attribute}_${kind}`,
    indexChange: (collection, attribute, kind) => `${collection}/${attribute}_${kind}`,
    async close() {
      await client.close();
      await close();
    },
  };
}

type Writing = Pick<MongoSchemaDatabase, 'insert' | 'insertLinks' | 'set' | 'remove' | 'link' | 'unlink'>;

function writing(db: Db): Writing {
  /** In ids from the next one on, which is the store's own to give no more. */
  const insert = async (collection: string, counter: string, rows: readonly Document[]): Promise<void> => {
    const last = await db.collection<{ _id: number }>(collection).findOne({}, { sort: { _id: -1 } });
    const first = (last?._id ?? 0) + 1;
    await db
      .collection<{ _id: number }>(collection)
      .insertMany(rows.map((row, place) => ({ _id: first + place, ...row })));
    const counters = db.collection<{ _id: string }>('quire_counters');
    await counters.updateOne({ _id: counter }, { $max: { value: first + rows.length } }, { upsert: true });
  };
  const insertLinks: Writing['insertLinks'] = (collection, ...rows) =>
    insert(
      collection,
      'tick',
      rows.map((row) => ({ sourceLocale: '', targetLocale: '', ...row })),
    );
  const remove: Writing['remove'] = async (collection, name, value) => {
    await db.collection(collection).deleteMany(name === undefined ? {} : { [name]: value });
  };
  return {
    insert: (collection, ...rows) =>
      insert(
        collection,
        collection,
        rows.map(({ layer = 'published', ...row }, place) => ({
          documentId: `d${place + 1}`,
          _layer: layer,
          locale: '',
          createdAt: then,
          updatedAt: then,
          ...row,
        })),
      ),
    insertLinks,
    async set(collection, documentId, attribute, value) {
      await db.collection(collection).updateMany({ documentId }, { $set: { [attribute]: value } });
    },
    remove,
    link: (collection, ...links) =>
      insertLinks(
        collection,
        ...links.map(({ key, ...link }) => ({ ...link, publishedKey: key, publishedInverseKey: key })),
      ),
    unlink: (collection, target) =>
      target === undefined ? remove(collection) : remove(collection, 'target', target),
  };
}

const then = new Date('2024-01-01T00:00:00.000Z');

const fieldNames: Readonly<Record<string, string>> = { id: '_id', layer: '_layer' };
const fieldOf = (attribute: string): string => fieldNames[attribute] ?? attribute;

type Reading = Pick<
  MongoSchemaDatabase,
  'rows' | 'stored' | 'linked' | 'names' | 'attributesOf' | 'indexes' | 'version'
>;

function reading(db: Db): Reading {
  const rows: Reading['rows'] = (collection, ...fields) => {
    const projection = { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) };
    const options = { sort: { _id: 1 }, ...(fields.length > 0 && { projection }) } as const;
    return db.collection(collection).find({}, options).toArray();
  };
  return {
    rows,
    async stored(collection, ...attributes) {
      const found = await rows(collection, ...attributes.map(fieldOf));
      return found.map((row) =>
        Object.fromEntries(attributes.map((name) => [name, row[fieldOf(name)] ?? null])),
      );
    },
    linked: async (collection) =>
      (await rows(collection)).map(({ source, target }) => `${String(source)}>${String(target)}`),
    names: async () => (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
    attributesOf: async (collection) => [
      ...new Set((await rows(collection)).flatMap((row) => Object.keys(row))),
    ],
    indexes: async (collection) =>
      (await db.collection(collection).indexes()).map(({ name }) => String(name)).sort(),
    async version() {
      const states = db.collection<{ _id: string; version: number }>('quire_schema');
      return (await states.findOne({ _id: 'schema' }))?.version ?? 0;
    },
  };
}

/** As they are shown: decimals, big integers and times as text. */
export function shown(stored: unknown): unknown {
  if (stored instanceof Date) return stored.toISOString();
  if (stored instanceof Decimal128 || stored instanceof Long) return stored.toString();
  return stored ?? null;
}
