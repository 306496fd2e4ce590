import { MongoClient, MongoError, type ClientSession, type Db } from 'mongodb';
import type { Log } from '../../../application/ports/log.js';
import { afterRaces } from '../../../application/stores/after-races.js';
import { isTimeout, isUnknownCommit, racing } from './database-error.js';

export interface ConnectionOptions {
  /** `mongodb://…/name` or `mongodb+srv://…/name`. */
  readonly url: string;
  readonly poolSize: number;
  /** How long to look for a server, and how long one question may take. */
  readonly selectionTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** How long reading the answer to one plan may take; 0 for no limit but that of its questions. */
  readonly readTimeoutMs: number;
  readonly log: Log;
}

/** One database, and its units of work. */
export interface Connection {
  readonly db: Db;
  readonly readTimeoutMs: number;
  /** Whether writes of several MongoDB documents are all or nothing. */
  readonly hasTransactions: boolean;
  /** Runs `work` in a transaction, again where another writer was faster. Without transactions: as it is. */
  transaction<T>(work: (session: ClientSession | undefined) => Promise<T>): Promise<T>;
  /** A transaction that only reads: it is not waited for. */
  snapshot<T>(work: (session: ClientSession | undefined) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const transactionOptions = {
  readConcern: { level: 'snapshot' as const },
  writeConcern: { w: 'majority' as const },
};

/** Whatever the address says: what is answered was kept, and what was kept is read. */
export const trueAnswers = { readPreference: 'primary', writeConcern: { w: 'majority' } } as const;

/**
 * How often the driver looks after a server that does not report by itself, and the least time in between. It is the
 * longer one, so that a lost connection makes it look a little later and not at once: at once it may write to a
 * connection of its own that is lost as well and not told yet, and then waits for that write, and finds no server, forever.
 */
const lookingAfter = { heartbeatFrequencyMS: 1_000, minHeartbeatFrequencyMS: 2_000 };

/** Rejects where no server answers. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { url, poolSize, selectionTimeoutMs, statementTimeoutMs } = options;
  const client = new MongoClient(url, {
    maxPoolSize: poolSize,
    serverSelectionTimeoutMS: selectionTimeoutMs,
    connectTimeoutMS: selectionTimeoutMs,
    ...lookingAfter,
    ...trueAnswers,
    ignoreUndefined: true,
    useBigInt64: false,
    promoteLongs: true,
    // It takes a seventh of the time of reading a document, and makes a list fail where one of its texts is broken.
    enableUtf8Validation: false,
    ...(statementTimeoutMs > 0 && {
      socketTimeoutMS: statementTimeoutMs,
      waitQueueTimeoutMS: statementTimeoutMs,
    }),
  });
  try {
    await client.connect();
    const db = client.db();
    await db.command({ ping: 1 });
    const hasTransactions = await tryTransaction(client, db);
    return connectionOf(client, db, hasTransactions, options.readTimeoutMs);
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Writes, takes it back, and looks: servers may say that they can, or take part in silence, and still keep what was taken back. */
async function tryTransaction(client: MongoClient, db: Db): Promise<boolean> {
  const probes = db.collection<{ _id: string }>('quire_probes');
  const _id = `${process.pid}-${Date.now()}-${Math.random()}`;
  const session = client.startSession();
  try {
    await db.createCollection('quire_probes').catch(() => {});
    session.startTransaction(transactionOptions);
    await probes.insertOne({ _id }, { session });
    await session.abortTransaction();
    return (await probes.findOne({ _id })) === null;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  } finally {
    await session.endSession();
    await probes.deleteOne({ _id }).catch(() => {});
  }
}

/** "Transaction numbers are only allowed on a replica set member or mongos", or no such command. */
const isMissing = (error: unknown): boolean =>
  error instanceof MongoError &&
  // The driver takes the first for a complaint about writes that it may repeat, and keeps it inside of its own.
  [error, error['originalError' as keyof MongoError]].some(
    (one) => one instanceof MongoError && [20, 59, 115, 263].includes(Number(one.code)),
  );

function connectionOf(
  client: MongoClient,
  db: Db,
  hasTransactions: boolean,
  readTimeoutMs: number,
): Connection {
  const ending = new Set<Promise<void>>();
  const once = async <T>(
    work: (session: ClientSession | undefined) => Promise<T>,
    end: (session: ClientSession) => Promise<void>,
  ): Promise<T> => {
    if (!hasTransactions) return work(undefined);
    const session = client.startSession();
    try {
      session.startTransaction(transactionOptions);
      const done = await work(session);
      await end(session);
      return done;
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction().catch(() => {});
      throw error;
    } finally {
      // Takes back what is still open, which after reading is nothing.
      const ended = session.endSession().catch(() => {});
      ending.add(ended);
      void ended.then(() => ending.delete(ended));
    }
  };
  return {
    db,
    readTimeoutMs,
    hasTransactions,
    transaction: (work) => afterRaces(racing, () => once(work, commit)),
    snapshot: (work) => once(work, async () => {}),
    async close() {
      // Else the server would keep what is still open, and its locks, for a minute.
      await Promise.all(ending);
      await client.close();
    },
  };
}

/** Committing is safe to repeat: the server knows whether it has done it. */
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (attempt === 3 || !isUnknownCommit(error) || isTimeout(error)) throw error;
    }
  }
}
