import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Queryable } from '../connection.js';

const attempts = 5;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/**
 * Runs `work` while no other server changes this schema, and rolls back when it throws. A table that readers and
 * writers keep busy is waited for 5 s, several times: waiting longer at once would hold up everybody behind us.
 */
export async function inSchemaTransaction<T>(
  connection: Connection,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connection.transaction(async (transaction) => {
        await takeTurn(transaction);
        await transaction.query({ text: `SET LOCAL lock_timeout = '5s'` });
        await transaction.query({ text: 'SET LOCAL statement_timeout = 0' });
        return await work(patient(transaction));
      });
    } catch (error) {
      const code = sqlState(error);
      if ((code !== lockNotAvailable && code !== deadlockDetected) || attempt === attempts) throw error;
      await sleep(200 * attempt);
    }
  }
}

/**
 * Asks again and again instead of waiting in the database: a statement that waits holds a snapshot, and an index that
 * the other server makes concurrently would wait for that in turn.
 */
async function takeTurn(transaction: Queryable): Promise<void> {
  const text = `SELECT pg_try_advisory_xact_lock(hashtext('quire.schema'), hashtext(current_schema())) AS mine`;
  for (;;) {
    const [row] = await transaction.query<{ mine: boolean }>({ text });
    if (row?.mine === true) return;
    await sleep(50);
  }
}

const aDay = 86_400_000;

/** The same, for statements that go over whole tables: nobody waits for them but the operator. */
export const patient = ({ query }: Queryable): Queryable => ({
  query: (statement) => query({ ...statement, timeoutMs: aDay }),
});

/** The SQLSTATE of a database error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
