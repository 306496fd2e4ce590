import { expect } from 'chai';
import { Client } from 'pg';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { createFollowers } from '../../../src/application/change-log/create-followers.js';
import { unobserved } from '../../../src/application/observations/create-observations.js';
import { createClock } from '../../../src/adapters/host/create-clock.js';
import type { Store } from '../../../src/application/ports/store.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { failureOf, valueOf } from '../../contract/results.js';
import { createWorld } from '../../contract/world.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { openTcpProxy } from '../../tcp-proxy.js';
import { heardElsewhere } from '../heard-elsewhere.js';
import { pgbouncer, startPgbouncer, type Pooler } from './pgbouncer.js';
import { until } from '../../until.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const schema = fixtureSchema();
const index = { type: 'api::restaurant.restaurant', layer: 'published', fields: ['name'] } as const;

describe('a PostgreSQL behind a pooler', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  const stores: Store[] = [];
  const open = async (url: string, directUrl?: string): Promise<Store> => {
    const direct = directUrl === undefined ? {} : { directUrl };
    const store = valueOf(
      await createPostgresStore({ url, ...direct, schema, preparedStatements: false, poolSize: 6, log }),
    );
    stores.push(store);
    return store;
  };
  before(async () => (database = await openTestDatabase()));
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  after(() => database.close());

  it('signals and indexes go to the direct address, and nothing else', async () => {
    const proxy = await openTcpProxy(database.url);
    const [writer, reader] = [await open(database.url), await open(database.url, proxy.url)];
    valueOf(await reader.schema.apply());
    const send = async () => writer.changeSignal.send();
    await heardElsewhere(reader.changeSignal, send);
    await proxy.down();
    await createWorld(reader, schema).create('restaurant', { name: 'a' });
    const refused = await reader.indexes?.change(() => ({ kind: 'make', index }));
    expect(refused?.ok).to.equal(false);
    await proxy.up();
    expect((await reader.indexes?.change(() => ({ kind: 'make', index })))?.ok).to.equal(true);
    await heardElsewhere(reader.changeSignal, send);
    await proxy.down();
  });

  it('prepared statements through it fail, and the log names the setting', async function () {
    if (pgbouncer === undefined) return this.skip();
    const pooler = await startPgbouncer(pgbouncer, database.url);
    const warned: string[] = [];
    const store = valueOf(
      await createPostgresStore({
        url: pooler.url,
        directUrl: database.url,
        schema,
        poolSize: 6,
        log: { ...log, warn: (message: string) => void warned.push(message) },
      }),
    );
    try {
      const codes = new Set<string>();
      while (codes.size === 0) {
        const reads = await Promise.all(Array.from({ length: 12 }, () => store.access.load()));
        for (const read of reads) if (!read.ok) codes.add(read.failure.code);
      }
      expect([...codes]).to.deep.equal(['STORE.UNAVAILABLE']);
      expect(warned[0]).to.match(/^the database refuses statements: .*DATABASE_PREPARED_STATEMENTS=false/);
    } finally {
      await store.close();
      await pooler.close();
    }
  });

  it('a direct address that leads to another database is refused, and nothing is made there', async () => {
    const other = await openTestDatabase();
    try {
      const opened = await createPostgresStore({ url: database.url, directUrl: other.url, schema, log });
      const { code, message } = failureOf(opened);
      expect(code).to.equal('STORE.UNAVAILABLE');
      expect(message).to.match(/^DATABASE_DIRECT_URL leads to another database, at /);
      const client = new Client({ connectionString: other.url });
      await client.connect();
      const { rows } = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
      await client.end();
      expect(rows.length).to.equal(0);
    } finally {
      await other.close();
    }
  });

  it('a direct address whose tables are in another schema is refused, and nothing is made there', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query('CREATE SCHEMA elsewhere');
      const directUrl = new URL(database.url);
      directUrl.searchParams.set('options', '-c search_path=elsewhere');
      const opened = await createPostgresStore({
        url: database.url,
        directUrl: directUrl.href,
        schema,
        log,
      });
      const { code, message } = failureOf(opened);
      expect(code).to.equal('STORE.UNAVAILABLE');
      expect(message).to.match(
        /^DATABASE_DIRECT_URL has its tables in the schema elsewhere, and DATABASE_URL in the schema public;/,
      );
      const { rows } = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'elsewhere'`);
      expect(rows.length).to.equal(0);
    } finally {
      await client.query('DROP SCHEMA elsewhere');
      await client.end();
    }
  });

  describe('PgBouncer in transaction mode', () => {
    let pooler: Pooler;
    before(async function () {
      if (pgbouncer === undefined) {
        process.emitWarning('PgBouncer is not installed', 'SkippedSuite');
        return this.skip();
      }
      pooler = await startPgbouncer(pgbouncer, database.url);
    });
    after(() => pooler?.close());

    it('servers write at once, follow, hear each other and make indexes', async () => {
      const servers = [await open(pooler.url, database.url), await open(pooler.url, database.url)] as const;
      valueOf(await servers[0].schema.apply());
      const from = valueOf(await servers[0].changes.end());
      const seen: string[] = [];
      const followers = createFollowers(
        {
          changes: servers[1].changes,
          signal: servers[1].changeSignal,
          store: servers[1].followers,
          clock: createClock(),
          log,
          observations: unobserved,
        },
        'behind a pooler',
      );
      followers.add({
        name: 'search',
        from: 'end',
        handle: async (entries) => void seen.push(...entries.map(({ documentId }) => documentId)),
      });
      valueOf(await servers[1].followers.add('search', from));
      followers.start();
      await heardElsewhere(servers[1].changeSignal, async () => servers[0].changeSignal.send());
      const worlds = [createWorld(servers[0], schema), createWorld(servers[1], schema)] as const;
      const made = await Promise.all(
        Array.from({ length: 24 }, (_, n) =>
          worlds[n % 2 === 0 ? 0 : 1].create('restaurant', { name: `at once ${n}` }),
        ),
      );
      await until(() => new Set(seen).size >= made.length);
      expect(seen).to.have.members(made);
      await followers.stop();
      const make = (field: string, signal?: AbortSignal) =>
        servers[0].indexes?.change(() => ({ kind: 'make', index: { ...index, fields: [field] } }), signal);
      const ready = await make('rating');
      expect(ready?.ok, JSON.stringify(ready)).to.equal(true);
      expect((await make('price', AbortSignal.abort()))?.ok).to.equal(false);
      expect(await worlds[0].create('restaurant', { name: 'after' })).to.be.a('string');
    });
  });
});
