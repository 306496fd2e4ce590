import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { Client } from 'pg';
import { createBulk, type BulkOperation } from '../../../src/application/bulk/run-bulk.js';
import type { Store } from '../../../src/application/ports/store.js';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { planRead } from '../../../src/domain/plan/plan-read.js';
import { Canceller } from '../../../src/domain/cancellation.js';
import type { ReadPlan } from '../../../src/domain/plan/read-plan.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { asc } from '../../contract/questions.js';
import { createWorld, failureOf, queryOf, valueOf, type World } from '../../contract/world.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { openTcpProxy, pipeBoth } from '../../tcp-proxy.js';
import { openScratchStore, silent, type ScratchStore } from './scratch-store.js';

const loseConnections = (scratch: ScratchStore) =>
  scratch.run(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

const nameOf = ({ url }: ScratchStore): string => new URL(url).pathname.slice(1);

/** The beginning of the message that ends the answer to a statement. */
const readyForQuery = 'Z\0\0\0\x05';

/** Passes what comes after the end of each answer on by itself, some time after what came before. */
function answeringInTurn(near: Socket, far: Socket): void {
  near.pipe(far);
  let last = Promise.resolve();
  far.on('data', (chunk: Buffer) => {
    const [first = '', ...others] = chunk.toString('latin1').split(readyForQuery);
    for (const part of [first, ...others.map((other) => readyForQuery + other)])
      last = last.then(async () => {
        near.write(part, 'latin1');
        await new Promise((passed) => setTimeout(passed, 40));
      });
  });
}

describe('PostgreSQL in trouble', () => {
  const schema = fixtureSchema();
  let scratch: ScratchStore;
  let world: World;
  before(async () => {
    scratch = await openScratchStore(schema);
    world = createWorld(scratch.store, schema);
  });
  after(() => scratch.close());

  const plan = (): ReadPlan =>
    valueOf(planRead(schema, queryOf('dish'), systemPrincipal, { rows: 1_000, textSize: 1_000_000 }));

  it('an unreachable database is reported with its address, without the password', async () => {
    const url = 'postgres://somebody:hushhush@127.0.0.1:1/nowhere';
    const failure = failureOf(await createPostgresStore({ url, schema, log: silent }));
    expect(failure.code).to.equal('STORE.UNAVAILABLE');
    expect(failure.message).to.contain('127.0.0.1:1/nowhere').and.not.contain('hushhush');
    expect(failure.message).to.match(/To go on, start it, or correct the host and port of DATABASE_URL$/);
    const target = failureOf(await createPostgresStore({ url, urlSetting: '--to', schema, log: silent }));
    expect(target.message).to.match(/To go on, start it, or correct the host and port of --to$/);
  });

  it('a missing database is reported with how to create it', async () => {
    const url = new URL(scratch.url);
    url.pathname = '/quire_is_not_here';
    const failure = failureOf(await createPostgresStore({ url: url.href, schema, log: silent }));
    expect(failure.message).to.match(/refuses the connection: .*To go on, create the database \(createdb\)/);
  });

  it('what is wrong with TLS is reported with the parameter and what to do', async () => {
    const saidOf = async (change: (url: URL) => void): Promise<string> => {
      const url = new URL(scratch.url);
      change(url);
      return failureOf(await createPostgresStore({ url: url.href, schema, log: silent })).message;
    };
    expect(await saidOf((url) => (url.search = '?sslmode=verify-full&sslrootcert=/not/there.pem'))).to.match(
      /\/not\/there\.pem.*To go on, correct the path of sslrootcert.* in DATABASE_URL/,
    );
    expect(await saidOf((url) => (url.search = '?sslmode=verify-full'))).to.match(
      /does not support SSL.*To go on, switch TLS on in the server, or take sslmode/,
    );
  });

  it("Strapi's database is refused, and nothing is changed in it", async () => {
    const database = await openTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query('CREATE TABLE strapi_core_store_settings (id int)');
      const failure = failureOf(await createPostgresStore({ url: database.url, schema, log: silent }));
      expect(failure.message).to.match(
        /is Strapi's database, and nothing was changed in it.*DATABASE_URL.*strapi export.*quire import/,
      );
      const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
      expect(rows).to.deep.equal([{ tablename: 'strapi_core_store_settings' }]);
      // A database that has tables of both is accepted.
      await client.query('CREATE TABLE quire_schema (version int)');
      await valueOf(await createPostgresStore({ url: database.url, schema, log: silent })).close();
    } finally {
      await client.end();
      await database.close();
    }
  });

  describe('a role of few rights', () => {
    const role = `quire_test_${randomBytes(6).toString('hex')}`;
    let database: TestDatabase;
    let owner: Client;
    let url: string;
    before(async () => {
      database = await openTestDatabase();
      owner = new Client({ connectionString: database.url });
      await owner.connect();
      await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; REVOKE ALL ON SCHEMA public FROM PUBLIC`);
      const address = new URL(database.url);
      [address.username, address.password] = [role, 'x'];
      url = address.href;
    });
    after(async () => {
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await owner.end();
      await database.close();
    });

    it('is refused where no schema is left to it', async () => {
      const failure = failureOf(await createPostgresStore({ url, schema, log: silent }));
      expect(failure.code).to.equal('STORE.UNAVAILABLE');
      expect(failure.message)
        .to.include(`The role ${role} has no schema for tables`)
        .and.to.include('"$user", public')
        .and.to.include(`GRANT USAGE, CREATE ON SCHEMA … TO ${role}`);
    });

    it('is told what it lacks to make tables', async () => {
      await owner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
      const store = valueOf(await createPostgresStore({ url, schema, log: silent }));
      const failure = failureOf(await store.schema.apply());
      await store.close();
      expect(failure.code).to.equal('STORE.UNAVAILABLE');
      expect(failure.message)
        .to.include(`The role ${role} lacks a right`)
        .and.to.include('permission denied for schema public')
        .and.to.include(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
    });

    it('that may only read is unavailable for writes, and the log says once why', async () => {
      const owning = valueOf(await createPostgresStore({ url: database.url, schema, log: silent }));
      valueOf(await owning.schema.apply());
      await owning.close();
      await owner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
      await owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
      const warned: string[] = [];
      const log = { ...silent, warn: (message: string) => void warned.push(message) };
      const store = valueOf(await createPostgresStore({ url, schema, log }));
      const { documents } = createWorld(store, schema);
      const creation = { kind: 'create', type: 'api::topic.topic', layer: 'published' } as const;
      for (let round = 0; round < 2; round++) {
        const written = await documents.create(systemPrincipal, { ...creation, data: {}, answer: {} });
        expect(failureOf(written)).to.include({ code: 'STORE.UNAVAILABLE', isWithoutEffect: true });
      }
      await store.close();
      expect(warned).to.have.lengthOf(1);
      expect(warned[0]).to.match(/^the database refuses statements: permission denied .*OWNER TO/);
    });

    it('does not wait for the lock of a schema that was taken from it', async () => {
      await owner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
      const store = valueOf(await createPostgresStore({ url, schema, log: silent }));
      await owner.query(`REVOKE USAGE ON SCHEMA public FROM ${role}`);
      const failure = failureOf(await store.schema.apply());
      await store.close();
      expect(failure.message).to.include(`The role ${role} has no schema for tables`);
    });
  });

  describe('a database that refuses connections while the server runs', () => {
    let own: ScratchStore;
    let server: Client;
    let role: string;
    let warned: string[];
    let store: Store;
    before(async () => {
      own = await openScratchStore(schema);
      const address = new URL(own.url);
      address.pathname = '/postgres';
      server = new Client({ connectionString: address.href });
      await server.connect();
    });
    after(async () => {
      await server.end();
      await own.close();
    });
    beforeEach(async () => {
      role = `quire_test_${randomBytes(6).toString('hex')}`;
      await server.query(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'x'`);
      const address = new URL(own.url);
      [address.username, address.password] = [role, 'x'];
      warned = [];
      const log = { ...silent, warn: (message: string) => void warned.push(message) };
      store = valueOf(await createPostgresStore({ url: address.href, schema, log }));
    });
    afterEach(async () => {
      await store.close();
      await server.query(`DROP ROLE ${role}`);
    });

    const refusals: readonly (readonly [string, () => readonly string[], () => readonly string[], RegExp])[] =
      [
        [
          'the user may not sign in any more',
          () => [`ALTER ROLE ${role} NOLOGIN`],
          () => [],
          /^the database refuses connections: .*log in.*correct the user of DATABASE_URL/,
        ],
        [
          'nobody may connect any more',
          () => [`ALTER DATABASE ${nameOf(own)} ALLOW_CONNECTIONS false`],
          () => [`ALTER DATABASE ${nameOf(own)} ALLOW_CONNECTIONS true`],
          /^the database refuses connections: .*not currently accepting connections.*ALLOW_CONNECTIONS true/,
        ],
        [
          'the database has another name now',
          () => [`ALTER DATABASE ${nameOf(own)} RENAME TO ${nameOf(own)}_moved`],
          () => [`ALTER DATABASE ${nameOf(own)}_moved RENAME TO ${nameOf(own)}`],
          /^the database refuses connections: .*does not exist.*create the database/,
        ],
      ];
    for (const [title, begin, end, reason] of refusals)
      it(`it is unavailable, and the log says once why: ${title}`, async () => {
        const terminate = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${nameOf(own)}'`;
        await own.store.close();
        await server.query(terminate);
        for (const text of begin()) await server.query(text);
        await server.query(terminate);
        const codes: string[] = [];
        for (let round = 0; round < 3; round++)
          codes.push(failureOf(await store.documents.read(plan())).code);
        for (const text of end()) await server.query(text);
        expect(codes).to.deep.equal(Array(3).fill('STORE.UNAVAILABLE'));
        const refused = warned.filter((message) => message.includes('refuses'));
        expect(refused).to.have.lengthOf(1);
        expect(refused[0]).to.match(reason);
      });
  });

  it('connections that end together with the store cause no warning', async () => {
    const warned: string[] = [];
    const own = await openScratchStore(schema, {
      log: { ...silent, warn: (message) => void warned.push(message) },
    });
    await createWorld(own.store, schema).names('dish');
    await loseConnections(own);
    await own.close();
    await new Promise((waited) => setTimeout(waited, 1_200));
    expect(warned).to.deep.equal([]);
  });

  it('a server that never responds leads to a failure', async () => {
    const server = createServer(() => {});
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    const url = `postgres://somebody@127.0.0.1:${port}/nowhere`;
    const failure = failureOf(await createPostgresStore({ url, schema, log: silent }));
    server.close();
    expect(failure.code).to.equal('STORE.UNAVAILABLE');
  });

  it('lost connections are replaced, and the process continues', async () => {
    await world.createNamed('dish', 'soup');
    for (let round = 0; round < 5; round++) {
      const reads = Array.from({ length: 20 }, () => scratch.store.documents.read(plan()));
      await loseConnections(scratch);
      for (const read of await Promise.all(reads)) {
        if (!read.ok) expect(read.failure.code).to.equal('STORE.UNAVAILABLE');
      }
    }
    await loseConnections(scratch);
    // The pool may learn of the last ones by their next use.
    while (!(await scratch.store.documents.read(plan())).ok);
    expect(await world.names('dish')).to.deep.equal(['soup']);
  });

  it('interrupted writes fail with STORE.UNAVAILABLE, and the document is intact', async () => {
    const [chef = ''] = await world.createNamed('chef', 'cut off');
    const writes = Array.from({ length: 30 }, async (_, index) => {
      const mutation = {
        kind: 'update',
        type: 'api::chef.chef',
        layer: 'published',
        documentId: chef,
      } as const;
      const pupils = { set: [] as string[] };
      const data = { name: `name ${index}`, pupils };
      return world.documents.update(systemPrincipal, { ...mutation, data, answer: { fields: ['name'] } });
    });
    await loseConnections(scratch);
    const results = await Promise.all(writes);
    for (const result of results) if (!result.ok) expect(result.failure.code).to.equal('STORE.UNAVAILABLE');
    expect(await world.one('chef', chef)).to.have.property('name');
  });

  it('writes that are performed together fail together if their answer is lost, and none is performed again', async () => {
    let toLose = 0;
    const proxy = await openTcpProxy(scratch.url, (near, far) => {
      let isLost = false;
      near.on('data', (chunk: Buffer) => {
        if (toLose > 0 && chunk.includes('INSERT INTO "topics"')) {
          toLose -= 1;
          isLost = true;
        }
        far.write(chunk);
      });
      far.on('data', (chunk: Buffer) => void (isLost ? near.destroy() : near.write(chunk)));
    });
    const { store, documents } = createWorld(await scratch.openAnother({ url: proxy.url }), schema);
    const bulk = createBulk({
      schema,
      documents,
      units: store.units,
      log: silent,
      runsCode: () => false,
      unitsAtOnce: 2,
    });
    const names = ['one', 'two', 'three'];
    const operations = names.map((name): BulkOperation => ({
      kind: 'create',
      mutation: { kind: 'create', type: 'api::topic.topic', layer: 'published', data: { name }, answer: {} },
    }));
    toLose = 1;
    const results = valueOf(await bulk.run(systemPrincipal, operations, false));
    expect(results.map((result) => (result.ok ? 'written' : result.failure.code))).to.deep.equal(
      Array(3).fill('STORE.UNAVAILABLE'),
    );
    expect(await world.names('topic')).to.have.members(names);
    await proxy.down();
  });

  it('a statement that takes too long fails with a timeout, and its connection remains usable', async () => {
    const hasty: Store = await scratch.openAnother({ statementTimeoutMs: 1_000, poolSize: 2 });
    const blocker = new Client({ connectionString: scratch.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE dishes IN ACCESS EXCLUSIVE MODE');
    expect(failureOf(await hasty.documents.read(plan())).code).to.equal('STORE.TIMEOUT');
    await blocker.end();
    expect(valueOf(await hasty.documents.read(plan())).size).to.be.above(0);
  });

  for (const [title, atCancel] of [
    ['', pipeBoth],
    [', also behind a proxy that closes cancel requests at once', (near: Socket) => void near.destroy()],
  ] as const)
    it(`a cancelled read ends though the server is frozen${title}, and its connection is replaced`, async () => {
      let relay: typeof pipeBoth = pipeBoth;
      const proxy = await openTcpProxy(scratch.url, (near, far) => relay(near, far));
      const connection = await scratch.connect(proxy.url);
      const leaving = new Canceller();
      const one = { text: 'SELECT 1 AS n', values: [] };
      proxy.hold();
      relay = atCancel;
      const read = connection.query(one, leaving).catch(({ code }: { code?: string }) => code);
      // It is sent by then.
      await new Promise((passed) => setTimeout(passed, 100));
      leaving.abort();
      expect(await read).to.equal('57014');
      relay = pipeBoth;
      proxy.release();
      expect(await connection.query(one)).to.deep.equal([{ n: 1 }]);
      await connection.close();
      await proxy.down();
    }).timeout(20_000);

  it('a connection serves others only when all that a failed transaction has sent is answered', async () => {
    const proxy = await openTcpProxy(scratch.url, answeringInTurn);
    const connection = await scratch.connect(proxy.url);
    const prepared = { text: 'SELECT $1::integer AS n', values: [1] };
    // A statement is prepared under a name when it comes a second time.
    await connection.query(prepared);
    const failing = { text: 'SELECT 1 / $1::integer', values: [0] };
    const refused = await connection
      .transaction((transaction) => transaction.commit([failing, prepared]))
      .catch((error: unknown) => (error as Error).message);
    const answered = await connection.query(prepared);
    await connection.close();
    await proxy.down();
    expect([refused, answered]).to.deep.equal(['division by zero', [{ n: 1 }]]);
  });

  it('a value that the database cannot hold is refused', async () => {
    const failure = await world.refused('restaurant', await world.create('restaurant', {}), {
      rating: 2 ** 40,
    });
    expect(failure.code).to.equal('INPUT.INVALID');
  });

  it('the store works without prepared statements', async () => {
    const plain = createWorld(await scratch.openAnother({ preparedStatements: false }), schema);
    for (let round = 0; round < 3; round++) {
      expect(await plain.names('dish', { sort: [asc('name')] })).to.deep.equal(['soup']);
    }
  });
});
