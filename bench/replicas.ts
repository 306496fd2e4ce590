import { Client } from 'pg';
import { createPostgresStore } from '../src/adapters/store/postgres/create-postgres-store.js';
import { createClock } from '../src/adapters/host/create-clock.js';
import { createIds } from '../src/adapters/host/create-ids.js';
import { createDocuments, type Documents } from '../src/application/documents/documents.js';
import type { Store } from '../src/application/ports/store.js';
import { Canceller } from '../src/domain/cancellation.js';
import { systemPrincipal, type Principal } from '../src/domain/permission/permission.js';
import type { Query } from '../src/domain/query/query.js';
import { valueOf } from '../test/contract/results.js';
import { startReplicatedPostgres } from '../test/integration/postgres-replica/replicated-postgres.js';
import { id, log, openPostgres, place, schema } from './index-stores.js';
import { processorMsOf } from './processor-time.js';

/** What reads cost each server, with a replica and without: `npm run bench:replicas -- 20000`. */
const count = Number(process.argv[2] ?? 20_000);
const rounds = 5;
const postgres = await startReplicatedPostgres();
process.env['TEST_DATABASE_URL'] = postgres.url;
const filled = await openPostgres(count);
await postgres.caughtUp();
const { pathname } = new URL(filled.url);
const replicaUrl = Object.assign(new URL(postgres.replicaUrl), { pathname }).href;
const replicated = valueOf(
  await createPostgresStore({
    url: filled.url,
    schema,
    log,
    replicas: { urls: [replicaUrl], maxLagMs: 10_000 },
  }),
);
valueOf(await replicated.schema.apply());
const { replicas } = replicated;
if (replicas === null) throw new Error('the store has no replicas');

const over = ({ documents: store }: Pick<Store, 'documents'>): Documents =>
  createDocuments({
    schema,
    store,
    clock: createClock(),
    ids: createIds(),
    passwords: { hash: async (password) => password },
  });
const plain = over(filled.store);
const spread = over(replicated);
const caller = { key: 'bench', signal: new Canceller(), readsAfter: () => 0n };
const reader: Principal = { ...systemPrincipal, caller };

interface Costs {
  readonly process: number;
  readonly primary: number;
  readonly replica: number;
}

const [onPrimary, onReplica] = [filled.url, replicaUrl].map((url) => new Client({ connectionString: url }));
await Promise.all([onPrimary?.connect(), onReplica?.connect()]);
const serverMs = async (client: Client | undefined): Promise<number> => {
  const rows = await client?.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return (rows?.rows ?? []).reduce((sum, { pid }) => sum + processorMsOf(pid), 0);
};
async function used(): Promise<Costs> {
  const { user, system } = process.cpuUsage();
  const [primary, replica] = [await serverMs(onPrimary), await serverMs(onReplica)];
  return { process: (user + system) / 1000, primary, replica };
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;

type Work = () => Promise<unknown>;

async function costsOf(times: number, work: Work): Promise<Costs> {
  const before = await used();
  for (let n = 0; n < times; n++) await work();
  const after = await used();
  const cost = (name: keyof Costs): number => (after[name] - before[name]) / times;
  return { process: cost('process'), primary: cost('primary'), replica: cost('replica') };
}

/** Prints the processor time of one call in milliseconds, medians of rounds in turn. */
async function compare(times: number, works: Readonly<Record<string, Work>>): Promise<void> {
  const found = Object.entries(works).map(([name, work]) => ({ name, work, costs: [] as Costs[] }));
  for (let round = -1; round < rounds; round++)
    for (const { work, costs } of found) {
      const cost = await costsOf(times, work);
      if (round >= 0) costs.push(cost);
    }
  for (const { name, costs } of found) {
    const texts = (['process', 'primary', 'replica'] as const).map(
      (each) => `${each} ${median(costs.map((cost) => cost[each])).toFixed(3)}`,
    );
    console.log(`${name}: ${texts.join(', ')}`);
  }
}

const lists: Readonly<Record<string, object>> = {
  'find one': { documentId: id('place', 7), action: 'findOne' },
  'list 25': {},
  'list 25 with total': { count: true },
};
const ask = async (documents: Documents, more: object): Promise<void> => {
  const range = { offset: 0, limit: 25 };
  const query = { type: place, action: 'find', range, count: false, layer: 'published', ...more } as Query;
  valueOf(await documents.find(reader, query)).answer.text();
};
while (replicas.states().some(({ problem }) => problem !== null))
  await new Promise((resolve) => setTimeout(resolve, 100));
for (const [name, more] of Object.entries(lists))
  await compare(500, { [name]: () => ask(plain, more), [`${name}, replica`]: () => ask(spread, more) });
await compare(2_000, { 'question for the position': () => replicas.position() });
await Promise.all([onPrimary?.end(), onReplica?.end()]);
await replicated.close();
await filled.close();
await postgres.close();
