import { Decimal128, Long, MongoClient, type Db, type Document } from 'mongodb';
import {
  createSchemaStore,
  type SchemaStoreOptions,
} from '../../../src/adapters/store/mongodb/schema/create-schema-store.js';
import type { SchemaChange, SchemaStore } from '../../../src/application/ports/schema-store.js';
import type { Failure } from '../../../src/domain/failure.js';
import { buildSchema } from '../../../src/domain/schema/build-schema.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { openTestMongo } from '../../mongo.js';

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface TypeFile {
  readonly attributes: Attributes;
  readonly collectionName?: string;
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  readonly renamedFrom?: string;
}

/** Content-types by short name (`dish` is `api::dish.dish`, in the collection `dishs`), components by uid. */
export interface Files {
  readonly types: Readonly<Record<string, TypeFile>>;
  readonly components?: Readonly<Record<string, Attributes>>;
}

export function schemaOf({ types, components = {} }: Files): Schema {
  const built = buildSchema({
    contentTypes: Object.entries(types).map(([name, file]) => ({
      uid: `api::${name}.${name}`,
      file: `${name}.json`,
      definition: {
        kind: 'collectionType',
        collectionName: file.collectionName ?? `${name}s`,
        info: { singularName: name, pluralName: `${name}s`, displayName: name },
        options: { draftAndPublish: file.draftAndPublish ?? false },
        pluginOptions: file.localized === true ? { i18n: { localized: true } } : {},
        renamedFrom: file.renamedFrom,
        attributes: file.attributes,
      },
    })),
    components: Object.entries(components).map(([uid, attributes]) => ({
      uid,
      file: `${uid}.json`,
      definition: { info: { displayName: uid }, attributes },
    })),
  });
  if (!built.ok) throw new Error(`${built.failure.message} ${JSON.stringify(built.failure.details)}`);
  return built.value;
}

/** A database of its own, on which schemas follow each other as restarts with changed files do. */
export interface SchemaDatabase {
  readonly db: Db;
  readonly url: string;
  store(files: Files, more?: Partial<SchemaStoreOptions>): SchemaStore;
  /** What was done. */
  apply(files: Files): Promise<readonly string[]>;
  refused(files: Files): Promise<Failure>;
  status(files: Files): Promise<readonly SchemaChange[]>;
  drop(files: Files, names: readonly string[] | 'all'): Promise<readonly string[]>;
  dropRefused(files: Files, names: readonly string[]): Promise<Failure>;
  /** The rows of a collection in order of their ids; only these fields, if they are named. */
  rows(collection: string, ...fields: readonly string[]): Promise<readonly Document[]>;
  /** One published version for each, documents being d1, d2, … in ids 1, 2, … */
  insert(collection: string, ...rows: readonly Document[]): Promise<void>;
  insertLinks(collection: string, ...rows: readonly Document[]): Promise<void>;
  /** Names of a collection's indexes. */
  indexes(collection: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const silent = { debug() {}, info() {}, warn() {}, error() {} };
const then = new Date('2024-01-01T00:00:00.000Z');

export async function openSchemaDatabase(): Promise<SchemaDatabase> {
  const { url, close } = await openTestMongo();
  const client = await new MongoClient(url, { ignoreUndefined: true }).connect();
  const db = client.db();
  const store = (files: Files, more: Partial<SchemaStoreOptions> = {}) =>
    createSchemaStore({ db, url, schema: schemaOf(files), log: silent, ...more });
  const insert = async (collection: string, rows: readonly Document[]): Promise<void> => {
    await db.collection(collection).insertMany([...rows]);
  };
  const raise = async (counter: string, value: number): Promise<void> => {
    const counters = db.collection<{ _id: string }>('quire_counters');
    await counters.updateOne({ _id: counter }, { $max: { value } }, { upsert: true });
  };
  return {
    db,
    url,
    store,
    apply: async (files) => names(value(await store(files).apply())),
    refused: async (files) => failed(await store(files).apply()),
    status: async (files) => value(await store(files).status()),
    drop: async (files, dropped) => names(value(await store(files).drop(dropped))),
    dropRefused: async (files, dropped) => failed(await store(files).drop(dropped)),
    async rows(collection, ...fields) {
      const projection = { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) };
      const options = { sort: { _id: 1 }, ...(fields.length > 0 && { projection }) } as const;
      return db.collection(collection).find({}, options).toArray();
    },
    async insert(collection, ...rows) {
      const first = (await db.collection(collection).countDocuments()) + 1;
      const version = { _layer: 'published', locale: '', createdAt: then, updatedAt: then };
      await insert(
        collection,
        rows.map((row, place) => ({
          _id: first + place,
          documentId: `d${place + 1}`,
          ...version,
          ...row,
        })),
      );
      await raise(collection, first + rows.length);
    },
    async insertLinks(collection, ...rows) {
      const first = (await db.collection(collection).countDocuments()) + 1;
      const link = { sourceLocale: '', targetLocale: '' };
      await insert(
        collection,
        rows.map((row, place) => ({ _id: first + place, ...link, ...row })),
      );
      await raise('tick', first + rows.length);
    },
    indexes: async (collection) =>
      (await db.collection(collection).indexes()).map(({ name }) => String(name)).sort(),
    async close() {
      await client.close();
      await close();
    },
  };
}

/** As they are shown: decimals, big integers and times as text. */
export function shown(stored: unknown): unknown {
  if (stored instanceof Date) return stored.toISOString();
  if (stored instanceof Decimal128 || stored instanceof Long) return stored.toString();
  return stored ?? null;
}

const names = (changes: readonly SchemaChange[]): readonly string[] => changes.map(({ name }) => name);

type Outcome =
  | { readonly ok: true; readonly value: readonly SchemaChange[] }
  | { readonly ok: false; readonly failure: Failure };

function value(outcome: Outcome): readonly SchemaChange[] {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}

function failed(outcome: Outcome): Failure {
  if (outcome.ok) throw new Error('it was not refused');
  return outcome.failure;
}
