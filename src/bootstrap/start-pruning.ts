import { pruneTrail } from '../application/audit/prune-trail.js';
import type { Clock } from '../application/ports/clock.js';
import type { Log } from '../application/ports/log.js';
import type { Store } from '../application/ports/store.js';

const interval = 60 * 60 * 1000;

/** Counts that are forgotten in one step. */
const batch = 1000;

export interface Pruning {
  readonly store: Pick<Store, 'audit' | 'rates'>;
  readonly clock: Clock;
  readonly log: Log;
  /** How long the audit trail is kept. */
  readonly days: number;
}

/** Removes what is past its time, of the audit trail and of rate limits, now and every hour. Answers what ends that. */
export function startPruning(pruning: Pruning): () => Promise<void> {
  let running = Promise.resolve();
  let goesOn = true;
  const { log } = pruning;
  const prune = (): void => {
    running = running
      .then(() => pruneAll(pruning, () => goesOn))
      .catch((error: unknown) => log.error('what is past its time could not be removed', { error }));
  };
  prune();
  const timer = setInterval(prune, interval).unref();
  return () => {
    goesOn = false;
    clearInterval(timer);
    return running;
  };
}

async function pruneAll({ store, clock, log, days }: Pruning, goOn: () => boolean): Promise<void> {
  const pruned = await pruneTrail(store.audit, clock, days, goOn);
  if (!pruned.ok) return log.warn(`the audit trail could not be shortened: ${pruned.failure.message}`);
  if (pruned.value > 0) log.info(`Removed ${pruned.value} entries of the audit trail, ${days} days old`);
  while (goOn()) {
    const swept = await store.rates.sweep(batch);
    if (!swept.ok || swept.value < batch) return;
  }
}
