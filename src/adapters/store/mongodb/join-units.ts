import { AsyncLocalStorage } from 'node:async_hooks';
import { MongoError, type ClientSession } from 'mongodb';
import { ThrownFailure } from '../../../application/thrown-failure.js';
import { carriersOver } from '../../../application/stores/carriers.js';
import { createUnits, type Units } from '../../../application/stores/create-units.js';
import type { UnitDriver } from '../../../application/stores/open-unit.js';
import { notFound, type Failure } from '../../../domain/failure.js';
import type { Connection, OpenTransaction } from './connection.js';
import { failureOf, isRace, tookTooLong } from './database-error.js';

const newCarrier = carriersOver(new AsyncLocalStorage());

/** A unit of work: one transaction, which sees the database as of its first command. */
export interface MongoUnit {
  /** Undefined on a server without transactions: nothing is taken back there. */
  readonly session: ClientSession | undefined;
  /** Whether a command was sent, so that waiting for another writer can only lead to a conflict. */
  isUsed: boolean;
  /** Whether a write is half done. MongoDB cannot take it back alone. */
  isApplying: boolean;
  /** The turns that the unit has taken, by key, with what gives them back. */
  readonly turns: Map<string, () => void>;
}

type OwnUnit = MongoUnit & { readonly transaction: OpenTransaction };

export const createMongoUnits = (connection: Connection, timeoutMs: number): Units<MongoUnit> =>
  createUnits(driverOf(connection), newCarrier(), { timeoutMs });

const driverOf = (connection: Connection): UnitDriver<OwnUnit> => ({
  async begin() {
    const transaction = connection.begin();
    const { session } = transaction;
    return { transaction, session, isUsed: false, isApplying: false, turns: new Map() };
  },
  async commit(unit) {
    try {
      await unit.transaction.commit();
    } finally {
      end(unit);
    }
  },
  async rollback(unit) {
    await unit.transaction.abort();
    end(unit);
  },
  // Without transactions, a unit that ran again would write twice.
  isConflict: (error) => connection.hasTransactions && isRace(error),
  failureOf,
  doomed: ({ session, isApplying }, error) => (session === undefined ? null : doomOf(isApplying, error)),
});

function end({ transaction, turns }: OwnUnit): void {
  transaction.end();
  for (const release of turns.values()) release();
}

/** The server aborts a transaction after any error of a command. A refusal of this store is none. */
function doomOf(isApplying: boolean, error: unknown): Failure | null {
  if (error instanceof MongoError) return failureOf(error) ?? tookTooLong;
  return isApplying && error instanceof ThrownFailure && error.failure !== notFound ? error.failure : null;
}
