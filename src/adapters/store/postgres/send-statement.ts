import { LRUCache } from 'lru-cache';
import type { Client, ClientBase, QueryResultRow } from 'pg';
import type { Observations } from '../../../application/ports/observations.js';
import { codeOf } from './database-error.js';

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

export interface Sending {
  /** Null without prepared statements. */
  readonly names: StatementNames | null;
  readonly observations: Observations;
}

/** Sends one statement and returns its rows. */
export function send<Row>(client: ClientBase, sending: Sending, statement: SentStatement): Promise<Row[]> {
  return sending.observations.has('statement')
    ? sendObserved<Row>(client, sending, statement)
    : sendOne<Row>(client, sending, statement);
}

async function sendObserved<Row>(
  client: ClientBase,
  sending: Sending,
  statement: SentStatement,
): Promise<Row[]> {
  const beganAt = performance.now();
  const observed = (error?: string): void =>
    sending.observations.observe({
      kind: 'statement',
      system: 'postgresql',
      text: statement.text,
      beganAt,
      endedAt: performance.now(),
      ...(error !== undefined && { error }),
    });
  try {
    const rows = await sendOne<Row>(client, sending, statement);
    observed();
    return rows;
  } catch (error) {
    observed(codeOf(error) || 'other');
    throw error;
  }
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

async function sendOne<Row>(
  client: ClientBase,
  { names }: Sending,
  { text, values, timeoutMs, isRepeated }: SentStatement,
): Promise<Row[]> {
  const name = values === undefined || isRepeated === false ? undefined : names?.nameFor(text);
  const config = {
    text,
    ...(values !== undefined && { values: [...values] }),
    ...(name !== undefined && { name }),
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
  };
  sendTogether(client);
  const { rows } = await client.query<Row & QueryResultRow>(config);
  return rows;
}

/**
 * Decides which statements to prepare under a name: those that are run a second time. Each name costs memory in every
 * connection of the server, and clients choose the statements, so the number of names is limited.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly seen: LRUCache<string, true>;

  constructor(
    private readonly maxNames = 100,
    maxSeen = 500,
  ) {
    this.seen = new LRUCache({ max: maxSeen });
  }

  /** Returns the name to prepare the text under; undefined if it should run unnamed. */
  nameFor(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= this.maxNames) return name;
    if (!this.seen.delete(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    const given = `quire_${this.names.size + 1}`;
    this.names.set(text, given);
    if (this.names.size === this.maxNames) this.seen.clear();
    return given;
  }
}
