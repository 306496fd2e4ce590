import { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg';
import { ofConnecting } from './database-error.js';

export interface PoolOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** How long a statement may wait for a lock; absent: as long as it may take. */
  readonly lockTimeoutMs?: number;
  /** Must be off behind a pooler in transaction mode. */
  readonly preparedStatements: boolean;
}

/** How long to wait for the server to accept a connection, or for a free connection of the pool. */
const connectTimeoutMs = 5_000;

/**
 * A client whose `error` event cannot end the process, and whose connection is closed when it fails. The pool listens to the
 * event only while a client is idle, and the running statement reports the loss anyway.
 */
class QuietClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.on('error', () => {});
    // The driver fails and leaves the connection open where it cannot answer the server, as without a password.
    this.connection.on('error', () => this.connection.stream.destroy());
  }
}

/**
 * PostgreSQL compiles a statement if its estimated cost is high, also for a part that does not run, such as counting a large
 * table whose total is kept. Compiling takes some 10 ms each time. Statements that are sent together are a transaction without
 * a `BEGIN` that names its isolation. A pooler in transaction mode would give the settings to others.
 */
function configureSession(client: ClientBase): void {
  const settings = `SET jit = off; SET default_transaction_isolation = 'read committed'`;
  // Where the connection is lost, the statement that follows says so.
  client.query(settings).catch(() => {});
}

/** Makes a pool, which opens connections when they are asked for. */
export const createPool = ({
  url,
  poolSize,
  statementTimeoutMs,
  lockTimeoutMs,
  preparedStatements,
}: PoolOptions): Pool =>
  new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'quire',
    Client: QuietClient,
    // To find out whether it runs in a Cloudflare Worker, the driver would load all that `fetch` needs in Node 20.
    stream: () => new Socket(),
    ...(preparedStatements && { onConnect: configureSession }),
    pipeline: true,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
    // `statement_timeout` is the server's; this one ends the wait for a server that has stopped responding.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + connectTimeoutMs }),
  });

/** Takes a client out of a pool. */
export type Connect = () => Promise<PoolClient>;

/** Errors of `connect` are marked as such, and told to `onRefused`. */
export const connectTo =
  (pool: Pool, onRefused: (error: Error) => void = () => {}): Connect =>
  async () => {
    try {
      return await pool.connect();
    } catch (error) {
      const named = ofConnecting(error);
      onRefused(named);
      throw named;
    }
  };
