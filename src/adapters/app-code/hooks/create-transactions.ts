import type { Log } from '../../../application/ports/log.js';
import type { UnitOfWork, UnitsOfWork } from '../../../application/ports/units-of-work.js';
import { ok } from '../../../domain/result.js';
import { valueOf } from '../app-error.js';

/** What the function of `strapi.db.transaction` gets. */
export interface TransactionTools {
  /** Not offered: it throws where it is used. */
  readonly trx: unknown;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  onCommit(callback: () => unknown): void;
  onRollback(callback: () => unknown): void;
}

/** A transaction that nothing joins by itself. */
export interface LooseTransaction {
  commit(): Promise<void>;
  rollback(): Promise<void>;
  get(): unknown;
}

export interface Transactions {
  transaction(): Promise<LooseTransaction>;
  /** Runs `work` in a transaction, which everything that it calls belongs to. */
  transaction<T>(work: (tools: TransactionTools) => T | Promise<T>): Promise<T>;
  inTransaction(): boolean;
}

export function createTransactions(units: UnitsOfWork, log: Log): Transactions {
  const run = async <T>(work: (tools: TransactionTools) => T | Promise<T>): Promise<T> =>
    valueOf(await units.run(async (unit) => ok(await work(toolsOf(unit, log)))));
  async function transaction(work?: (tools: TransactionTools) => unknown): Promise<unknown> {
    return work === undefined ? looseTransaction() : run(work);
  }
  return {
    transaction: transaction as Transactions['transaction'],
    inTransaction: () => units.current() !== undefined,
  };
}

const looseTransaction = (): LooseTransaction => ({
  commit: async () => {},
  rollback: async () => {},
  get: () => notKnex,
});

function toolsOf(unit: UnitOfWork, log: Log): TransactionTools {
  const safely = (name: string, callback: () => unknown) => (): void => {
    void (async () => callback())().catch((error: unknown) =>
      log.error(`a callback of ${name} failed`, { error }),
    );
  };
  return {
    trx: notKnex,
    commit: async () => valueOf(await unit.commit()),
    rollback: () => unit.rollback(),
    onCommit: (callback) => unit.onCommit(safely('onCommit', callback)),
    onRollback: (callback) => unit.onRollback(safely('onRollback', callback)),
  };
}

const refuse = (use: string): never => {
  throw new Error(
    `${use} is not offered: trx is no knex transaction. Everything that is called inside of strapi.db.transaction() belongs to it; use strapi.db.query() or strapi.documents()`,
  );
};

/** Reading `trx` is harmless, using it throws. A promise that resolves with it looks for `then`. */
const notKnex: unknown = new Proxy(() => {}, {
  get: (_target, name) => (typeof name === 'symbol' || name === 'then' ? undefined : refuse(`trx.${name}`)),
  apply: () => refuse('trx()'),
});
