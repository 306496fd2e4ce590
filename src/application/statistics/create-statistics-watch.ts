import { nothingMeasured, type Statistics } from '../../domain/plan/statistics.js';
import { ok, type Result } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { StatisticsStore } from '../ports/statistics-store.js';
import { repeatedWork, type RepeatedWork } from '../repeated-work.js';

/** The latest statistics of a store, measured in the background. */
export interface StatisticsWatch extends RepeatedWork {
  current(): Statistics;
  /** Measures now. On failure the last measure stays in use. */
  measure(): Promise<Result<void>>;
}

const intervalMs = 60_000;

/** Repeated once a minute, or less often so that it takes at most a hundredth of the time. */
export function createStatisticsWatch(store: StatisticsStore, log: Log): StatisticsWatch {
  let statistics = nothingMeasured;
  let tookMs = 0;

  const measure = async (): Promise<Result<void>> => {
    const measured = await store.measure();
    if (!measured.ok) return measured;
    statistics = measured.value;
    return ok(undefined);
  };

  const repeated = repeatedWork({
    async step() {
      const began = performance.now();
      const measured = await measure();
      tookMs = performance.now() - began;
      if (!measured.ok)
        log.warn('what is stored could not be measured; the last measure stays in use', {
          reason: measured.failure.message,
        });
    },
    pauseMs: () => Math.max(intervalMs, 100 * tookMs),
    failed: (error) => log.error('measuring what is stored failed', { error }),
  });
  return { current: () => statistics, measure, ...repeated };
}
