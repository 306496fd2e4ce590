import type { Document } from 'mongodb';
import { createMongoStore } from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../../contract/results.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../../mongo.js';
import { openMongoProxy, type MongoProxy } from './mongo-proxy.js';

export const silent = { debug() {}, info() {}, warn() {}, error() {} };

export interface ProxiedStore {
  store(): Store;
  /** The commands that the store has sent since this list was last emptied. */
  commands(): Document[];
  refuse: MongoProxy['refuse'];
  /**
   * The names of the commands that `act` sends, in alphabetical order, without the abort of a snapshot, for which
   * the store does not wait.
   */
  sent(act: () => Promise<unknown>): Promise<string>;
}

/** Opens, for a suite, a store on an empty MongoDB database whose commands are recorded. */
export function useProxiedStore(schema: Schema): ProxiedStore {
  let database: TestMongo | undefined;
  let proxy: MongoProxy | undefined;
  let store: Store | undefined;

  before(async function () {
    await skipWithoutMongo(this);
    database = await openTestMongo();
    proxy = await openMongoProxy(database.url);
    store = valueOf(await createMongoStore({ url: proxy.url, schema, log: silent }));
    valueOf(await store.schema.apply());
  });
  after(async () => {
    await store?.close();
    await proxy?.close();
    await database?.close();
  });

  const commands = (): Document[] => there(proxy).commands;
  return {
    store: () => there(store),
    commands,
    refuse: (...given) => there(proxy).refuse(...given),
    async sent(act) {
      commands().splice(0);
      await act();
      const names = commands().map((command) => Object.keys(command)[0] ?? '');
      return names
        .filter((name) => name !== 'abortTransaction')
        .sort()
        .join(' ');
    },
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The suite has not begun');
  return value;
}
