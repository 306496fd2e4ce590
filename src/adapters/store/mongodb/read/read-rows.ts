import { BSON, type ClientSession, type Db, type Document } from 'mongodb';
import type { Deadline } from '../../../../application/ports/document-store.js';
import { inTurns } from '../../../../application/stores/in-turns.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { isConnectionLost } from '../database-error.js';
import { plainText } from '../stored-value.js';

/** The most rows of one reply to a command without a limit. */
export const batchSize = 10_000;

/** The session in which a command runs, and the deadline that ends it. */
export interface CommandOptions {
  readonly session?: ClientSession | undefined;
  readonly deadline?: Deadline | undefined;
  /** The most bytes of the rows together; a command with more throws `RowsTooLarge`. Absent: no limit. */
  readonly maxBytes?: number | undefined;
}

/** The rows of a command are larger than the caller wants to have in memory. */
export class RowsTooLarge extends Error {}

/**
 * Returns the rows of a `find` or an `aggregate`. Outside of a transaction, a command is repeated once if its
 * connection is lost.
 *
 * This sends plain commands, because the driver's cursors take 1.7 times the processor time for the same rows
 * (docs/performance.md).
 */
export async function readRows<Row>(
  db: Db,
  command: Document,
  { session, ...options }: CommandOptions = {},
): Promise<readonly Row[]> {
  if (session !== undefined) return readBatches<Row>(db, command, session, options);
  // Only the session that began a cursor may continue it.
  const read = (): Promise<readonly Row[]> =>
    db.client.withSession((own) => readBatches<Row>(db, withReadConcern(db, command), own, options));
  return read().catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error;
    return read();
  });
}

/** Adds the read concern of the database's address. Inside a transaction, the transaction's own applies. */
const withReadConcern = ({ readConcern }: Db, command: Document): Document =>
  readConcern === undefined || 'readConcern' in command
    ? command
    : { ...command, readConcern: { level: readConcern.level } };

async function readBatches<Row>(
  db: Db,
  command: Document,
  session: ClientSession,
  { deadline, maxBytes = Infinity }: CommandOptions,
): Promise<readonly Row[]> {
  const collection = (command['find'] ?? command['aggregate']) as string;
  const batches: Row[][] = [];
  let left = maxBytes;
  let next: Document = command;
  for (;;) {
    const { cursor } = await run(db, next, session, deadline);
    const batch = (cursor['firstBatch'] ?? cursor['nextBatch']) as Uint8Array[];
    const id = idOf(cursor);
    left -= batch.reduce((bytes, row) => bytes + row.byteLength, 0);
    if (left < 0) {
      // Without a cursor the server has nothing to end.
      if (id !== 0n) await db.command({ killCursors: collection, cursors: [id] }, { session });
      throw new RowsTooLarge(`the rows have more than ${maxBytes} bytes`);
    }
    batches.push(await decode<Row>(batch, deadline));
    if (id === 0n) return batches.flat();
    next = { getMore: id, collection, batchSize };
  }
}

/** The driver would decode a whole reply at once, while everything else of this process waits. */
const decode = <Row>(batch: readonly Uint8Array[], deadline: Deadline | undefined): Promise<Row[]> =>
  inTurns(decoding<Row>(batch), deadline?.signal);

/** Some 0.1 ms of decoding. */
const bytesPerStep = 16_384;

function* decoding<Row>(batch: readonly Uint8Array[]): Generator<void, Row[]> {
  const rows: Row[] = [];
  let bytes = 0;
  for (const row of batch) {
    rows.push(BSON.deserialize(row, { validation: { utf8: false } }) as Row);
    bytes += row.byteLength;
    if (bytes < bytesPerStep) continue;
    bytes = 0;
    yield;
  }
  return rows;
}

/** The id of a cursor; 0 if there are no more rows. It is a bigint because servers expect a 64-bit integer back. */
const idOf = (cursor: Document): bigint => BigInt(plainText(cursor['id']));

/** The rows of a reply, left undecoded. */
const fieldsAsRaw = { firstBatch: true, nextBatch: true };

/**
 * Aborting the signal closes the connection of the command, and MongoDB then ends the command. The command also
 * carries its time limit, so that it ends even if a proxy keeps the connection open.
 */
async function run(
  db: Db,
  command: Document,
  session: ClientSession,
  deadline: Deadline | undefined,
): Promise<{ readonly cursor: Document }> {
  const reply =
    deadline === undefined
      ? await db.command(command, { session, fieldsAsRaw })
      : await untilAborted(deadline.signal, (signal) =>
          db.command(withTimeLimit(command, deadline), { session, signal, fieldsAsRaw }),
        );
  return reply as { readonly cursor: Document };
}

/** Runs `work` with a signal of the type that the driver expects. */
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
