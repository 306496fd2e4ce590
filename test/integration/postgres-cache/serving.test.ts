import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { startMonitored, type MonitoredServer } from '../../bootstrap/monitored-server.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { until } from '../../until.js';

const token = 'metrics-token-0123456789';

describe('two servers with READ_CACHE on one PostgreSQL', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let servers: readonly MonitoredServer[];
  let headers: Readonly<Record<string, string>>;
  before(async () => {
    database = await openTestDatabase();
    const env = { DATABASE_URL: database.url, READ_CACHE: 'true', METRICS_TOKEN: token };
    servers = [await startMonitored(env), await startMonitored(env)];
    const made = await servers[0]?.quire.app.access.createToken({ name: 'all', access: 'full-access' });
    headers = { Authorization: `Bearer ${made?.token}`, 'Content-Type': 'application/json' };
  });
  after(async () => {
    for (const server of servers ?? []) await server.stop();
    await database.close();
  });

  const metric = async (server: MonitoredServer, name: string): Promise<number> => {
    const text = await (await server.get('/_metrics', { Authorization: `Bearer ${token}` })).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const names = async (server: MonitoredServer): Promise<unknown> => {
    const { data } = (await (await server.get('/api/chefs', headers)).json()) as { data: { Name: string }[] };
    return data.map(({ Name }) => Name);
  };

  it('answer from memory, tell it, and see what the other one writes', async () => {
    for (const [at, server] of servers.entries()) {
      const hits = (): Promise<number> => metric(server, 'quire_cached_reads_total{outcome="hit"}');
      // The tables are watched a moment after the start, and tokens of the other server are known within two seconds.
      await until(async () => (await server.get('/api/chefs', headers)).status === 200);
      while ((await hits()) === 0) {
        await names(server);
        await pause(20);
      }
      expect(await metric(server, 'quire_kept_answers')).to.be.greaterThan(0);
      expect(await metric(server, 'quire_kept_answers_bytes')).to.be.greaterThan(0);
      const body = JSON.stringify({ data: { Name: `chef ${at}` } });
      const other = servers[1 - at]?.url ?? '';
      const written = await fetch(`${other}/api/chefs`, { method: 'POST', headers, body });
      expect(written.status).to.equal(201);
      expect(await names(server)).to.include(`chef ${at}`);
    }
  });
});

describe('READ_CACHE without PostgreSQL', () => {
  it('stops the start by name', async () => {
    const failed = await startMonitored({ READ_CACHE: 'true' }).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(failed).to.contain('READ_CACHE needs PostgreSQL');
  });
});
