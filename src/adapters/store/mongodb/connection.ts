import { MongoClient, type ClientSession, type Db } from 'mongodb';
import type { Log } from '../../../application/ports/log.js';
import type { Observations } from '../../../application/ports/observations.js';
import { afterRaces } from '../../../application/stores/after-races.js';
import { detectCapabilities, transactionOptions, type ServerCapabilities } from './capabilities.js';
import { KnownIndexes } from './read/known-indexes.js';
import { observeClient } from './observe-commands.js';
import { isTimeout, isUnknownCommit, racing } from './database-error.js';

export interface ConnectionOptions {
  /** `mongodb://…/name` or `mongodb+srv://…/name`. */
  readonly url: string;
  readonly poolSize: number;
  /** How long the driver looks for a server. */
  readonly selectionTimeoutMs: number;
  /** How long one command may take; 0: no limit. */
  readonly statementTimeoutMs: number;
  readonly log: Log;
  readonly observations: Observations;
}

/** One database, and the transactions on it. */
export interface Connection extends ServerCapabilities {
  readonly db: Db;
  readonly indexes: KnownIndexes;
  /** Runs `work` in a transaction, and repeats it after conflicts. Without transactions, `work` runs once, without a session. */
  transaction<T>(work: (session: ClientSession | undefined) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which only reads, in a transaction, repeats it if the server loses the snapshot, and does not wait for the end.
   */
  snapshot<T>(work: (session: ClientSession | undefined) => Promise<T>): Promise<T>;
  /** Begins a transaction, which is not repeated. Without transactions, its session is undefined and it does nothing. */
  begin(): OpenTransaction;
  close(): Promise<void>;
}

export interface OpenTransaction {
  readonly session: ClientSession | undefined;
  commit(): Promise<void>;
  abort(): Promise<void>;
  /** Ends the session, and aborts a transaction that is still open. Does not wait. */
  end(): void;
}

/** Overrides the options of the address, so that an acknowledged write is durable and visible to the next read. */
export const trueAnswers = { readPreference: 'primary', writeConcern: { w: 'majority' } } as const;

/**
 * How often the driver checks a server that does not stream its state, and the least time between two checks. The
 * least time is longer than the interval, so that the driver does not check a server immediately after it loses a
 * connection. An immediate check could use a monitoring connection whose loss is not noticed yet, and would wait
 * for it forever.
 */
const monitoring = { heartbeatFrequencyMS: 1_000, minHeartbeatFrequencyMS: 2_000 };

/** Rejects if no server answers. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { url, poolSize, selectionTimeoutMs, statementTimeoutMs, observations } = options;
  const client = new MongoClient(url, {
    // A change stream, which wakes readers of the change log, holds a connection.
    maxPoolSize: poolSize + 1,
    serverSelectionTimeoutMS: selectionTimeoutMs,
    connectTimeoutMS: selectionTimeoutMs,
    ...monitoring,
    ...trueAnswers,
    monitorCommands: observations.has('statement'),
    ignoreUndefined: true,
    useBigInt64: false,
    promoteLongs: true,
    // Validation takes a seventh of the time of reading a document, and one broken text would fail a whole list.
    enableUtf8Validation: false,
    ...(statementTimeoutMs > 0 && {
      socketTimeoutMS: statementTimeoutMs,
      waitQueueTimeoutMS: statementTimeoutMs,
    }),
  });
  observeClient(client, observations);
  try {
    await client.connect();
    const db = client.db();
    return connectionOf(client, db, await detectCapabilities(db), observations);
  } catch (error) {
    await client.close();
    throw error;
  }
}

function connectionOf(
  client: MongoClient,
  db: Db,
  server: ServerCapabilities,
  observations: Observations,
): Connection {
  const onRetry = (): void => observations.observe({ kind: 'retry', system: 'mongodb' });
  const ending = new Set<Promise<void>>();
  const begin = (): OpenTransaction => {
    if (!server.hasTransactions) return noTransaction;
    const session = client.startSession();
    session.startTransaction(transactionOptions);
    return {
      session,
      commit: () => commit(session),
      async abort() {
        if (session.inTransaction()) await session.abortTransaction().catch(() => {});
      },
      end() {
        const ended = session.endSession().catch(() => {});
        ending.add(ended);
        void ended.then(() => ending.delete(ended));
      },
    };
  };
  const once = async <T>(
    work: (session: ClientSession | undefined) => Promise<T>,
    finish: (transaction: OpenTransaction) => Promise<void>,
  ): Promise<T> => {
    const transaction = begin();
    try {
      const done = await work(transaction.session);
      await finish(transaction);
      return done;
    } catch (error) {
      await transaction.abort();
      throw error;
    } finally {
      transaction.end();
    }
  };
  return {
    ...server,
    db,
    indexes: new KnownIndexes(db),
    transaction: (work) =>
      afterRaces({ ...racing, onRetry }, () => once(work, (transaction) => transaction.commit())),
    snapshot: (work) => afterRaces(racing, () => once(work, async () => {})),
    begin,
    async close() {
      // Otherwise the server would keep open transactions, and their locks, for a minute.
      await Promise.all(ending);
      await client.close();
    },
  };
}

const noTransaction: OpenTransaction = {
  session: undefined,
  commit: async () => {},
  abort: async () => {},
  end: () => {},
};

/**
 * Commits, and repeats a commit whose outcome is unknown. That is safe: the server recognises a committed
 * transaction.
 */
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (attempt === 3 || !isUnknownCommit(error) || isTimeout(error)) throw error;
    }
  }
}
