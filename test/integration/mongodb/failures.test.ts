import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  createMongoStore,
  type MongoStoreOptions,
} from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { ok } from '../../../src/domain/result.js';
import { planRead } from '../../../src/domain/plan/plan-read.js';
import type { ReadPlan } from '../../../src/domain/plan/read-plan.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { populate } from '../../contract/questions.js';
import { createWorld, failureOf, queryOf, valueOf, type World } from '../../contract/world.js';
import { openUntilEnd } from '../../open-until-end.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../../mongo.js';
import { openMongoProxy, type MongoProxy } from './mongo-proxy.js';

/** The code of `OutOfDiskSpace`. */
const diskFull = 14031;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Tries again while a transaction that was cut off still holds its lock. */
async function untilFree(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!String(error).includes('STORE.CONFLICT')) throw error;
    }
  }
}

describe('failures of MongoDB', () => {
  const schema = fixtureSchema();
  const stores: Store[] = [];
  let database: TestMongo | undefined;
  let proxy: MongoProxy;
  let store: Store;
  let world: World;

  const open = async (options: Partial<MongoStoreOptions> = {}): Promise<Store> => {
    const opened = valueOf(await createMongoStore({ url: proxy.url, schema, log: silent, ...options }));
    stores.push(opened);
    return opened;
  };

  before(async function () {
    await skipWithoutMongo(this);
    database = await openTestMongo();
    proxy = await openMongoProxy(database.url);
    store = await open();
    valueOf(await store.schema.apply());
    world = createWorld(store, schema);
  });
  after(async () => {
    if (database === undefined) return;
    for (const opened of stores) await opened.close();
    await proxy.close();
    // A server keeps the transaction of a lost client for up to a minute, and cannot drop the database until then.
    openUntilEnd(database.close);
  });

  const plan = (populated = false): ReadPlan => {
    const query = queryOf('restaurant', populated ? { populate: populate('categories') } : {});
    return valueOf(planRead(schema, query, systemPrincipal, { rows: 1_000, textSize: 1_000_000 }));
  };

  const inserted = (name: string, text: string) =>
    world.documents.create(systemPrincipal, {
      kind: 'create',
      type: `api::${name}.${name}`,
      layer: 'published',
      data: { name: text },
      answer: {},
    });

  it('a missing database is reported with its address, without the password', async () => {
    const url = 'mongodb://somebody:hushhush@127.0.0.1:1/nowhere';
    const failure = failureOf(await createMongoStore({ url, schema, log: silent }));
    expect(failure.code).to.equal('STORE.UNAVAILABLE');
    expect(failure.message).to.contain('127.0.0.1:1/nowhere cannot be reached').and.not.contain('hushhush');
  });

  it('opening a store on a server that never answers fails', async () => {
    const server = createServer(() => {});
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const url = `mongodb://somebody@127.0.0.1:${port}/nowhere`;
    const failure = failureOf(await createMongoStore({ url, schema, log: silent }));
    server.close();
    expect(failure.code).to.equal('STORE.UNAVAILABLE');
  });

  it('lost connections are replaced, and only their own requests fail', async () => {
    await world.createNamed('restaurant', 'soup');
    for (let round = 0; round < 5; round++) {
      const reads = Array.from({ length: 20 }, (_, index) => store.documents.read(plan(index % 2 === 0)));
      await proxy.down();
      await proxy.up();
      for (const read of await Promise.all(reads)) {
        if (!read.ok) expect(read.failure.code).to.equal('STORE.UNAVAILABLE');
      }
    }
    expect(await world.names('restaurant')).to.deep.equal(['soup']);
  });

  it('a server that disappears during work is found again', async () => {
    for (let round = 0; round < 4; round++) {
      valueOf(await store.documents.read(plan()));
      proxy.slow(1_500);
      const reads = Array.from({ length: 3 }, () => store.documents.read(plan()));
      // Long enough that the driver checks the server at once when it loses a connection.
      await new Promise((waited) => setTimeout(waited, 700));
      await proxy.down();
      proxy.slow(0);
      await proxy.up();
      for (const read of await Promise.all(reads))
        if (!read.ok) expect(read.failure.code).to.equal('STORE.UNAVAILABLE');
      valueOf(await store.documents.read(plan()));
    }
  });

  it('reads and writes fail as unavailable while the server is down, and work when it is back', async () => {
    await proxy.down();
    const results = await Promise.all([
      store.documents.read(plan()),
      store.documents.read(plan(true)),
      world.move('publish', 'hall', 'x'.repeat(24)),
      inserted('article', 'away'),
      inserted('category', 'away'),
    ]);
    for (const result of results) expect(failureOf(result).code).to.equal('STORE.UNAVAILABLE');
    await proxy.up();
    expect(await world.names('restaurant')).to.deep.equal(['soup']);
    await world.delete('restaurant', await world.create('restaurant', { name: 'back' }));
  });

  it('writes that lose their connection are refused, and leave the document whole', async () => {
    const pupil = await world.create('chef', { name: 'pupil' });
    const chef = await world.create('chef', { name: 'cut off' });
    const writes = Array.from({ length: 30 }, async (_, index) => {
      const data = { name: `name ${index}`, pupils: { set: index % 2 === 0 ? [pupil] : [] } };
      const mutation = { kind: 'update', type: 'api::chef.chef', layer: 'published' } as const;
      const answer = { fields: ['name'] };
      return world.documents.update(systemPrincipal, { ...mutation, documentId: chef, data, answer });
    });
    await new Promise((waited) => setTimeout(waited, 20));
    await proxy.down();
    await proxy.up();
    const results = await Promise.all(writes);
    // The server may hold the lock of a transaction that was cut off until it notices.
    for (const result of results)
      if (!result.ok) expect(result.failure.code).to.be.oneOf(['STORE.UNAVAILABLE', 'STORE.CONFLICT']);
    const name = (await world.one('chef', chef))['name'] as string;
    const pupils = await world.list('chef', chef, 'pupils');
    if (name !== 'cut off')
      expect(pupils.length).to.equal(Number(name.slice('name '.length)) % 2 === 0 ? 1 : 0);
    await untilFree(() => world.update('chef', chef, { name: 'after' }));
  });

  it('a unit takes back what it has done when the server has no room for its commit', async () => {
    const called: string[] = [];
    const left = proxy.refuse((command) => command['commitTransaction'] !== undefined, [diskFull]);
    const unit = await store.units.run(async () => {
      await world.create('chef', { name: 'refused' });
      const current = store.units.current();
      current?.onCommit(() => called.push('committed'));
      current?.onRollback(() => called.push('taken back'));
      return ok(undefined);
    });
    expect(failureOf(unit).message).to.equal('The database has no room left');
    expect(left).to.deep.equal([]);
    expect(called).to.deep.equal(['taken back']);
  });

  it('a slow server causes timeouts, and works again when it is fast', async () => {
    const hasty = await open({ statementTimeoutMs: 300, poolSize: 20 });
    try {
      await expectRefused(hasty, () => proxy.slow(1_000), 'STORE.TIMEOUT');
    } finally {
      proxy.slow(0);
    }
    valueOf(await hasty.documents.read(plan(true)));
  });

  it('a server that stops answering is unavailable, also to requests that wait for a connection', async () => {
    const hasty = await open({ statementTimeoutMs: 300, poolSize: 2 });
    try {
      await expectRefused(hasty, () => proxy.hold(), 'STORE.UNAVAILABLE', 'STORE.TIMEOUT');
    } finally {
      proxy.release();
    }
    valueOf(await hasty.documents.read(plan(true)));
  });

  /** Reads and writes concurrently while `worsen` affects the server. */
  async function expectRefused(hasty: Store, worsen: () => void, ...codes: string[]): Promise<void> {
    const hastily = createWorld(hasty, schema);
    const chef = await hastily.create('chef', { name: 'Ann' });
    worsen();
    const results = await Promise.all([
      hasty.documents.read(plan()),
      hasty.documents.read(plan(true)),
      hasty.documents.read(plan(true)),
      hastily.move('publish', 'hall', 'x'.repeat(24)),
      hastily.refused('chef', chef, { name: 'late', pupils: [chef] }),
    ]);
    for (const result of results)
      expect('code' in result ? result.code : failureOf(result).code).to.be.oneOf(codes);
  }
});
