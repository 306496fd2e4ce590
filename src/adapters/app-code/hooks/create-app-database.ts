import type { Log } from '../../../application/ports/log.js';
import type { UnitsOfWork } from '../../../application/ports/units-of-work.js';
import type { AppHooks } from './create-app-hooks.js';
import { createTransactions, type Transactions } from './create-transactions.js';

/** The part of `strapi.db` that is about hooks and transactions. */
export interface AppDatabase extends Transactions {
  readonly lifecycles: Pick<AppHooks, 'subscribe'>;
}

export const createAppDatabase = (hooks: AppHooks, units: UnitsOfWork, log: Log): AppDatabase => ({
  lifecycles: { subscribe: (subscriber) => hooks.subscribe(subscriber) },
  ...createTransactions(units, log),
});
