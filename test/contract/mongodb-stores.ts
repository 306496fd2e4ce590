import { createMongoStore } from '../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Log } from '../../src/application/ports/log.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { openTestMongo, type TestMongo } from '../mongo.js';
import { valueOf } from './world.js';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Opens stores on new databases. Closing a store drops its database. */
export function mongoStores() {
  const databases = new Map<Store, TestMongo>();
  return {
    async open(schema: Schema): Promise<Store> {
      const database = await openTestMongo();
      const store = valueOf(await createMongoStore({ url: database.url, schema, poolSize: 16, log: silent }));
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
