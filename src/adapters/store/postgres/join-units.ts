import { AsyncLocalStorage } from 'node:async_hooks';
import { carriersOver } from '../../../application/stores/carriers.js';
import { createUnits, type Units } from '../../../application/stores/create-units.js';
import type { UnitDriver } from '../../../application/stores/open-unit.js';
import {
  begin,
  type ClaimedConnection,
  type Connection,
  type Queryable,
  type Transaction,
} from './connection.js';
import { failureOf, isConnectionError, isDeadlock, isOutOfResources, namedError } from './database-error.js';

const newCarrier = carriersOver(new AsyncLocalStorage());

/** Units of work, each a transaction (read committed) on a connection of its own. */
export const createPostgresUnits = (connection: Connection, timeoutMs: number): Units<ClaimedConnection> =>
  createUnits(driverOf(connection), newCarrier(), { timeoutMs });

const driverOf = (connection: Connection): UnitDriver<ClaimedConnection> => ({
  async begin() {
    const claimed = await connection.claim();
    // If `BEGIN` fails, so do the statements after it, which report the error.
    claimed.query({ text: begin }).catch(() => {});
    return claimed;
  },
  async commit(claimed) {
    try {
      await claimed.query({ text: checkedCommit });
      claimed.release(false);
    } catch (error) {
      claimed.release(true);
      throw namedError(error);
    }
  },
  async rollback(claimed) {
    const isBroken = await claimed.query({ text: 'ROLLBACK' }).then(
      () => false,
      () => true,
    );
    claimed.release(isBroken);
  },
  isConflict: isDeadlock,
  failureOf,
});

/** PostgreSQL answers the `COMMIT` of an aborted transaction with a rollback and no error, but fails a statement before it. */
const checkedCommit = 'SELECT 1; COMMIT';

/**
 * A connection whose statements and transactions join the current unit of work. Each runs within a savepoint, so that one
 * that fails leaves the unit usable. A unit has a time limit of its own, so a `signal` does not cancel its statements.
 */
export const joining = (connection: Connection, units: Units<ClaimedConnection>): Connection => ({
  ...connection,
  query: (statement, signal) =>
    units.join(
      (claimed) =>
        statement.holdsNoLocks === true
          ? inSavepoint(claimed, undo, () => claimed.query(statement))
          : inSavepoint(claimed, release, () => claimed.query(statement)),
      () => connection.query(statement, signal),
    ),
  together: (statements) =>
    units.join(
      (claimed) => nested(claimed, ({ commit }) => commit(statements)),
      () => connection.together(statements),
    ),
  transaction: (work) =>
    units.join(
      (claimed) => nested(claimed, work),
      () => connection.transaction(work),
    ),
});

const savepoint = 'SAVEPOINT quire_call';
const release = 'RELEASE SAVEPOINT quire_call';
const undo = `ROLLBACK TO SAVEPOINT quire_call; ${release}`;

/** Sends a statement with its savepoint in one round trip. */
async function inSavepoint<Row>(claimed: Queryable, end: string, send: () => Promise<Row[]>): Promise<Row[]> {
  const sent = [claimed.query({ text: savepoint }), send(), claimed.query({ text: end })] as const;
  const [, done, ended] = await Promise.allSettled(sent);
  if (done.status === 'fulfilled' && ended.status === 'fulfilled') return done.value;
  const error: unknown = done.status === 'rejected' ? done.reason : (ended as PromiseRejectedResult).reason;
  throw await undone(claimed, error);
}

/** Runs a transaction of several round trips in a savepoint. */
async function nested<T>(claimed: Queryable, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  let isReleased = false;
  const query: Queryable['query'] = (statement) => claimed.query(statement);
  const commit: Transaction['commit'] = async (statements) => {
    const sent = Promise.all(statements.map((statement) => query<unknown>(statement)));
    const released = query({ text: release });
    // If a statement fails, so does the release, whose error says less.
    released.catch(() => {});
    const rows = await sent;
    await released;
    isReleased = true;
    return rows;
  };
  try {
    // If it fails, so do the statements after it, which report the error.
    query({ text: savepoint }).catch(() => {});
    const value = await work({ query, commit });
    if (!isReleased) await query({ text: release });
    return value;
  } catch (error) {
    // A refusal that is noticed after the end has changed nothing.
    throw isReleased ? error : await undone(claimed, error);
  }
}

/** Rolls back to the savepoint. Returns the error with its SQLSTATE. */
async function undone(claimed: Queryable, thrown: unknown): Promise<Error> {
  const error = namedError(thrown);
  if (!isConnectionError(error) || isOutOfResources(error)) await claimed.query({ text: undo });
  return error;
}
