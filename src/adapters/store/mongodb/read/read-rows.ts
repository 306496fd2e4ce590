import type { ClientSession, Db, Document } from 'mongodb';
import type { Deadline } from '../../../../application/ports/document-store.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { isLost } from '../database-error.js';
import { plainText } from '../stored-value.js';

/** Rows of one reply at most, where a command has no limit of its own. */
export const batchSize = 10_000;

/** The session in which a command runs, and what ends it. */
export interface CommandScope {
  readonly session?: ClientSession | undefined;
  readonly deadline?: Deadline | undefined;
}

/**
 * The rows of a `find` or an `aggregate`. A command outside of a transaction is repeated once if its connection is lost.
 *
 * Plain commands, because the driver's cursors take 1.7 times the processor time for the same rows (docs/performance.md).
 */
export async function readRows<Row>(
  db: Db,
  command: Document,
  { session, deadline }: CommandScope = {},
): Promise<readonly Row[]> {
  if (session !== undefined) return readBatches<Row>(db, command, session, deadline);
  // Only the session that began a cursor may continue it.
  const read = (): Promise<readonly Row[]> =>
    db.client.withSession((own) => readBatches<Row>(db, withReadConcern(db, command), own, deadline));
  return read().catch((error: unknown) => {
    if (!isLost(error)) throw error;
    return read();
  });
}

/** The read concern that the database's address sets. Inside a transaction the transaction's own applies. */
const withReadConcern = ({ readConcern }: Db, command: Document): Document =>
  readConcern === undefined || 'readConcern' in command
    ? command
    : { ...command, readConcern: { level: readConcern.level } };

async function readBatches<Row>(
  db: Db,
  command: Document,
  session: ClientSession,
  deadline: Deadline | undefined,
): Promise<readonly Row[]> {
  const collection = (command['find'] ?? command['aggregate']) as string;
  let { cursor } = await run(db, command, session, deadline);
  const batches = [cursor['firstBatch'] as Row[]];
  for (let id = idOf(cursor); id !== 0n; id = idOf(cursor)) {
    ({ cursor } = await run(db, { getMore: id, collection, batchSize }, session, deadline));
    batches.push(cursor['nextBatch'] as Row[]);
  }
  return batches.flat();
}

/** 0: there are no more rows. A bigint, because servers expect a 64-bit integer back. */
const idOf = (cursor: Document): bigint => BigInt(plainText(cursor['id']));

/**
 * An aborted signal closes the connection of its command, upon which MongoDB ends the command. The command carries its
 * time limit as well, so that it also ends where a proxy keeps the connection open.
 */
async function run(
  db: Db,
  command: Document,
  session: ClientSession,
  deadline: Deadline | undefined,
): Promise<{ readonly cursor: Document }> {
  const reply =
    deadline === undefined
      ? await db.command(command, { session })
      : await untilAborted(deadline.signal, (signal) =>
          db.command(withTimeLimit(command, deadline), { session, signal }),
        );
  return reply as { readonly cursor: Document };
}

/** Runs `work` with the `AbortSignal` that the driver expects. */
async function untilAborted<T>(
  cancellation: Cancellation,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborting = new AbortController();
  const abort = (): void => aborting.abort();
  if (cancellation.aborted) abort();
  cancellation.addEventListener('abort', abort);
  try {
    return await work(aborting.signal);
  } finally {
    cancellation.removeEventListener('abort', abort);
  }
}

const withTimeLimit = (command: Document, { at }: Deadline): Document =>
  'getMore' in command ? command : { ...command, maxTimeMS: Math.max(1, Math.ceil(at - performance.now())) };
