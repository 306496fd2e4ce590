import type { Suite } from 'mocha';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import type { Store } from '../../src/application/ports/store.js';
import { ok } from '../../src/domain/result.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { openTestDatabase } from '../database.js';
import { openTestMongo, skipWithoutMongo } from '../mongo.js';
import type { LentDatabase } from '../reused-stores.js';
import { openUntilEnd } from '../open-until-end.js';
import { mongoStores } from '../contract/mongodb-stores.js';
import { postgresStores } from '../contract/postgres-stores.js';

interface Stores {
  /** Whether they lock documents. */
  readonly locks: boolean;
  open(schema: Schema): Promise<Store>;
  close(store: Store): Promise<void>;
  /** An empty database with the tables of a schema, for a server that opens its own store. */
  lend(schema: Schema): Promise<LentDatabase>;
  /** For a server that opens its own store. */
  openDatabase(): Promise<Database>;
}

interface Database {
  readonly url: string;
  close(): Promise<void>;
}

/** `HTTP_STORE=mongodb`, or `postgres`, runs tests over HTTP and GraphQL on a database; otherwise they run in memory. */
const stores = storesOf(process.env['HTTP_STORE'] ?? '');

function storesOf(chosen: string): Stores | null {
  switch (chosen) {
    case '':
      return null;
    case 'postgres':
      return { ...postgresStores({ keepsOpen: true }), locks: true, openDatabase: openTestDatabase };
    case 'mongodb':
      before(function () {
        return skipWithoutMongo(this);
      });
      return { ...mongoStores(), locks: false, openDatabase: openTestMongo };
    default:
      throw new Error(`HTTP_STORE is ${chosen}, neither postgres nor mongodb`);
  }
}

/** Allows for databases, which are slower than memory. */
export const isInMemory = stores === null;

/** What closes the stores that a test, or a suite, opened. */
type Closing = (() => Promise<void>)[];

/** Of the test that runs, with its `beforeEach` hooks; null between tests, as for `before` hooks. */
let ofTest: Closing | null = null;

/** Of the `before` hooks since a test began; null before the first. */
let ofHooks: Closing | null = null;

/** Of the `before` hooks of the outermost suite whose test began last. */
let ofSuite: { readonly suite: Suite | undefined; readonly closing: Closing } = {
  suite: undefined,
  closing: [],
};

beforeEach(async function () {
  const suite = outermost(this.currentTest?.parent);
  const [ended, opened] = [ofSuite, ofHooks ?? []];
  const goesOn = ended.suite === suite;
  ofSuite = { suite, closing: goesOn ? [...ended.closing, ...opened] : opened };
  [ofTest, ofHooks] = [[], []];
  if (!goesOn) await closeAll(ended.closing);
});

afterEach(async () => {
  const closing = ofTest ?? [];
  ofTest = null;
  await closeAll(closing);
});

const closeAll = (closing: Closing): Promise<unknown> => Promise.all(closing.map((close) => close()));

const outermost = (suite: Suite | undefined): Suite | undefined =>
  suite?.parent === undefined || suite.parent.root ? suite : outermost(suite.parent);

/** The `DATABASE_URL` of an empty database for a server that opens its own store. It goes when all tests are done. */
export async function openDatabaseUrl(): Promise<string> {
  if (stores === null) return 'memory:';
  const database = await stores.openDatabase();
  openUntilEnd(() => database.close());
  return database.url;
}

/** The same for a server whose schema is known, and equal to that of others: its database has their tables. */
export const lendDatabase = async (schema: () => Promise<Schema>): Promise<LentDatabase> =>
  stores === null ? { url: 'memory:', giveBack: () => {} } : stores.lend(await schema());

/**
 * An empty store. A database is made ready when it is first asked, and closed after the test that opened it; where that was
 * a `before` hook, when a test of another outermost suite begins; and where that was while files were loaded, when all
 * tests are done.
 */
export const openDocuments = (schema: Schema): DocumentStore => openStore(schema).documents;

/** The same with the counts of the store, which may keep those of earlier tests. */
export function openStore(schema: Schema): Pick<Store, 'documents' | 'rates'> {
  if (stores === null) return createMemoryStore({ schema });
  let opening: Promise<Store> | undefined;
  let closing: Promise<void> | undefined;
  const closeOnce = async (): Promise<void> => {
    if (opening !== undefined) await (closing ??= opening.then((store) => stores.close(store)));
  };
  if (ofTest === null) openUntilEnd(closeOnce);
  (ofTest ?? ofHooks)?.push(closeOnce);
  const opened = (): Promise<Store> => (opening ??= stores.open(schema));
  return {
    documents: {
      read: async (plan, deadline) => (await opened()).documents.read(plan, deadline),
      aggregate: async (plan, deadline) => (await opened()).documents.aggregate(plan, deadline),
      write: async (work) => (await opened()).documents.write(work),
      writeAll: async (works) => (await opened()).documents.writeAll(works),
      lock: stores.locks ? async (locks) => (await opened()).documents.lock?.(locks) ?? ok(null) : null,
      identify: async (type, ids) => (await opened()).documents.identify(type, ids),
      reserveItemIds: async (count) => (await opened()).documents.reserveItemIds(count),
    },
    rates: {
      count: async (key, windowMs) => (await opened()).rates.count(key, windowMs),
      isOpen: async (key) => (await opened()).rates.isOpen(key),
      forget: async (keys) => (await opened()).rates.forget(keys),
      sweep: async (limit) => (await opened()).rates.sweep(limit),
    },
  };
}
