import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { startMonitored, type MonitoredServer } from '../../bootstrap/monitored-server.js';
import { startReplicatedPostgres, type ReplicatedPostgres } from './replicated-postgres.js';
import { until } from '../../until.js';

const metricsToken = 'metrics-token-0123456789';
export const positionHeader = 'x-quire-position';

export interface Asked {
  /** Absent: the public asks. */
  readonly token?: string;
  readonly position?: string;
}

/** Starts a server that reads from the replica, with chefs. */
export const startOn = (
  { url, replicaUrl }: Pick<ReplicatedPostgres, 'url' | 'replicaUrl'>,
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<MonitoredServer> =>
  startMonitored(
    {
      DATABASE_URL: url,
      DATABASE_REPLICA_URLS: replicaUrl,
      DATABASE_REPLICA_MAX_LAG_MS: '600000',
      DATABASE_INDEXES: 'off',
      METRICS_TOKEN: metricsToken,
      ...env,
    },
    files,
  );

/** Two servers on a PostgreSQL with a replica. The public may list chefs, and `token` may do everything. */
export interface ReplicatedServers {
  readonly postgres: ReplicatedPostgres;
  readonly one: MonitoredServer;
  readonly other: MonitoredServer;
  readonly token: string;
  close(): Promise<void>;
}

export async function openReplicatedServers(): Promise<ReplicatedServers> {
  const postgres = await startReplicatedPostgres();
  const [one, other] = [await startOn(postgres), await startOn(postgres)];
  await one.quire.app.access.grant('public', 'api::chef.chef', ['find']);
  const { token } = await one.quire.app.access.createToken({ name: 'writer', access: 'full-access' });
  for (const server of [one, other]) while ((await get(server)).status !== 200) await pause(20);
  const close = async (): Promise<void> => {
    for (const server of [one, other]) await server.stop();
    await postgres.close();
  };
  return { postgres, one, other, token, close };
}

export const headersOf = ({ token: secret, position }: Asked): Record<string, string> => ({
  'Content-Type': 'application/json',
  ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
  ...(position !== undefined && { [positionHeader]: position }),
});
export const get = (server: MonitoredServer, asked: Asked = {}, path = '/api/chefs?pagination[limit]=100') =>
  server.get(path, headersOf(asked));
export const names = async (server: MonitoredServer, asked: Asked = {}): Promise<string[]> => {
  const answer = await get(server, asked);
  expect(answer.status).to.equal(200);
  return ((await answer.json()) as { data: { Name: string }[] }).data.map(({ Name }) => Name);
};
/** Creates a chef as the holder of the token. */
export async function create(server: MonitoredServer, token: string, data: object): Promise<Response> {
  const sent = { method: 'POST', headers: headersOf({ token }), body: JSON.stringify({ data }) };
  const answer = await fetch(`${server.url}/api/chefs`, sent);
  expect(answer.status).to.equal(201);
  return answer;
}

export const readsBy = async (server: MonitoredServer, by: string): Promise<number> => {
  const text = await (await server.get('/_metrics', { Authorization: `Bearer ${metricsToken}` })).text();
  return Number(new RegExp(`^quire_replica_reads_total{by="${by}"} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
};
const problemOf = async (server: MonitoredServer): Promise<unknown> => {
  const { ready, replicas } = (await (await server.get('/_ready')).json()) as {
    ready: boolean;
    replicas: { problem: string | null }[];
  };
  expect(ready).to.equal(true);
  return replicas[0]?.problem;
};
export const untilProblem = async (server: MonitoredServer, problem: string | null): Promise<void> => {
  await until(async () => (await problemOf(server)) === problem);
};
/** Waits until the replica answers the public, which has written nothing. */
export const untilReplicaAnswers = async (server: MonitoredServer): Promise<void> => {
  const before = await readsBy(server, 'replica');
  do await get(server);
  while ((await readsBy(server, 'replica')) === before && (await pause(20, true)));
};
