import type { ClientSession, Db, Document } from 'mongodb';
import type { Deadline } from '../../../../application/ports/document-store.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { isLost } from '../database-error.js';
import { plainText } from '../stored-value.js';
import { FieldNames } from './field-names.js';
import { readRow } from './raw-row.js';
import type { Row } from './row.js';

/** Rows of one reply, where there is no limit; what fits into a reply is less where they are large. */
export const batchSize = 10_000;

/** Where a command runs, and what ends it. */
export interface Within {
  readonly session?: ClientSession | undefined;
  readonly deadline?: Deadline | undefined;
}

/**
 * The rows that a `find` or an `aggregate` answers, as they came. `fields`: what they will be asked for.
 *
 * Not by the driver's cursors: these make objects of every document to say where its fields are, and hold on to them in
 * sets of open cursors, former tables of which V8 keeps alive until it collects the whole heap.
 */
export async function askRows(
  db: Db,
  command: Document,
  fields: readonly string[],
  within: Within = {},
): Promise<readonly Row[]> {
  const names = new FieldNames(['_id', ...fields]);
  if (within.session !== undefined) return rowsOf(db, command, names, within);
  const ask = (): Promise<readonly Row[]> => rowsOutside(db, command, names, within);
  return ask().catch((error: unknown) => {
    if (!isLost(error)) throw error;
    return ask();
  });
}

/** Only a session can ask for more than one reply: few questions take that, and are asked anew in one. */
async function rowsOutside(
  db: Db,
  command: Document,
  names: FieldNames,
  within: Within,
): Promise<readonly Row[]> {
  const reply = await replyTo(db, concerned(db, command), within);
  if (reply.id === 0n) return reply.cursor.rows('firstBatch', names);
  await db.command({ killCursors: collectionOf(command), cursors: [reply.id] });
  return db.client.withSession((session) =>
    rowsOf(db, concerned(db, command), names, { ...within, session }),
  );
}

/** What the address of the database asks of reads. */
const concerned = ({ readConcern }: Db, command: Document): Document =>
  readConcern === undefined || 'readConcern' in command
    ? command
    : { ...command, readConcern: { level: readConcern.level } };

async function rowsOf(db: Db, command: Document, names: FieldNames, within: Within): Promise<readonly Row[]> {
  let reply = await replyTo(db, command, within);
  const batches = [reply.cursor.rows('firstBatch', names)];
  while (reply.id !== 0n) {
    const more = { getMore: reply.id, collection: collectionOf(command), batchSize };
    reply = await replyTo(db, more, within);
    batches.push(reply.cursor.rows('nextBatch', names));
  }
  return batches.flat();
}

const collectionOf = (command: Document): string => (command['find'] ?? command['aggregate']) as string;

const ofCursors = new FieldNames(['id', 'firstBatch', 'nextBatch']);

interface Reply {
  readonly cursor: Row;
  /** 0: there is no more. */
  readonly id: bigint;
}

/**
 * An aborted signal closes the connection of its command, and MongoDB then ends the command. Some compatible servers do
 * not, so the command also carries its time limit.
 */
async function replyTo(db: Db, command: Document, { session, deadline }: Within): Promise<Reply> {
  const options = { raw: true, ...(session !== undefined && { session }) };
  const reply =
    deadline === undefined
      ? await db.command(command, options)
      : await untilAborted(deadline.signal, (signal) =>
          db.command(timed(command, deadline), { ...options, signal }),
        );
  const cursor = readRow(reply['cursor'] as Buffer, 0, ofCursors);
  return { cursor, id: BigInt(plainText(cursor.get('id'))) };
}

/** With the `AbortSignal` that the driver asks for. */
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

const timed = (command: Document, { at }: Deadline): Document =>
  'getMore' in command ? command : { ...command, maxTimeMS: Math.max(1, Math.ceil(at - performance.now())) };
