import { MongoError, type ClientSession, type Db, type Document } from 'mongodb';

/** The capabilities of a server, detected when the connection opens. */
export interface ServerCapabilities {
  /** Whether the server has transactions, which undo all of their writes when they are aborted. */
  readonly hasTransactions: boolean;
  /** Returns the command in a form that the server executes correctly. */
  adapt(command: Document): Document;
}

export const transactionOptions = {
  readConcern: { level: 'snapshot' as const },
  writeConcern: { w: 'majority' as const },
};

export async function detectCapabilities(db: Db): Promise<ServerCapabilities> {
  const build = await db.command({ buildInfo: 1 });
  const hasTransactions = await tryTransaction(db);
  return { hasTransactions, adapt: isFerretDb(build) ? withoutIndexedPatterns : (command) => command };
}

/** Aborts a write and checks that it is gone: some servers accept transactions, but keep aborted writes. */
async function tryTransaction(db: Db): Promise<boolean> {
  const probes = db.collection<{ _id: string }>('quire_probes');
  const _id = `${process.pid}-${Date.now()}-${Math.random()}`;
  const session = db.client.startSession();
  try {
    await db.createCollection('quire_probes').catch(() => {});
    session.startTransaction(transactionOptions);
    await probes.insertOne({ _id }, { session });
    await session.abortTransaction();
    return (await probes.findOne({ _id })) === null;
  } catch (error) {
    if (isUnsupported(error)) return false;
    throw error;
  } finally {
    await endProbe(db, session, _id);
  }
}

async function endProbe(db: Db, session: ClientSession, _id: string): Promise<void> {
  await session.endSession();
  await db
    .collection<{ _id: string }>('quire_probes')
    .deleteOne({ _id })
    .catch(() => {});
}

/**
 * The server reports "Transaction numbers are only allowed on a replica set member or mongos", or that it does not
 * have the command.
 */
const isUnsupported = (error: unknown): boolean =>
  error instanceof MongoError &&
  // The driver wraps the first of these errors in one about retryable writes.
  [error, error['originalError' as keyof MongoError]].some(
    (one) => one instanceof MongoError && [20, 59, 115, 263].includes(Number(one.code)),
  );

const isFerretDb = (build: Document): boolean => 'ferretdb' in build;

/**
 * FerretDB's engine, DocumentDB, refuses long patterns on indexed fields. It uses no index for a negated condition, so
 * each pattern that is not negated is negated twice.
 */
function withoutIndexedPatterns<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutIndexedPatterns) as T;
  if (!isPlainObject(value)) return value;
  const { $regex, $options, ...others } = value;
  const entries = Object.entries(others).map(([key, member]) => [
    key,
    key === '$not' ? member : withoutIndexedPatterns(member),
  ]);
  const rest = Object.fromEntries(entries) as T;
  return $regex === undefined ? rest : { ...rest, $not: { $not: { $regex, $options } } };
}

const isPlainObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
