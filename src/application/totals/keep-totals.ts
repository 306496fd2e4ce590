import type { Log } from '../ports/log.js';
import type { TotalsStore } from '../ports/totals-store.js';

export interface TotalsKeeper {
  /** Keeps the totals up to date until `stop`. Does not keep the process alive. */
  watch(): void;
  /** Waits for a running step. */
  stop(): Promise<void>;
}

/** How often the differences are folded, and after how many times the store is asked for types that have become large. */
const foldMs = 1_000;
const prepareEvery = 60;

/** Without types that have kept totals, nothing is folded. */
export function createTotalsKeeper(totals: TotalsStore, log: Log): TotalsKeeper {
  let timer: NodeJS.Timeout | undefined;
  let isWatching = false;
  let running: Promise<unknown> = Promise.resolve();
  let kept = 0;
  let steps = 0;

  const step = async (): Promise<void> => {
    if (steps++ % prepareEvery === 0) {
      const prepared = await totals.prepare();
      if (prepared.ok) kept = prepared.value;
      else log.debug(`totals could not be prepared: ${prepared.failure.message}`);
    }
    const folded = kept > 0 ? await totals.fold() : undefined;
    if (folded?.ok === false) log.debug(`totals could not be folded: ${folded.failure.message}`);
  };

  const run = (): void => {
    running = step()
      .catch((error: unknown) => log.error('keeping totals failed', { error }))
      .then(() => {
        if (isWatching) timer = setTimeout(run, foldMs).unref();
      });
  };

  return {
    watch() {
      if (isWatching) return;
      isWatching = true;
      run();
    },
    async stop() {
      isWatching = false;
      clearTimeout(timer);
      await running;
    },
  };
}
