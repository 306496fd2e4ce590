import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, Pool, type PoolClient, type QueryResultRow } from 'pg';
import type { Cancellation } from '../../../domain/cancellation.js';
import type { Log } from '../../../application/ports/log.js';
import { cancelStatement } from './cancel-statement.js';
import { cancelled, isConnectionError, namedError } from './database-error.js';
import { migrate } from './migrations/migrate.js';
import { StatementNames } from './statement-names.js';

/** Runs statements. Rejects with the database's error; its `code` is a SQLSTATE or a code of the operating system. */
export interface Queryable {
  /** `signal` ends the statement in the database, which then fails as if it had taken too long. */
  query<Row>(statement: Statement, signal?: Cancellation): Promise<Row[]>;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** How long to wait for the answer, where that differs from other statements. */
  readonly timeoutMs?: number;
}

export interface Connection extends Queryable {
  /** Read committed. Commits what `work` did, or rolls it back when it rejects. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs several statements on one connection; each commits by itself. */
  session<T>(work: (session: Queryable) => Promise<T>): Promise<T>;
  /** Brings the `quire_*` tables up to date, on a connection of its own. Only one server may do so at a time. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** Statements are sent without waiting for those before, so those that need no answer in between share a round trip. */
export interface Transaction extends Queryable {
  /**
   * Sends the last statements and the commit in one go. Rejects with the error of the first that fails; nothing is
   * committed then.
   */
  commit(statements: readonly Statement[]): Promise<readonly (readonly unknown[])[]>;
}

export interface ConnectionOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** Off for poolers that give each transaction another connection. */
  readonly preparedStatements: boolean;
  readonly log: Log;
}

/** How long to wait for a connection, also for a free one of the pool. */
const connectTimeoutMs = 5_000;

/** Opens the pool with one connection. Rejects within seconds when the database is not there. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const losses = lossReports(options.log);
  const pool = createPool(options);
  pool.on('error', losses.report);
  try {
    (await connected(pool)).release();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const names = options.preparedStatements ? new StatementNames() : null;
  return {
    query: (statement, signal) =>
      signal === undefined
        ? withClient(pool, (client) => run(client, names, statement))
        : withClient(pool, (client) => runUntil(signal, client, () => run(client, names, statement))),
    transaction: (work) => withClient(pool, (client) => transact(client, names, work)),
    session: (work) =>
      withClient(pool, (client) => work({ query: (statement) => run(client, names, statement) })),
    migrate: () => migrate(options.url),
    close: () => {
      losses.end();
      return pool.end();
    },
  };
}

/** Ctrl-C can end the database too, so lost connections are a warning only while the store is open. */
const lossDelayMs = 1_000;

function lossReports(log: Log): { report(error: Error): void; end(): void } {
  const waiting = new Set<NodeJS.Timeout>();
  let isOpen = true;
  return {
    report({ message }) {
      if (!isOpen) return;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        log.warn('a database connection was lost', { error: message });
      }, lossDelayMs);
      waiting.add(timer.unref());
    },
    end() {
      isOpen = false;
      waiting.forEach((timer) => clearTimeout(timer));
    },
  };
}

/**
 * Losing a connection fails the statement that uses it. It is also an event, which would end the process where nobody
 * listens, and the pool does so only while a connection is idle.
 */
class QuietClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

const createPool = ({ url, poolSize, statementTimeoutMs }: ConnectionOptions): Pool =>
  new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'quire',
    Client: QuietClient,
    pipeline: true,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // The server ends slow statements; this ends waiting for a server that does not answer any more.
    query_timeout: statementTimeoutMs + connectTimeoutMs,
  });

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await connected(pool);
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    const named = namedError(error);
    broken = isConnectionError(named) || named instanceof LateCancel;
    throw named;
  } finally {
    client.release(broken);
  }
}

/** The statement ended before it was cancelled: the request could still cancel the next one on its connection. */
class LateCancel extends Error {
  readonly code = cancelled;
}

async function runUntil<T>(signal: Cancellation, client: PoolClient, work: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw Object.assign(new Error('cancelled'), { code: cancelled });
  const running = work();
  let cancelling: Promise<void> | undefined;
  const cancel = (): void => {
    const ended = running.then(
      () => true,
      () => true,
    );
    cancelling = cancelUntil(ended, client);
  };
  signal.addEventListener('abort', cancel);
  try {
    const done = await running;
    if (cancelling !== undefined) throw new LateCancel('cancelled too late');
    return done;
  } finally {
    signal.removeEventListener('abort', cancel);
    // The connection is nobody else's before the server has seen it.
    await cancelling;
  }
}

/** After so long a cancel request is sent again. */
const cancelAgainMs = 250;

/** A cancel request that reaches the server before its statement has no effect, so it is repeated. */
async function cancelUntil(ended: Promise<boolean>, client: PoolClient): Promise<void> {
  do await cancelStatement(client);
  while (!(await Promise.race([ended, pause(cancelAgainMs, false)])));
}

async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw namedError(error);
  }
}

async function run<Row>(
  client: PoolClient,
  names: StatementNames | null,
  { text, values, timeoutMs }: Statement,
): Promise<Row[]> {
  const name = values === undefined ? undefined : names?.nameFor(text);
  const config = {
    text,
    ...(values !== undefined && { values: [...values] }),
    ...(name !== undefined && { name }),
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
  };
  const { rows } = await client.query<Row & QueryResultRow>(config);
  return rows;
}

const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';

async function transact<T>(
  client: PoolClient,
  names: StatementNames | null,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const query = <Row>(statement: Statement): Promise<Row[]> => run<Row>(client, names, statement);
  let ended = false;
  const commit = async (statements: readonly Statement[]) => {
    ended = true;
    const sent = statements.map((statement) => query<unknown>(statement));
    const [rows] = await Promise.all([Promise.all(sent), client.query('COMMIT')]);
    return rows;
  };
  try {
    const begun = client.query(begin);
    // A failure of `BEGIN` fails what follows too.
    begun.catch(() => {});
    const value = await work({ query, commit });
    if (!ended) await client.query('COMMIT');
    return value;
  } catch (error) {
    if (!ended && !isConnectionError(namedError(error))) await client.query('ROLLBACK');
    throw error;
  }
}
