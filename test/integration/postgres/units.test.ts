import { expect } from 'chai';
import { createDocuments } from '../../../src/application/documents/documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { ok } from '../../../src/domain/result.js';
import { fixtureSchema, uidOf } from '../../contract/fixture-schema.js';
import { desc } from '../../contract/questions.js';
import { createWorld, failureOf, valueOf, type World } from '../../contract/world.js';
import { openTcpProxy } from '../../tcp-proxy.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

describe('units of work on PostgreSQL', () => {
  const schema = fixtureSchema();
  let scratch: ScratchStore;
  let world: World;
  before(async () => {
    scratch = await openScratchStore(schema, { poolSize: 2, transactionTimeoutMs: 3_000 });
    world = createWorld(scratch.store, schema);
  });
  after(() => scratch.close());
  afterEach(() => scratch.run('DELETE FROM chefs; DELETE FROM dishes'));

  it('use one connection each, so more units than connections end', async () => {
    const units = Array.from({ length: 6 }, (_, index) =>
      world.store.units.run(async () => {
        await world.create('chef', { name: `c${index}` });
        // Every unit has begun before one of them goes on, as far as there are connections.
        await new Promise(setImmediate);
        await world.names('chef');
        return ok(await world.create('dish', { name: `d${index}` }));
      }),
    );
    for (const unit of units) valueOf(await unit);
    expect(await world.names('dish')).to.have.length(6);
  });

  it('leave nothing behind if the connection is lost, and their pool goes on', async () => {
    const unit = await world.store.units.run(async () => {
      await world.create('chef', { name: 'lost' });
      await scratch.run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      return ok(await world.create('dish', { name: 'd' }).catch(() => null));
    });
    expect(unit.ok).to.equal(false);
    expect(await world.names('chef')).to.deep.equal([]);
    await world.create('chef', { name: 'next' });
  });

  it('go on after a statement that has gone beyond a limit of the database', async () => {
    const name = new URL(scratch.url).pathname.slice(1);
    await world.createNamed(
      'dish',
      ...Array.from({ length: 900 }, (_, index) => `${index} ${'x'.repeat(240)}`),
    );
    await scratch.run(`ALTER DATABASE ${name} SET temp_file_limit = 0`);
    await scratch.run(`ALTER DATABASE ${name} SET work_mem = '64kB'`);
    const limited = createWorld(await scratch.openAnother({ poolSize: 1 }), schema);
    const unit = await limited.store.units.run(async () => {
      await limited.create('chef', { name: 'before' });
      const heavy = await limited
        .names('dish', { sort: [desc('name')] })
        .catch((error: Error) => error.message);
      expect(heavy).to.be.a('string').that.includes('STORE.UNAVAILABLE');
      await limited.create('chef', { name: 'after' });
      return ok(undefined);
    });
    await scratch.run(`ALTER DATABASE ${name} RESET ALL`);
    expect(unit.ok).to.equal(true);
    expect(await world.names('chef')).to.have.members(['before', 'after']);
  });

  it('call nobody back when the answer to their commit is lost', async () => {
    let isLosing = false;
    const proxy = await openTcpProxy(scratch.url, (near, far) => {
      let isLost = false;
      near.on('data', (chunk: Buffer) => {
        isLost ||= isLosing && chunk.includes('COMMIT');
        far.write(chunk);
      });
      far.on('data', (chunk: Buffer) => void (isLost ? near.destroy() : near.write(chunk)));
    });
    const other = createWorld(await scratch.openAnother({ url: proxy.url, poolSize: 1 }), schema);
    const called: string[] = [];
    const unit = await other.store.units.run(async () => {
      await other.create('chef', { name: 'committed' });
      const current = other.store.units.current();
      current?.onCommit(() => called.push('committed'));
      current?.onRollback(() => called.push('taken back'));
      isLosing = true;
      return ok(undefined);
    });
    expect(failureOf(unit).code).to.equal('STORE.UNAVAILABLE');
    expect(await world.names('chef')).to.deep.equal(['committed']);
    expect(called).to.deep.equal([]);
    await proxy.down();
  });

  it('take back what they have done when the database refuses their commit', async () => {
    const called: string[] = [];
    await scratch.run(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$;
      CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON chefs DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const unit = await world.store.units.run(async () => {
      await world.create('chef', { name: 'refused' });
      const current = world.store.units.current();
      current?.onCommit(() => called.push('committed'));
      current?.onRollback(() => called.push('taken back'));
      return ok(undefined);
    });
    await scratch.run('DROP TRIGGER refused ON chefs; DROP FUNCTION refuse');
    expect(failureOf(unit).message).to.equal('The database has no room left');
    expect(await world.names('chef')).to.deep.equal([]);
    expect(called).to.deep.equal(['taken back']);
  });

  it('are taken back after their time limit, and refuse later calls', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const unit = await world.store.units.run(async () => {
      await world.create('chef', { name: 'slow' });
      late = new Promise((resolve) => setTimeout(resolve, 3_500)).then(() =>
        world.create('chef', { name: 'later' }),
      );
      await late;
      return ok(undefined);
    });
    expect(failureOf(unit)).to.deep.include({
      code: 'STORE.TIMEOUT',
      message: 'The transaction took longer than 3 s, and everything in it was taken back',
    });
    expect(await late.catch((error: unknown) => (error as Error).message)).to.include('took longer');
    expect(await world.names('chef')).to.deep.equal([]);
  });

  it('go on after a write of several statements that is refused', async () => {
    const documents = createDocuments({ ...world.dependencies, keepsHistory: true });
    const answer = { fields: ['documentId'] };
    const mutation = { kind: 'create', type: uidOf('restaurant'), layer: 'draft', answer } as const;
    const unit = await world.store.units.run(async () => {
      const data = { name: 'r', categories: ['nowhere'] };
      const refused = await documents.create(systemPrincipal, { ...mutation, data });
      await world.create('chef', { name: 'c' });
      return ok(refused);
    });
    expect(failureOf(valueOf(unit)).message).to.include('"nowhere"');
    expect(await world.names('chef')).to.deep.equal(['c']);
  });

  it('hold no lock for a block of ids', async () => {
    const reserve = (count: number) => world.store.documents.reserveItemIds(count);
    await world.store.units.run(async () => {
      await world.create('chef', { name: 'c' });
      valueOf(await reserve(2_000));
      const other = await scratch.openAnother();
      valueOf(await other.documents.reserveItemIds(2_000));
      return ok(undefined);
    });
  });
});
