import { expect } from 'chai';
import type { MonitoredServer } from '../../bootstrap/monitored-server.js';
import { startReplicatedPostgres, type Replica, type ReplicatedPostgres } from './replicated-postgres.js';
import {
  create,
  get,
  names,
  readsBy,
  startOn,
  untilProblem,
  untilReplicaAnswers,
} from './replicated-servers.js';
import { until } from '../../until.js';

describe('servers after a failover', function () {
  this.timeout(120_000);
  let postgres: ReplicatedPostgres;
  let promoted: Replica;
  let other: Replica;
  let server: MonitoredServer;
  let token: string;
  before(async () => {
    postgres = await startReplicatedPostgres();
    const former = await startOn(postgres);
    await former.quire.app.access.grant('public', 'api::chef.chef', ['find']);
    ({ token } = await former.quire.app.access.createToken({ name: 'writer', access: 'full-access' }));
    await create(former, token, { Name: 'before' });
    await former.stop();
    [promoted, other] = [await postgres.addReplica(), await postgres.addReplica()];
    await promoted.run('SELECT pg_promote()');
    await other.stop();
  });

  after(async () => {
    await server?.stop();
    await postgres?.close();
  });

  const readsFrom = async (replicaUrl: string): Promise<void> => {
    await server?.stop();
    server = await startOn({ url: promoted.url, replicaUrl });
    await until(async () => (await get(server)).status === 200);
  };

  it('take no read from a replica that follows the former primary', async () => {
    await readsFrom(postgres.replicaUrl);
    await create(server, token, { Name: 'after' });
    // Brings the former primary and its replica far beyond what the new one has written.
    await postgres.run('CREATE TABLE later AS SELECT generate_series(1, 100000) AS n');
    await postgres.caughtUp();
    await untilProblem(server, 'earlier-timeline');
    for (const asked of [{ token }, {}])
      expect(await names(server, asked)).to.have.members(['before', 'after']);
    expect(await readsBy(server, 'replica')).to.equal(0);
  });

  it('take reads from a replica that follows the new primary', async () => {
    await other.follow(promoted.url);
    await readsFrom(other.url);
    await untilReplicaAnswers(server);
    expect(await names(server)).to.have.members(['before', 'after']);
  });

  it('without the right to see what it receives, do so once both have made a checkpoint', async () => {
    await promoted.run(`CREATE ROLE reader LOGIN PASSWORD 'reader' IN ROLE pg_read_all_data`);
    await other.caughtUpWith(promoted.run);
    await readsFrom(Object.assign(new URL(other.url), { username: 'reader', password: 'reader' }).href);
    await untilProblem(server, 'earlier-timeline');
    await promoted.run('CHECKPOINT');
    await other.caughtUpWith(promoted.run);
    await other.run('CHECKPOINT');
    await untilReplicaAnswers(server);
    expect(await names(server)).to.have.members(['before', 'after']);
  });
});
