import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../../application/ports/log.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { failure } from '../../../../domain/failure.js';
import type { Connection, Queryable } from '../connection.js';
import { insufficientPrivilege } from '../database-error.js';
import { requireSchema } from './current-schema.js';

const attempts = 5;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** How a change of the schema waits for another server. */
export interface SchemaWait {
  /** Says that it waits; absent: nothing does. */
  readonly log?: Log;
  /** Ends the wait when it is aborted. */
  readonly signal?: Cancellation | undefined;
}

/**
 * Runs `work` while no other server changes this schema, and rolls back when it throws. It waits at most 5 s for a table
 * that is in use, and tries again: all later statements on that table wait behind it meanwhile.
 */
export async function inSchemaTransaction<T>(
  connection: Connection,
  work: (transaction: Queryable) => Promise<T>,
  waiting: SchemaWait = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connection.transaction(async (transaction) => {
        await lockSchema(transaction, waiting);
        await transaction.query({ text: `SET LOCAL lock_timeout = '5s'` });
        await transaction.query({ text: 'SET LOCAL statement_timeout = 0' });
        return await work(withoutTimeout(transaction));
      });
    } catch (error) {
      const code = sqlState(error);
      if ((code !== lockNotAvailable && code !== deadlockDetected) || attempt === attempts) throw error;
      await sleep(200 * attempt);
    }
  }
}

const pollMs = 50;
/** Servers that start together have ended such a wait by then. */
const saidAfterMs = 500;

/**
 * Takes the lock on schema changes. It polls instead of waiting in the database: a waiting statement holds a snapshot, and
 * an index that the other server makes concurrently would wait for that snapshot.
 */
async function lockSchema(transaction: Queryable, { log, signal }: SchemaWait): Promise<void> {
  const text = `SELECT pg_try_advisory_xact_lock(hashtext('quire.schema'), hashtext(current_schema())) AS locked`;
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const [row] = await transaction.query<{ locked: boolean | null }>({ text });
    if (row?.locked === true) return;
    // The schema may have been dropped since the store was opened.
    if (row?.locked === null) await requireSchema(transaction);
    if (signal?.aborted === true) throw new ThrownFailure(stopped);
    if (waitedMs === saidAfterMs)
      log?.warn('Another server or command is changing the tables of this database: waiting for it');
    await sleep(pollMs);
  }
}

const stopped = failure(
  'STORE.TIMEOUT',
  'Stopped while waiting for another server or command that is changing the tables of this database',
);

const dayMs = 86_400_000;

/** The same connection, for statements that go over whole tables and may take long. */
export const withoutTimeout = ({ query }: Queryable): Queryable => ({
  query: (statement, signal) => query({ ...statement, timeoutMs: dayMs }, signal),
});

/** The SQLSTATE of a database error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Whether a table is in use for longer than a lock is waited for, or belongs to somebody else. */
export const isOutOfReach = (error: unknown): boolean =>
  [lockNotAvailable, insufficientPrivilege].includes(sqlState(error) ?? '');
