import { createMongoStore } from '../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../src/application/ports/store.js';
import { valueOf } from '../contract/results.js';
import { silent } from '../integration/mongodb/proxied-store.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../mongo.js';
import { describeSearches } from './searches-agree.js';

describe('with a MongoDB server', () => {
  before(function () {
    return skipWithoutMongo(this);
  });

  let database: TestMongo | undefined;
  let store: Store | undefined;

  describeSearches(
    'MongoDB',
    async (schema) => {
      const { url } = (database = await openTestMongo());
      store = valueOf(await createMongoStore({ url, schema, poolSize: 8, log: silent }));
      valueOf(await store.schema.apply());
      return store;
    },
    async () => {
      await store?.close();
      await database?.close();
    },
  );
});
