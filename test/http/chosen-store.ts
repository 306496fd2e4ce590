import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';

interface Stores {
  open(schema: Schema): Promise<Store>;
  close(store: Store): Promise<void>;
}

const opened = new Set<Promise<Store>>();

// Before the hooks of the modules below, which stop the servers that they started.
after(async function () {
  this.timeout(120_000);
  const left = [...opened];
  // A server that drops a hundred databases at once may run out of locks.
  const closing = Array.from({ length: 4 }, async () => {
    for (let store = left.pop(); store !== undefined; store = left.pop()) await stores?.close(await store);
  });
  await Promise.all(closing);
});

/** `HTTP_STORE=mongodb`, or `postgres`, runs the tests of this folder on a database; otherwise they run in memory. */
const stores = await storesOf(process.env['HTTP_STORE'] ?? '');

async function storesOf(chosen: string): Promise<Stores | null> {
  switch (chosen) {
    case '':
      return null;
    case 'postgres':
      return (await import('../contract/postgres-stores.js')).postgresStores();
    case 'mongodb': {
      const { skipWithoutMongo } = await import('../mongo.js');
      before(function () {
        return skipWithoutMongo(this);
      });
      return (await import('../contract/mongodb-stores.js')).mongoStores();
    }
    default:
      throw new Error(`HTTP_STORE is ${chosen}, neither postgres nor mongodb`);
  }
}

/** What takes seconds in memory may take minutes on a database. */
export const isInMemory = stores === null;

/** An empty store. A database of its own is made when it is first asked, and goes when all tests are done. */
export function openDocuments(schema: Schema): DocumentStore {
  if (stores === null) return createMemoryStore({ schema }).documents;
  let opening: Promise<Store> | undefined;
  const documents = async (): Promise<DocumentStore> => {
    if (opening === undefined) opened.add((opening = stores.open(schema)));
    return (await opening).documents;
  };
  return {
    read: async (plan) => (await documents()).read(plan),
    write: async (work) => (await documents()).write(work),
    identify: async (type, ids) => (await documents()).identify(type, ids),
    reserveItemIds: async (count) => (await documents()).reserveItemIds(count),
  };
}
