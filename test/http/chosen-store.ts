import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { openTestDatabase } from '../database.js';
import { openTestMongo, skipWithoutMongo } from '../mongo.js';
import { openUntilEnd } from '../open-until-end.js';
import { reusedMongoStores } from './reused-mongo-stores.js';
import { reusedPostgresStores } from './reused-postgres-stores.js';

interface Stores {
  open(schema: Schema): Promise<Store>;
  close(store: Store): Promise<void>;
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
      return { ...reusedPostgresStores(), openDatabase: openTestDatabase };
    case 'mongodb':
      before(function () {
        return skipWithoutMongo(this);
      });
      return { ...reusedMongoStores(), openDatabase: openTestMongo };
    default:
      throw new Error(`HTTP_STORE is ${chosen}, neither postgres nor mongodb`);
  }
}

/** Allows for databases, which are slower than memory. */
export const isInMemory = stores === null;

/** What the test that runs, or its `beforeEach` hooks, opened; null between tests, as for `before` hooks. */
let ofTest: (() => Promise<void>)[] | null = null;

beforeEach(() => {
  ofTest = [];
});

afterEach(async () => {
  const closing = ofTest ?? [];
  ofTest = null;
  await Promise.all(closing.map((close) => close()));
});

/** The `DATABASE_URL` of an empty database for a server that opens its own store. It goes when all tests are done. */
export async function openDatabaseUrl(): Promise<string> {
  if (stores === null) return 'memory:';
  const database = await stores.openDatabase();
  openUntilEnd(() => database.close());
  return database.url;
}

/**
 * An empty store. A database is made ready when it is first asked, and closed after the test that opened it; where that was
 * a `before` hook, when all tests are done.
 */
export function openDocuments(schema: Schema): DocumentStore {
  if (stores === null) return createMemoryStore({ schema }).documents;
  const owner = ofTest;
  let opening: Promise<Store> | undefined;
  const documents = async (): Promise<DocumentStore> => {
    if (opening === undefined) {
      const store = (opening = stores.open(schema));
      const close = async (): Promise<void> => stores.close(await store);
      if (owner === null) openUntilEnd(close);
      else owner.push(close);
    }
    return (await opening).documents;
  };
  return {
    read: async (plan, deadline) => (await documents()).read(plan, deadline),
    write: async (work) => (await documents()).write(work),
    identify: async (type, ids) => (await documents()).identify(type, ids),
    reserveItemIds: async (count) => (await documents()).reserveItemIds(count),
  };
}
