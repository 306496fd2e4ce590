import { nothingMeasured, type Statistics } from '../../domain/plan/statistics.js';
import { ok, type Result } from '../../domain/result.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Log } from '../ports/log.js';
import type { StatisticsStore } from '../ports/statistics-store.js';
import type { Uid } from '../../domain/schema/schema.js';
import { repeatedWork, type RepeatedWork } from '../repeated-work.js';

/** The latest statistics of a store, measured in the background. */
export interface StatisticsWatch extends RepeatedWork {
  current(): Statistics;
  /** Measures now. On failure the last measure stays in use. */
  measure(): Promise<Result<void>>;
  /** Notes writes that are committed. */
  wrote(changes: readonly Pick<ChangeEntry, 'type' | 'locale'>[]): void;
  /** Notes how many types have kept totals. */
  keeps(types: number): void;
}

const intervalMs = 60_000;
/** A type with fewer writes since the last measure has not grown: reads of so little are cheap however they are planned. */
const fewWrites = 1_000;

/**
 * Repeated once a minute, or less often so that it takes at most a hundredth of the time; and at once when a type has been
 * written as often as it has versions, because the plans of a small type are dear for a large one, or a thousand times in a
 * locale for the first time, because a locale that no measure has found is taken for an empty one; or when the totals of
 * more types are kept, because lists of so many documents would be refused if their totals had to be counted.
 */
export function createStatisticsWatch(store: StatisticsStore, log: Log): StatisticsWatch {
  let statistics = nothingMeasured;
  let tookMs = 0;
  /** Since the last measure that they asked for, by type. */
  const writes = new Map<string, number>();
  /** Since the start, by type and locale. */
  const writesInLocales = new Map<string, number>();
  const grown = new Set<Uid>();
  const limitOf = (type: Uid): number => Math.max(fewWrites, statistics.versions.get(type) ?? 0);

  const measure = async (): Promise<Result<void>> => {
    const types = new Set(grown);
    grown.clear();
    for (const type of types) writes.delete(type);
    const measured = await store.measure(types);
    if (!measured.ok) {
      for (const type of types) grown.add(type);
      return measured;
    }
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
  return {
    current: () => statistics,
    measure,
    wrote(changes) {
      for (const { type, locale } of changes) {
        const isNewLocale = counted(writesInLocales, `${type} ${locale}`) === fewWrites;
        if (counted(writes, type) >= limitOf(type) || isNewLocale) grown.add(type);
      }
      if (grown.size > 0) repeated.wake();
    },
    keeps(types) {
      if (types > (statistics.keptTotals?.size ?? 0)) repeated.wake();
    },
    ...repeated,
  };
}

function counted(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
