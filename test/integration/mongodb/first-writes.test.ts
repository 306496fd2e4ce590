import { expect } from 'chai';
import type { Store } from '../../../src/application/ports/store.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { mongoStores } from '../../contract/mongodb-stores.js';
import { createWorld, randomDocumentId, type World } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';

describe('the first writes to a new MongoDB database', () => {
  const stores = mongoStores();
  let store: Store | undefined;
  let world: World;
  before(async function () {
    await skipWithoutMongo(this);
    const schema = fixtureSchema();
    store = await stores.open(schema);
    world = createWorld(store, schema);
  });
  after(() => store && stores.close(store));

  it('can lock missing documents concurrently', async () => {
    const ids = Array.from({ length: 12 }, randomDocumentId);
    await Promise.all(ids.map((id) => world.delete('restaurant', id)));
    expect(await world.find('restaurant')).to.deep.equal([]);
  });
});
