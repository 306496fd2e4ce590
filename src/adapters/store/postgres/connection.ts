import { Client, type ClientConfig, type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { Log } from '../../../application/ports/log.js';
import { isConnectionError, namedError } from './database-error.js';
import { StatementNames } from './statement-names.js';

/** Runs statements. Rejects with the database's error; its `code` is a SQLSTATE or a code of the operating system. */
export interface Queryable {
  query<Row>(statement: Statement): Promise<Row[]>;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** How long to wait for the answer, where that differs from other statements. */
  readonly timeoutMs?: number;
}

export interface Connection extends Queryable {
  /** Runs a statement that only reads, within `readTimeoutMs`. */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** Read committed. Commits what `work` did, or rolls it back when it rejects. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs several statements on one connection; each commits by itself. */
  session<T>(work: (session: Queryable) => Promise<T>): Promise<T>;
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
  /** What `read` may take; 0: as long as any other statement. */
  readonly readTimeoutMs: number;
  /** Off for poolers that give each transaction another connection. */
  readonly preparedStatements: boolean;
  readonly log: Log;
}

/** How long to wait for a connection, also for a free one of the pool. */
const connectTimeoutMs = 5_000;

/** Opens the pool with one connection. Rejects within seconds when the database is not there. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const dataSource = createDataSource(options);
  try {
    await dataSource.initialize();
  } catch (error) {
    throw namedError(error);
  }
  // Statements go to the driver's own pool: typeorm's query path costs a query runner and a result object for each.
  const pool = (dataSource.driver as unknown as { readonly master: Pool }).master;
  const names = options.preparedStatements ? new StatementNames() : null;
  const limit = new TimeLimit(options.statementTimeoutMs);
  const readTimeoutMs = shorter(options.readTimeoutMs, options.statementTimeoutMs);
  const unlimited = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> =>
    withClient(pool, (client) => {
      limit.set(client, options.statementTimeoutMs);
      return work(client);
    });
  return {
    query: (statement) => unlimited((client) => run(client, names, statement)),
    read: (statement) =>
      withClient(pool, (client) => {
        if (names === null) return readAlone(client, statement, readTimeoutMs);
        limit.set(client, readTimeoutMs);
        return run(client, names, statement);
      }),
    transaction: (work) => unlimited((client) => transact(client, names, work)),
    session: (work) => unlimited((client) => work({ query: (statement) => run(client, names, statement) })),
    close: () => dataSource.destroy(),
  };
}

/**
 * Losing a connection fails the statement that uses it. It is also an event, which would end the process where nobody
 * listens, and the pool does so only while a connection is idle.
 */
class QuietClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

const createDataSource = ({ url, poolSize, statementTimeoutMs, log }: ConnectionOptions): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    poolSize,
    connectTimeoutMS: connectTimeoutMs,
    applicationName: 'quire',
    logging: false,
    poolErrorHandler: (error: Error) => log.warn('a database connection was lost', { error: error.message }),
    extra: {
      Client: QuietClient,
      pipeline: true,
      keepAlive: true,
      statement_timeout: statementTimeoutMs,
      // The server ends slow statements; this ends waiting for a server that does not answer any more.
      query_timeout: statementTimeoutMs + connectTimeoutMs,
    },
  });

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await connected(pool);
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    const named = namedError(error);
    broken = isConnectionError(named);
    throw named;
  } finally {
    client.release(broken);
  }
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

/** 0 is no limit. */
const shorter = (one: number, other: number): number =>
  one === 0 || other === 0 ? one + other : Math.min(one, other);

/** The statement timeouts of connections, which are told when another one is wanted: no answer is waited for. */
class TimeLimit {
  private readonly known = new WeakMap<PoolClient, number>();

  constructor(private readonly initialMs: number) {}

  set(client: PoolClient, timeoutMs: number): void {
    if ((this.known.get(client) ?? this.initialMs) === timeoutMs) return;
    this.known.set(client, timeoutMs);
    // What fails this fails the statement behind it.
    client.query(`SET statement_timeout = ${timeoutMs}`).catch(() => {});
  }
}

/** A pooler may give the next statement another connection: what is set holds for one transaction. */
async function readAlone<Row>(client: PoolClient, statement: Statement, timeoutMs: number): Promise<Row[]> {
  const text = `SET LOCAL statement_timeout = ${timeoutMs}`;
  const [, rows] = await transact(client, null, ({ commit }) => commit([{ text }, statement]));
  return rows as Row[];
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
