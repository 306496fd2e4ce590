import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { createRemoteSignal } from '../../../src/adapters/store/mongodb/change-log/remote-signal.js';
import { createMongoStore } from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { valueOf } from '../../contract/results.js';
import { createWorld } from '../../contract/world.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../../mongo.js';
import { heardElsewhere } from '../heard-elsewhere.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };

describe('signals between servers on MongoDB', function () {
  this.timeout(60_000);
  let database: TestMongo;
  const stores: Store[] = [];
  const open = async (): Promise<Store> => {
    const store = valueOf(await createMongoStore({ url: database.url, schema: fixtureSchema(), log }));
    stores.push(store);
    return store;
  };
  before(async function () {
    await skipWithoutMongo(this);
    database = await openTestMongo();
  });
  after(async () => {
    for (const store of stores) await store.close();
    await database?.close();
  });

  it('arrive', async () => {
    const [writer, reader] = [await open(), await open()];
    valueOf(await writer.schema.apply());
    const world = createWorld(writer, fixtureSchema());
    await heardElsewhere(reader.changeSignal, () => world.create('dish', { name: 'a' }));
  });

  it('are not lost where the server has no change streams', async () => {
    const writer = await open();
    valueOf(await writer.schema.apply());
    const world = createWorld(writer, fixtureSchema());
    const client = await new MongoClient(database.url).connect();
    const [heard, lost]: [true[], true[]] = [[], []];
    const end = await createRemoteSignal(client.db()).hear(
      () => heard.push(true),
      () => lost.push(true),
    );
    while (heard.length < 5 && lost.length === 0) {
      await world.create('dish', { name: 'b' });
      await pause(20);
    }
    end();
    await client.close();
    expect(lost).to.deep.equal([]);
  });
});
