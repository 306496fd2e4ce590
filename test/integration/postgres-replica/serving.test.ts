import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { createObservations } from '../../../src/application/observations/create-observations.js';
import type { Observation } from '../../../src/application/ports/observations.js';
import type { MonitoredServer } from '../../bootstrap/monitored-server.js';
import { chefFile, chefWith } from '../../cli/program.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld, valueOf } from '../../contract/world.js';
import { openTcpProxy } from '../../tcp-proxy.js';
import { silent } from '../postgres/scratch-store.js';
import {
  create as createAs,
  get,
  headersOf,
  names,
  openReplicatedServers,
  positionHeader,
  readsBy,
  startOn,
  untilProblem,
  untilReplicaAnswers,
  type Asked,
  type ReplicatedServers,
} from './replicated-servers.js';
import { until } from '../../until.js';

const schema = fixtureSchema();

describe('servers with a streaming replica', function () {
  this.timeout(120_000);
  let servers: ReplicatedServers;
  let postgres: ReplicatedServers['postgres'];
  let one: MonitoredServer;
  let other: MonitoredServer;
  let token: string;
  before(async () => {
    servers = await openReplicatedServers();
    ({ postgres, one, other, token } = servers);
  });
  after(() => servers?.close());

  const start = (env: Readonly<Record<string, string>>, files = {}) => startOn(postgres, env, files);
  const create = (server: MonitoredServer, name: string) => createAs(server, token, { Name: name });
  const allUntilReplicaAnswers = () => Promise.all([one, other].map(untilReplicaAnswers));
  const startFailure = (env: Readonly<Record<string, string>>): Promise<string> =>
    start(env).then(
      async (server) => {
        await server.stop();
        return 'started';
      },
      (error: Error) => error.message,
    );

  describe('while nothing is replayed', () => {
    let position: string;
    let cached: MonitoredServer;
    before(async () => {
      cached = await start({ READ_CACHE: 'true' });
      await create(one, 'seen by all');
      await postgres.caughtUp();
      await allUntilReplicaAnswers();
      await untilProblem(cached, null);
      await postgres.pauseReplay();
      position = (await create(one, 'seen by its writer')).headers.get(positionHeader) ?? '';
    });

    after(() => cached?.stop());

    it('a writer reads what it has written, and others read from the replica', async () => {
      expect(position).to.match(/^[0-9a-f]+$/);
      expect(await names(one, { token })).to.include('seen by its writer');
      expect(await names(one))
        .to.include('seen by all')
        .and.not.include('seen by its writer');
    });

    it('a client that hands the position back reads its write on every server', async () => {
      expect(await names(other)).not.to.include('seen by its writer');
      expect(await names(other, { position })).to.include('seen by its writer');
      const query = { query: '{ chefs { data { attributes { Name } } } }' };
      const asked = { method: 'POST', body: JSON.stringify(query) };
      const text = async (sent: Asked) =>
        (await fetch(`${other.url}/graphql`, { ...asked, headers: headersOf(sent) })).text();
      expect(await text({})).not.to.contain('seen by its writer');
      expect(await text({ position })).to.contain('seen by its writer');
    });

    it('a position that no server has handed out counts as none', async () => {
      for (const nonsense of ['ffffffffffffffff', '0/0', 'x'.repeat(1_000), '-1', ''])
        expect(await names(one, { position: nonsense }), nonsense).not.to.include('seen by its writer');
    });

    it('answers that a cache keeps come from the primary', async () => {
      // The first question is not kept, and the replica answers it.
      expect(await names(cached)).not.to.include('seen by its writer');
      for (let n = 0; n < 3; n++) expect(await names(cached)).to.include('seen by its writer');
    });

    it('a server whose tables the replica lacks asks the primary', async () => {
      const changed = await start({}, { [chefFile]: chefWith(withStars) });
      try {
        await createAs(changed, token, { Name: 'rated', Stars: 3 });
        const answer = await get(changed, {}, '/api/chefs?filters[Stars]=3&fields=Name,Stars');
        expect(await answer.text()).to.contain('rated');
        for (const by of ['replica', 'primary-after-replica'])
          expect(await readsBy(changed, by), by).to.equal(0);
        await postgres.resumeReplay();
        await untilReplicaAnswers(changed);
      } finally {
        await changed.stop();
      }
    });
  });

  describe('otherwise', () => {
    it('a replica that is too far behind is left until it has caught up', async () => {
      const strict = await start({ DATABASE_REPLICA_MAX_LAG_MS: '1500' });
      try {
        await untilReplicaAnswers(strict);
        await postgres.pauseReplay();
        await create(one, 'not replayed');
        await untilProblem(strict, 'behind');
        expect(await names(strict)).to.include('not replayed');
        await postgres.resumeReplay();
        await untilReplicaAnswers(strict);
      } finally {
        await strict.stop();
      }
    });

    it('no read fails while the replica ends, and it is used again when it is back', async () => {
      await allUntilReplicaAnswers();
      const over = new AbortController();
      const statuses = new Set<number>();
      const reader = async (server: MonitoredServer): Promise<void> => {
        while (!over.signal.aborted) statuses.add((await get(server)).status);
      };
      const readers = [one, other, one, other].map(reader);
      await postgres.stopReplica();
      await Promise.all([one, other].map((server) => untilProblem(server, 'unreachable')));
      over.abort();
      await Promise.all(readers);
      expect([...statuses]).to.deep.equal([200]);
      await postgres.startReplica();
      await allUntilReplicaAnswers();
    });

    it('a store whose tables the replica lacks reads from the primary', async () => {
      await postgres.run('CREATE DATABASE tables');
      await postgres.caughtUp();
      const [url, replica] = [postgres.url, postgres.replicaUrl].map((each) =>
        Object.assign(new URL(each), { pathname: '/tables' }),
      );
      const answered: string[] = [];
      const observe = (observation: Observation): void => {
        if (observation.kind === 'replica-read') answered.push(observation.by);
      };
      const store = valueOf(
        await createPostgresStore({
          url: url?.href ?? '',
          schema,
          log: silent,
          replicas: { urls: [replica?.href ?? ''], maxLagMs: 600_000 },
          observations: createObservations([{ kinds: ['replica-read'], observe }]),
        }),
      );
      try {
        await until(() => store.replicas?.states()[0]?.problem === null);
        await postgres.pauseReplay();
        valueOf(await store.schema.apply());
        const { documents } = store;
        const read: typeof documents.read = (plan, deadline) => documents.read(plan, deadline, 0n);
        const world = createWorld({ ...store, documents: { ...documents, read } }, schema);
        await world.create('restaurant', { name: 'new' });
        expect(await world.names('restaurant')).to.deep.equal(['new']);
        expect(new Set(answered)).to.deep.equal(new Set(['primary']));
        await postgres.resumeReplay();
        while (!answered.includes('replica') && (await pause(20, true))) await world.names('restaurant');
        expect(await world.names('restaurant')).to.deep.equal(['new']);
      } finally {
        await store.close();
      }
    });

    it('a read that waits for the replay of a schema change is answered by the primary', async () => {
      await untilReplicaAnswers(one);
      const changing = new Client({ connectionString: postgres.url });
      await changing.connect();
      await changing.query('BEGIN; LOCK TABLE chefs IN ACCESS EXCLUSIVE MODE');
      await postgres.caughtUp();
      await postgres.pauseReplay();
      await changing.query('COMMIT');
      await changing.end();
      const before = await readsBy(one, 'primary-after-replica');
      expect(await names(one)).to.include('seen by all');
      expect(await readsBy(one, 'primary-after-replica')).to.equal(before + 1);
      await postgres.resumeReplay();
    });

    it('no read fails when the replica stops responding', async () => {
      const proxy = await openTcpProxy(postgres.replicaUrl);
      const held = await start({ DATABASE_REPLICA_URLS: proxy.url });
      try {
        await untilReplicaAnswers(held);
        proxy.hold();
        // More than there are connections, so whoever looks how far the replica is needs another, too.
        const reads = await Promise.all([1, 2, 3, 4].map(() => names(held)));
        for (const read of reads) expect(read).to.include('seen by all');
        await untilProblem(held, 'unreachable');
        proxy.release();
        await untilReplicaAnswers(held);
      } finally {
        await held.stop();
        await proxy.down();
      }
    });

    it('what is no replica of the database stops the start', async () => {
      expect(await startFailure({ DATABASE_REPLICA_URLS: postgres.url })).to.match(
        /^DATABASE_REPLICA_URLS names 127\.0\.0\.1:\d+\/postgres, which cannot be used: it takes writes/,
      );
      await postgres.run('CREATE DATABASE another');
      await postgres.caughtUp();
      const another = Object.assign(new URL(postgres.replicaUrl), { pathname: '/another' }).href;
      expect(await startFailure({ DATABASE_REPLICA_URLS: another })).to.contain(
        'it is no copy of the database',
      );
      expect(await startFailure({ DATABASE_URL: 'memory:' })).to.contain('needs a PostgreSQL');
    });

    // The last one: afterwards there is no replica.
    it('a replica that is promoted is left at once', async () => {
      await allUntilReplicaAnswers();
      await postgres.runOnReplica('SELECT pg_promote()');
      await create(one, 'after the promotion');
      for (const server of [one, other]) expect(await names(server)).to.include('after the promotion');
      await Promise.all([one, other].map((server) => untilProblem(server, 'takes-writes')));
    });
  });
});

const withStars = { Name: { type: 'string' }, Stars: { type: 'integer' } };
