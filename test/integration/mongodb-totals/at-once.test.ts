import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../../src/application/ports/store.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { expectExactTotals } from '../totals/under-writers.js';
import { openTotalsDatabase, type TotalsDatabase } from './totals-world.js';

describe('totals under sixteen writers on MongoDB', function () {
  this.timeout(240_000);
  const schema = fixtureSchema();
  let database: TotalsDatabase;
  let stores: readonly Store[];
  before(async function () {
    await skipWithoutMongo(this);
    database = await openTotalsDatabase();
    stores = [await database.open(schema, { poolSize: 16 }), await database.open(schema, { poolSize: 16 })];
  });
  after(() => database?.close());

  it('are what a count says in every snapshot, while connections die, differences are folded and the first count runs', async () => {
    const [store] = stores;
    if (store === undefined) throw new Error('no store');
    await expectExactTotals({
      stores,
      world: createWorld(store, schema),
      stepsWhileKept: 60,
      async disturb() {
        await pause(4_000);
        await database.proxy.down();
        await database.proxy.up();
      },
      count: (layer, locale) => database.db.collection('articles').countDocuments({ _layer: layer, locale }),
    });
  });
});
