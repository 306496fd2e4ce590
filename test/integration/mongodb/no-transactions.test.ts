import { expect } from 'chai';
import { createMongoStore } from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Log } from '../../../src/application/ports/log.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld, failureOf, valueOf } from '../../contract/world.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../../mongo.js';
import { openStandalone, type Standalone } from './standalone.js';

for (const manner of ['refuses', 'ignores'] as const) {
  describe(`a MongoDB that ${manner} transactions`, () => {
    const schema = fixtureSchema();
    let warnings: string[] = [];
    const log: Log = { debug() {}, info() {}, warn: (message) => void warnings.push(message), error() {} };
    let database: TestMongo | undefined;
    let standalone: Standalone | undefined;
    before(async function () {
      await skipWithoutMongo(this);
      database = await openTestMongo();
      standalone = await openStandalone(database.url, manner);
    });
    after(async () => {
      await standalone?.close();
      await database?.close();
    });
    beforeEach(() => {
      warnings = [];
    });

    it('is refused at start', async () => {
      const refused = failureOf(await createMongoStore({ url: standalone?.url ?? '', schema, log }));
      expect(refused.code).to.equal('STORE.UNAVAILABLE');
      expect(refused.message).to.match(
        /^This MongoDB has no transactions: run it as a replica set .* MONGO_ALLOW_NO_TRANSACTIONS=true/,
      );
    });

    it('is used if the option allows it, and every start warns about what can be lost', async () => {
      for (const name of ['first', 'second']) {
        const options = { url: standalone?.url ?? '', schema, log, allowNoTransactions: true };
        const store = valueOf(await createMongoStore(options));
        expect(warnings.join()).to.match(
          /no transactions: a crash, or two writers at once, can leave a part/,
        );
        warnings = [];
        valueOf(await store.schema.apply());
        const world = createWorld(store, schema);
        const category = await world.create('category', { name });
        const restaurant = await world.create('restaurant', { name, categories: [category] });
        await world.update('restaurant', restaurant, { about: 'changed' });
        expect(await world.list('restaurant', restaurant, 'categories')).to.deep.equal([name]);
        await world.delete('restaurant', restaurant);
        await store.close();
      }
    });
  });
}
