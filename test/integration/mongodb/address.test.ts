import { expect } from 'chai';
import { createMongoStore } from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import { databaseAddress } from '../../../src/bootstrap/open-store.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { populate } from '../../contract/questions.js';
import { createWorld, failureOf, valueOf } from '../../contract/world.js';
import { openTestMongo, skipWithoutMongo } from '../../mongo.js';
import { openMongoProxy } from './mongo-proxy.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const schema = fixtureSchema();

describe('the address of a MongoDB', () => {
  it('appears in messages without its password, even if that is not escaped', async () => {
    for (const password of ['hushhush', 'a@hushhush', 'a/b@hushhush', 'a?b@hushhush', 'hush%hush']) {
      const url = `mongodb://user:${password}@127.0.0.1:1/none?authSource=admin`;
      const { code, message } = failureOf(await createMongoStore({ url, schema, log }));
      expect(code).to.equal('STORE.UNAVAILABLE');
      expect(message).to.include('The database at 127.0.0.1:1/none ').and.not.include('hush');
      expect(databaseAddress(url)).to.equal('mongodb://127.0.0.1:1/none');
    }
  });

  it('can be a DNS name that lists servers, and an unknown one is refused', async () => {
    const url = 'mongodb+srv://user:hushhush@cluster.invalid/shop?retryWrites=true&w=majority&appName=a';
    const { code, message } = failureOf(await createMongoStore({ url, schema, log }));
    expect(code).to.equal('STORE.UNAVAILABLE');
    expect(message).to.include('The database at cluster.invalid/shop cannot be reached: ');
  });

  it('cannot weaken the guarantees of writes and reads', async function () {
    await skipWithoutMongo(this);
    const database = await openTestMongo();
    const proxy = await openMongoProxy(database.url);
    const url = new URL(proxy.url);
    for (const [name, value] of Object.entries({ w: '0', readPreference: 'secondary', retryWrites: 'false' }))
      url.searchParams.set(name, value);
    const store = valueOf(await createMongoStore({ url: url.href, schema, log }));
    try {
      valueOf(await store.schema.apply());
      const world = createWorld(store, schema);
      const event = await world.create('event', { name: 'e' });
      const hall = await world.create('hall', { name: 'h', shown: [event] });
      const found = await world.one('hall', hall, { populate: populate('shown') });
      expect(found['shown']).to.have.length(1);
      const [concerns, preferences] = ['writeConcern', '$readPreference'].map((key) =>
        proxy.commands.flatMap((command) => (command[key] === undefined ? [] : [command[key] as unknown])),
      );
      for (const concern of concerns ?? []) expect(concern).to.have.property('w', 'majority');
      for (const preference of preferences ?? [])
        expect(preference)
          .to.have.property('mode')
          .that.matches(/^primary/);
      expect(concerns).to.have.length.above(0);
    } finally {
      await store.close();
      await proxy.close();
      await database.close();
    }
  });
});
