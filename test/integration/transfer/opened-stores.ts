import { createMemoryStore } from '../../../src/adapters/store/memory/create-memory-store.js';
import { createMongoStore } from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import type { Log } from '../../../src/application/ports/log.js';
import type { Store } from '../../../src/application/ports/store.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../../contract/world.js';
import { openTestDatabase } from '../../database.js';
import { openTestMongo } from '../../mongo.js';

export type StoreKind = 'memory' | 'PostgreSQL' | 'MongoDB';

export interface Opened {
  readonly store: Store;
  /** Empty for memory. */
  readonly url: string;
  close(): Promise<void>;
}

const log: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A store over a database of its own, in which nothing was made yet. */
export async function openEmpty(kind: StoreKind, schema: Schema): Promise<Opened> {
  if (kind === 'memory') {
    const store = createMemoryStore({ schema });
    return { store, url: '', close: () => store.close() };
  }
  const database = kind === 'MongoDB' ? await openTestMongo() : await openTestDatabase();
  const { url } = database;
  const store = await openAt(url, schema);
  const close = async (): Promise<void> => {
    await store.close();
    await database.close();
  };
  return { store, url, close };
}

/** The same with its tables or collections. */
export async function openReady(kind: StoreKind, schema: Schema): Promise<Opened> {
  const opened = await openEmpty(kind, schema);
  valueOf(await opened.store.schema.apply());
  return opened;
}

export const openAt = async (url: string, schema: Schema): Promise<Store> =>
  valueOf(
    url.startsWith('mongodb')
      ? await createMongoStore({ url, schema, log })
      : await createPostgresStore({ url, schema, log }),
  );
