import http from 'node:http';
import { expect } from 'chai';
import { Client } from 'pg';
import { createQuire, type Quire } from '../../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../../cli/program.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A lock on a table keeps every statement on it running. */
describe('reads on PostgreSQL', () => {
  let app: TestApp;
  let database: TestDatabase;
  let locker: Client;
  let observer: Client;
  let quire: Quire;
  let url: URL;

  before(async () => {
    app = await makeApp();
    database = await openTestDatabase();
    const env = { DATABASE_URL: database.url, PORT: '0', READ_TIMEOUT_MS: '4000', LOG_LEVEL: 'error' };
    quire = createQuire({ app: app.directory, env, log: silent });
    url = new URL((await quire.start()).url);
    await quire.app.access.grant('public', 'api::chef.chef', ['find', 'create']);
    [locker, observer] = [0, 1].map(() => new Client({ connectionString: database.url })) as [Client, Client];
    await Promise.all([locker.connect(), observer.connect()]);
  });
  after(async () => {
    await Promise.all([locker.end(), observer.end()]);
    await quire.stop();
    await database.close();
    await app.remove();
  });
  beforeEach(() => locker.query('BEGIN; LOCK TABLE chefs IN ACCESS EXCLUSIVE MODE'));
  afterEach(() => locker.query('ROLLBACK'));

  const running = async (kind = ''): Promise<number> => {
    const { rows } = await observer.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'
          AND query ILIKE $1`,
      [`%${kind}%`],
    );
    return rows[0]?.n ?? -1;
  };
  const untilRunning = async (expected: number, kind?: string): Promise<void> => {
    while ((await running(kind)) !== expected) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const send = (method: string, path: string, body?: object): http.ClientRequest => {
    const headers = { 'content-type': 'application/json' };
    const request = http.request(new URL(path, url), { method, headers, agent: false });
    request.on('error', () => {});
    request.end(body && JSON.stringify(body));
    return request;
  };
  const graphql = { query: '{ chefs { data { id } } a: chefs { data { attributes { Name } } } }' };

  for (const [title, ask, statements] of [
    ['over REST', () => send('GET', '/api/chefs'), 1],
    ['of an aggregate', () => send('GET', '/api/chefs/aggregate?groupBy=Name'), 1],
    ['over GraphQL', () => send('POST', '/graphql', graphql), 2],
  ] as const)
    it(`end when their client disconnects: ${title}`, async () => {
      const request = ask();
      await untilRunning(statements);
      const left = Date.now();
      request.destroy();
      await untilRunning(0);
      // Long before the timeout.
      expect(Date.now() - left).to.be.below(3_500);
    });

  it('end at their timeout, and the connection can be used again', async () => {
    const response = await fetch(new URL('/api/chefs', url));
    expect(response.status).to.equal(503);
    expect(response.headers.get('retry-after')).to.equal('1');
    expect(await running()).to.equal(0);
    await locker.query('ROLLBACK; BEGIN');
    expect((await fetch(new URL('/api/chefs', url))).status).to.equal(200);
  });

  it('do not keep other callers from the database, however many run', async () => {
    const requests = Array.from({ length: 40 }, () => send('GET', '/api/chefs'));
    // They end at their timeout, and no new ones start.
    const until = Date.now() + 1_000;
    while ((await running()) < 4 && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const health = await fetch(new URL('/_health', url));
    expect(health.status).to.equal(204);
    // The server reserves two of its ten connections, and no caller gets all others.
    expect(await running()).to.be.at.most(7);
    requests.forEach((request) => request.destroy());
    await untilRunning(0);
  });

  it('differ from writes: a running write completes after its client has disconnected', async () => {
    const request = send('POST', '/api/chefs', { data: { Name: 'Left behind' } });
    // Reads of disconnected clients may start and end until the server notices.
    await untilRunning(1, 'insert into');
    request.destroy();
    // Longer than the timeout of reads.
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    expect(await running('insert into')).to.equal(1);
    await locker.query('ROLLBACK; BEGIN');
    // The write goes on after this statement; mocha's timeout is the end of waiting.
    const found = async (): Promise<unknown[]> => {
      const response = await fetch(new URL('/api/chefs?filters[Name]=Left behind', url));
      return ((await response.json()) as { data: unknown[] }).data;
    };
    while ((await found()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await found()).to.have.length(1);
  });
});
