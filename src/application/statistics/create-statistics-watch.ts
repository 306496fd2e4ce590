import { nothingMeasured, type Statistics } from '../../domain/plan/statistics.js';
import { ok, type Result } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { StatisticsStore } from '../ports/statistics-store.js';

/** The latest statistics of a store, measured in the background. */
export interface StatisticsWatch {
  current(): Statistics;
  /** Measures now. On failure the last measure stays in use. */
  measure(): Promise<Result<void>>;
  /**
   * Measures now and then once a minute, or less often so that it takes at most a hundredth of the time. Does not keep
   * the process alive.
   */
  watch(): void;
  /** Waits for a running measure. */
  stop(): Promise<void>;
}

const intervalMs = 60_000;

export function createStatisticsWatch(store: StatisticsStore, log: Log): StatisticsWatch {
  let statistics = nothingMeasured;
  let timer: NodeJS.Timeout | undefined;
  let isWatching = false;
  let running: Promise<unknown> = Promise.resolve();

  const measure = async (): Promise<Result<void>> => {
    const measured = await store.measure();
    if (!measured.ok) return measured;
    statistics = measured.value;
    return ok(undefined);
  };

  const step = async (): Promise<void> => {
    const began = performance.now();
    const measured = await measure();
    if (!measured.ok)
      log.warn('what is stored could not be measured; the last measure stays in use', {
        reason: measured.failure.message,
      });
    if (!isWatching) return;
    timer = setTimeout(run, Math.max(intervalMs, 100 * (performance.now() - began))).unref();
  };

  const run = (): void => {
    running = step().catch((error: unknown) => log.error('measuring what is stored failed', { error }));
  };

  return {
    current: () => statistics,
    measure,
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
