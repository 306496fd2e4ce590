import type { Pool, PoolClient } from 'pg';
import type { Cancellation } from '../../../domain/cancellation.js';
import type { Log } from '../../../application/ports/log.js';
import type { Observations, State } from '../../../application/ports/observations.js';
import { cancelStatement } from './cancel-statement.js';
import { connectTo, createPool, type Connect, type PoolOptions } from './create-pool.js';
import { cancellation, cancelled, isConnectionError, namedError } from './database-error.js';
import { migrate } from './migrations/migrate.js';
import { reportTroubles } from './report-troubles.js';
import {
  send,
  sendBatch,
  sendTogether,
  StatementNames,
  type BatchedStatement,
  type Sending,
  type SentStatement,
} from './send-statement.js';

/** Runs statements. Rejects with the database's error, whose `code` is a SQLSTATE or an error code of the system. */
export interface Queryable {
  /** Aborting `signal` cancels the statement in the database; it then fails as if it had timed out. */
  query<Row>(statement: SentStatement, signal?: Cancellation): Promise<Row[]>;
}

export interface Connection extends Queryable {
  /** Notes that a write is repeated after a race. */
  retried(): void;
  /** Runs statements in one transaction (read committed), in one round trip. Rejects with the error of the first that fails. */
  together(statements: readonly BatchedStatement[]): Promise<readonly (readonly unknown[])[]>;
  /** Runs `work` in a transaction (read committed), which commits if it resolves and rolls back if it rejects. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs several statements on one connection, past a pooler; each commits separately. */
  session<T>(work: (session: Queryable) => Promise<T>): Promise<T>;
  /** Takes one connection out of the pool until it is released. */
  claim(): Promise<ClaimedConnection>;
  /** Migrates the `quire_*` tables, on a separate connection. Only one server may do so at a time. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** Sends statements without waiting for the results of earlier ones, so several can share a round trip. */
export interface Transaction extends Queryable {
  /**
   * Sends the last statements and the commit in one round trip. Rejects with the error of the first statement that fails,
   * in which case nothing is committed.
   */
  commit(statements: readonly BatchedStatement[]): Promise<readonly (readonly unknown[])[]>;
}

export interface ClaimedConnection extends Queryable {
  /** Gives the connection back, or closes it if its state is unknown. */
  release(isBroken: boolean): void;
}

export interface ConnectionOptions extends PoolOptions {
  /** The setting that `url` comes from, for messages. */
  readonly urlSetting: string;
  /** The same database without a pooler between, for what needs a connection of its own; absent: `url`. */
  readonly directUrl?: string;
  readonly log: Log;
  readonly observations: Observations;
}

/** Opens a pool and its first connection. Rejects within seconds if the database cannot be reached. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const troubles = reportTroubles(options.log, options.urlSetting);
  const pool = createPool(options);
  pool.on('error', troubles.lost);
  try {
    (await connectTo(pool)()).release();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { observations } = options;
  const sessions =
    options.directUrl === undefined ? pool : createPool({ ...options, url: options.directUrl });
  if (sessions !== pool) sessions.on('error', troubles.lost);
  const connect = connectTo(pool, troubles.notConnected);
  const connectSession = connectTo(sessions, troubles.notConnected);
  const names = options.preparedStatements ? new StatementNames() : null;
  const sending = { names, observations, onFailure: troubles.failed };
  observations.addSource(() => stateOf(pool));
  return {
    retried: () => observations.observe({ kind: 'retry', system: 'postgresql' }),
    query: (statement, signal) =>
      signal === undefined
        ? withClient(connect, (client) => send(client, sending, statement))
        : withClient(connect, (client) => runUntil(signal, client, () => send(client, sending, statement))),
    // Behind a pooler a connection may have another default of isolation, so there the transaction is begun explicitly.
    together: (statements) =>
      withClient(connect, (client) =>
        options.preparedStatements
          ? sendBatch(client, sending, statements)
          : transact(client, sending, ({ commit }) => commit(statements)),
      ),
    transaction: (work) => withClient(connect, (client) => transact(client, sending, work)),
    session: (work) =>
      withClient(connectSession, (client) =>
        work({
          query: (statement, signal) =>
            signal === undefined
              ? send(client, sending, statement)
              : runUntil(signal, client, () => send(client, sending, statement)),
        }),
      ),
    claim: async () => {
      const client = await connect();
      return {
        query: (statement) => send(client, sending, statement),
        release: (isBroken) => client.release(isBroken),
      };
    },
    migrate: () => migrate(options.directUrl ?? options.url),
    close: async () => {
      troubles.end();
      await Promise.all([...new Set([pool, sessions])].map((each) => each.end()));
    },
  };
}

const stateOf = ({ totalCount, idleCount, waitingCount }: Pool): State => ({
  kind: 'pool',
  system: 'postgresql',
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

async function withClient<T>(connect: Connect, work: (client: PoolClient) => Promise<T>): Promise<T> {
  let client: PoolClient | undefined;
  let broken = false;
  try {
    client = await connect();
    return await work(client);
  } catch (error) {
    const named = namedError(error);
    broken = isConnectionError(named) || named instanceof LateCancel;
    throw named;
  } finally {
    client?.release(broken);
  }
}

/**
 * The statement ended otherwise than by the cancel request: before it, so that the request could cancel the connection's next
 * statement, or with the connection to a server that does not respond.
 */
class LateCancel extends Error {
  readonly code = cancelled;
}

async function runUntil<T>(signal: Cancellation, client: PoolClient, work: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw cancellation();
  const running = work();
  let cancelling: Promise<void> | undefined;
  const cancel = (): void => {
    const end = (): true => true;
    cancelling = cancelStatement(client, running.then(end, end));
  };
  signal.addEventListener('abort', cancel);
  try {
    const done = await running;
    if (cancelling !== undefined) throw new LateCancel('cancelled too late');
    return done;
  } catch (error) {
    const isLost = cancelling !== undefined && isConnectionError(namedError(error));
    throw isLost ? new LateCancel('cancelled without an answer', { cause: error }) : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Keeps the connection until the server has handled the cancel request.
    await cancelling;
  }
}

export const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';

async function transact<T>(
  client: PoolClient,
  sending: Sending,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const query = <Row>(statement: SentStatement): Promise<Row[]> => send<Row>(client, sending, statement);
  let ended = false;
  const commit = async (statements: readonly BatchedStatement[]) => {
    ended = true;
    const sent = sendBatch(client, sending, statements);
    const committed = client.query('COMMIT');
    // A statement that fails makes it a rollback, which ends before the connection is given back.
    await Promise.allSettled([sent, committed]);
    const [rows] = await Promise.all([sent, committed]);
    return rows;
  };
  try {
    sendTogether(client);
    const begun = client.query(begin);
    // If `BEGIN` fails, so do the statements after it, which report the error.
    begun.catch(() => {});
    const value = await work({ query, commit });
    if (!ended) await client.query('COMMIT');
    return value;
  } catch (error) {
    if (!ended && !isConnectionError(namedError(error))) await client.query('ROLLBACK');
    throw error;
  }
}
