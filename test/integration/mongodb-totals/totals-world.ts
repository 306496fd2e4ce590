import { MongoClient, type Db } from 'mongodb';
import {
  createMongoStore,
  type MongoStoreOptions,
} from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../../contract/results.js';
import { openTestMongo } from '../../mongo.js';
import { openTcpProxy, type TcpProxy } from '../../tcp-proxy.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** One MongoDB database with stores that keep the totals of all types, however small, once they are told to prepare. */
export interface TotalsDatabase {
  /** Past all stores. */
  readonly db: Db;
  /** Between the stores and the server. */
  readonly proxy: TcpProxy;
  open(schema: Schema, options?: Partial<MongoStoreOptions>): Promise<Store>;
  /** Closes all stores, and drops the database. */
  close(): Promise<void>;
}

export async function openTotalsDatabase(): Promise<TotalsDatabase> {
  const database = await openTestMongo();
  const proxy = await openTcpProxy(database.url);
  const client = await new MongoClient(database.url).connect();
  const stores: Store[] = [];
  return {
    db: client.db(),
    proxy,
    async open(schema, options = {}) {
      const store = valueOf(
        await createMongoStore({ url: proxy.url, schema, totalsFrom: 0, log: silent, ...options }),
      );
      stores.push(store);
      valueOf(await store.schema.apply());
      return store;
    },
    async close() {
      for (const store of stores) await store.close();
      await client.close();
      await proxy.down();
      await database.close();
    },
  };
}
