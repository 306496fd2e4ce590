import { expect } from 'chai';
import type { AccessStore } from '../../../src/application/ports/access-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import { ok } from '../../../src/domain/result.js';
import { fixtureSchema, uidOf } from '../../contract/fixture-schema.js';
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

  const granting = (): AccessStore => {
    if (store === undefined) throw new Error('there is no store');
    return store.access;
  };

  it('can lock missing documents concurrently', async () => {
    const ids = Array.from({ length: 12 }, randomDocumentId);
    await Promise.all(ids.map((id) => world.delete('restaurant', id)));
    expect(await world.find('restaurant')).to.deep.equal([]);
  });

  it('can grant concurrently', async () => {
    const grants = (['find', 'findOne', 'create', 'update'] as const).map((action) =>
      granting().change({ grant: [{ role: 'public', type: uidOf('restaurant'), actions: [action] }] }),
    );
    for (const granted of await Promise.all(grants)) expect(granted).to.deep.equal(ok(undefined));
  });

  it('can add tokens concurrently', async () => {
    const tokens = ['one', 'two', 'three'].map((name) =>
      granting().change({
        addTokens: [
          {
            name,
            hash: name,
            access: 'full-access',
            grants: [],
            createdAt: new Date().toISOString(),
            expiresAt: null,
          },
        ],
      }),
    );
    for (const added of await Promise.all(tokens)) expect(added).to.deep.equal(ok(undefined));
  });
});
