import { createMongoStore } from '../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../src/application/ports/store.js';
import { valueOf } from '../contract/results.js';
import { silent } from '../integration/mongodb/proxied-store.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../mongo.js';
import { describeWritesFromBothEnds } from './both-ends.js';

describe('with a MongoDB server', () => {
  before(function () {
    return skipWithoutMongo(this);
  });

  let database: TestMongo | undefined;
  let stores: readonly Store[] = [];

  describeWritesFromBothEnds(
    'MongoDB',
    async (schema) => {
      const { url } = (database = await openTestMongo());
      const open = async () => valueOf(await createMongoStore({ url, schema, poolSize: 8, log: silent }));
      const first = await open();
      valueOf(await first.schema.apply());
      return (stores = [first, await open()]);
    },
    async () => {
      await Promise.all(stores.map((store) => store.close()));
      await database?.close();
    },
    30,
  );
});
