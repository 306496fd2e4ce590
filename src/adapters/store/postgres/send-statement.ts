import type { ClientBase, QueryResultRow } from 'pg';
import type { Observations } from '../../../application/ports/observations.js';
import { codeOf } from './database-error.js';
import type { StatementNames } from './statement-names.js';

export interface SentStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** How long to wait for the result; the connection's own timeout by default. */
  readonly timeoutMs?: number;
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

async function sendOne<Row>(
  client: ClientBase,
  { names }: Sending,
  { text, values, timeoutMs }: SentStatement,
): Promise<Row[]> {
  const name = values === undefined ? undefined : names?.nameFor(text);
  const config = {
    text,
    ...(values !== undefined && { values: [...values] }),
    ...(name !== undefined && { name }),
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
  };
  const { rows } = await client.query<Row & QueryResultRow>(config);
  return rows;
}
