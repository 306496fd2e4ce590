import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Client, ClientBase } from 'pg';
import type { Observations } from '../../../application/ports/observations.js';
import { codeOf } from './database-error.js';
import { StatementBatch, type NamedStatement, type PreparingConnection } from './statement-batch.js';

export interface SentStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** How long to wait for the result; the connection's own timeout by default. */
  readonly timeoutMs?: number;
  /** False: never prepared under a name. */
  readonly isRepeated?: false;
  /** In a unit of work, releases the locks of the statement at once. Only if its effects are not part of transactions. */
  readonly holdsNoLocks?: boolean;
}

/** A statement with values, without which it would be sent as a text. */
export type BatchedStatement = SentStatement & { readonly values: readonly unknown[] };

export interface Sending {
  /** Null without prepared statements. */
  readonly names: StatementNames | null;
  readonly observations: Observations;
  readonly onFailure?: (error: Error) => void;
}

/** Sends one statement and returns its rows. */
export async function send<Row>(
  client: ClientBase,
  sending: Sending,
  statement: SentStatement,
): Promise<Row[]> {
  const { values } = statement;
  const [rows = []] =
    values === undefined
      ? await sendText(client, sending, statement)
      : await sendBatch(client, sending, [{ ...statement, values }]);
  return rows as Row[];
}

/**
 * Sends statements, if any, in one round trip, and returns the rows of each. Outside of a transaction they are one: either all
 * of them are committed, or, if it rejects with the error of the first that fails, none.
 */
export async function sendBatch(
  client: ClientBase,
  sending: Sending,
  statements: readonly BatchedStatement[],
): Promise<unknown[][]> {
  if (statements.length === 0) return [];
  const named = statements.map((statement) => nameStatement(sending, statement));
  const timeoutMs = statements[0]?.timeoutMs;
  return observed(sending, statements, (onComplete) => {
    sendTogether(client);
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, rows: unknown[][]): void =>
        error === null ? resolve(rows) : reject(error);
      void client.query(new StatementBatch(named, sending.names, done, onComplete, timeoutMs));
    });
  });
}

/** Sends a text without values, which may consist of several statements. */
const sendText = (
  client: ClientBase,
  sending: Sending,
  { text, timeoutMs }: SentStatement,
): Promise<unknown[][]> =>
  observed(sending, [{ text }], async (onComplete) => {
    sendTogether(client);
    const config = { text, ...(timeoutMs !== undefined && { query_timeout: timeoutMs }) };
    const { rows } = await client.query(config);
    onComplete?.();
    return [rows];
  });

/**
 * Observes each statement, from the end of the one before it, when all have ended: the observers need the context of the
 * caller. `sendAll` calls `onComplete` at the end of each.
 */
async function observed<T>(
  { observations, onFailure }: Sending,
  statements: readonly Pick<SentStatement, 'text'>[],
  sendAll: (onComplete?: () => void) => Promise<T>,
): Promise<T> {
  const times = observations.has('statement') ? [performance.now()] : undefined;
  const ended = (): void => void times?.push(performance.now());
  try {
    const done = await sendAll(times && ended);
    if (times !== undefined) observe(observations, statements, times);
    return done;
  } catch (error) {
    ended();
    if (times !== undefined) observe(observations, statements, times, codeOf(error) || 'other');
    // The stack of the driver begins at the socket; this one leads to what has sent the statements.
    if (error instanceof Error) {
      Error.captureStackTrace(error);
      onFailure?.(error);
    }
    throw error;
  }
}

/** `times` has the begin of the first statement, and the ends of those that ran, the last of them with `error`, if any. */
function observe(
  observations: Observations,
  statements: readonly Pick<SentStatement, 'text'>[],
  times: readonly number[],
  error?: string,
): void {
  const last = Math.min(times.length - 2, statements.length - 1);
  for (const [index, { text }] of statements.entries()) {
    const [beganAt, endedAt] = times.slice(index);
    if (beganAt === undefined || endedAt === undefined) return;
    const failed = error === undefined || index < last ? {} : { error };
    observations.observe({ kind: 'statement', system: 'postgresql', text, beganAt, endedAt, ...failed });
  }
}

function nameStatement({ names }: Sending, { text, values, isRepeated }: BatchedStatement): NamedStatement {
  const name = isRepeated === false ? undefined : names?.nameFor(text);
  return { text, values: [...values], name };
}

/**
 * Makes what is sent to the database until the end of this turn of the event loop one system call. Writing to a socket
 * takes longer than anything else that a statement costs the server.
 */
export function sendTogether(client: ClientBase): void {
  const { stream } = (client as Client).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Decides which statements to prepare under a name: those that are run a second time. Each name costs memory in every
 * connection of the server, and clients choose the statements, so only those used last keep theirs. No two processes give
 * the same name: behind a pooler that shares connections, one would run what the other has prepared.
 */
export class StatementNames {
  private readonly names: LRUCache<string, string>;
  private readonly seen: LRUCache<string, true>;
  private readonly prefix = `quire_${randomBytes(6).toString('base64url')}`;
  /** The number of names that were given, and of those that were taken back. No name is given twice. */
  private given = 0;
  private retired = 0;
  /** The value of `retired` when a connection last closed what had been prepared under such names. */
  private readonly closedAt = new WeakMap<PreparingConnection, number>();

  constructor(maxNames = 100, maxSeen = 500) {
    this.names = new LRUCache({ max: maxNames, dispose: () => void (this.retired += 1) });
    this.seen = new LRUCache({ max: maxSeen });
  }

  /** Returns the name to prepare the text under; undefined if it should run unnamed. */
  nameFor(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined) return name;
    if (!this.seen.delete(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    const next = `${this.prefix}_${(this.given += 1)}`;
    this.names.set(text, next);
    return next;
  }

  /** Closes what the connection has prepared under names that were taken back. */
  closeRetired(connection: PreparingConnection): void {
    if ((this.closedAt.get(connection) ?? 0) === this.retired) return;
    this.closedAt.set(connection, this.retired);
    for (const prepared of [connection.parsedStatements, connection.submittedNamedStatements])
      for (const [name, text] of Object.entries(prepared)) {
        if (this.names.peek(text) === name) continue;
        connection.close({ type: 'S', name });
        delete prepared[name];
      }
  }
}
