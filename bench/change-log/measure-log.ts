import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { Case } from '../case.js';
import type { Loader } from '../measure.js';
import { databaseTimes, msBetween } from './database-times.js';
import type { Answer, Order } from './server.js';

export interface LogBench {
  readonly app: string;
  readonly env: Readonly<Record<string, string>>;
  readonly loader: Loader;
  readonly rounds: number;
  /** The time for each of the two in each round. */
  readonly durationSeconds: number;
}

/** The processor time of a write, of the server and the database together. */
export interface LogCost {
  readonly name: string;
  /** Milliseconds without the log. */
  readonly withoutMs: number;
  /** Milliseconds that the log adds, medians. */
  readonly addedMs: readonly [server: number, database: number];
  /** With it, as a multiple: the median of the rounds, and the quarter and three quarters of them. */
  readonly ratio: readonly [lower: number, median: number, upper: number];
  /** The median's interval of confidence of 95 %. */
  readonly sure: readonly [from: number, to: number];
}

/**
 * Measures writes with and without what the log adds, in turn, on one server that is told which: many short rounds, so
 * that what else the machine does meets both. With `hasHistory`, the log has a follower, and what it does counts too.
 */
export async function* measureLog(
  bench: LogBench,
  cases: readonly Case[],
  hasHistory: boolean,
): AsyncGenerator<LogCost> {
  const server = await startServer(bench, hasHistory);
  const client = new Client({ connectionString: bench.env['DATABASE_URL'] });
  await client.connect();
  try {
    for (const one of cases) yield await measureCase({ ...bench, ...server, client }, one);
  } finally {
    server.child.disconnect();
    await once(server.child, 'exit');
    await client.end();
  }
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

async function startServer({ app, env }: LogBench, hasHistory: boolean): Promise<Running> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [app], {
    execArgv: ['--import', 'tsx', '--max-semi-space-size=8'],
    env: {
      ...process.env,
      ...env,
      NODE_ENV: 'production',
      DATABASE_INDEXES: 'suggest',
      JWT_SECRET: 'a secret of the bench that nobody else has',
      PORT: '0',
      HISTORY: String(hasHistory),
    },
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('the server ended')));
  failed.catch(() => {});
  const [{ port }] = (await Promise.race([once(child, 'message'), failed])) as [{ port: number }];
  return { child, port };
}

type Measuring = LogBench & Running & { readonly client: Client };

/** Node compiles what runs often while the first turns run. */
const warmUps = 8;

async function measureCase(measuring: Measuring, measured: Case): Promise<LogCost> {
  const { rounds, durationSeconds: seconds } = measuring;
  // Data that an earlier run has left would be in the way of unique values.
  let next = Date.now() % 1_000_000_000;
  const turn = async (isLogged: boolean): Promise<Spent> => {
    await caughtUp(measuring.client);
    const server = await tell(measuring.child, { isLogged });
    const database = await databaseTimes(measuring.client);
    const { port } = measuring;
    const order = {
      case: measured.name,
      beside: false,
      port,
      connections: 16,
      durationSeconds: seconds,
      from: next,
    };
    const loaded = await measuring.loader.load(order);
    await caughtUp(measuring.client);
    const after = await tell(measuring.child, { isLogged });
    const databaseMs = msBetween(database, await databaseTimes(measuring.client));
    const count = loaded.next - next;
    next = loaded.next;
    return { server: (after.processorMs - server.processorMs) / count, database: databaseMs / count };
  };
  for (let n = 0; n < warmUps; n += 1) await turn(n % 2 === 0);
  const pairs: Pair[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const first = await turn(n % 2 === 0);
    const second = await turn(n % 2 === 1);
    pairs.push(n % 2 === 0 ? [second, first] : [first, second]);
  }
  return summed(measured.name, pairs);
}

/** The processor time of a write, in milliseconds. */
interface Spent {
  readonly server: number;
  readonly database: number;
}

type Pair = readonly [without: Spent, logged: Spent];

/** Waits until followers have nothing left to do, so that their work is counted in the turn whose writes they follow. */
async function caughtUp(client: Client): Promise<void> {
  const until = Date.now() + 20_000;
  while (Date.now() < until) {
    const { rows } = await client.query<{ behind: boolean }>(
      `SELECT EXISTS (SELECT FROM quire_follower f
        WHERE EXISTS (SELECT FROM quire_change_inbox) OR f.cursor < (SELECT max(position) FROM quire_change)) AS behind`,
    );
    if (rows[0]?.behind === false) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('a follower did not catch up');
}

async function tell(child: ChildProcess, order: Order): Promise<Answer> {
  const answer = once(child, 'message') as Promise<[Answer]>;
  child.send(order);
  return (await answer)[0];
}

function summed(name: string, pairs: readonly Pair[]): LogCost {
  const together = ({ server, database }: Spent): number => server + database;
  const ratios = pairs.map(([without, logged]) => together(logged) / together(without));
  const reach = 0.98 / Math.sqrt(ratios.length);
  const added = (of: (spent: Spent) => number): number =>
    at(
      pairs.map(([without, logged]) => of(logged) - of(without)),
      0.5,
    );
  return {
    name,
    withoutMs: at(
      pairs.map(([without]) => together(without)),
      0.5,
    ),
    addedMs: [added(({ server }) => server), added(({ database }) => database)],
    ratio: [at(ratios, 0.25), at(ratios, 0.5), at(ratios, 0.75)],
    sure: [at(ratios, 0.5 - reach), at(ratios, 0.5 + reach)],
  };
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.floor(sorted.length * share)))] ?? Number.NaN;
}
