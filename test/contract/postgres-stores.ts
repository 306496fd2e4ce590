import { createPostgresStore } from '../../src/adapters/store/postgres/create-postgres-store.js';
import type { Log } from '../../src/application/ports/log.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { valueOf } from './world.js';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Opens stores on new databases, with connections for sixteen writers. Closing a store drops its database. */
export function postgresStores() {
  const databases = new Map<Store, TestDatabase>();
  return {
    async open(schema: Schema): Promise<Store> {
      const database = await openTestDatabase();
      const store = valueOf(
        await createPostgresStore({ url: database.url, schema, poolSize: 16, log: silent }),
      );
      databases.set(store, database);
      valueOf(await store.schema.apply());
      return store;
    },
    async close(store: Store): Promise<void> {
      await store.close();
      await databases.get(store)?.close();
    },
  };
}
