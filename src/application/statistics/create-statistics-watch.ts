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

/** The writes in one locale of a type since the last measure, and after how many of them it is measured. */
interface Written {
  readonly type: Uid;
  writes: number;
  limit: number;
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
  const written = new Map<string, Written>();
  const hasGrown = ({ writes, limit }: Written): boolean => writes >= limit;
  const writtenIn = ({ type, locale }: Pick<ChangeEntry, 'type' | 'locale'>): Written => {
    const key = `${type} ${locale}`;
    const known = written.get(key) ?? { type, writes: 0, limit: fewWrites };
    written.set(key, known);
    return known;
  };

  const measure = async (): Promise<Result<void>> => {
    const grown = [...written.values()].filter(hasGrown);
    for (const one of grown) one.writes = 0;
    const measured = await store.measure(new Set(grown.map(({ type }) => type)));
    if (!measured.ok) return measured;
    statistics = measured.value;
    for (const one of grown) one.limit = Math.max(fewWrites, statistics.versions.get(one.type) ?? 0);
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
      const places = changes.map(writtenIn);
      for (const place of places) place.writes += 1;
      if (places.some(hasGrown)) repeated.wake();
    },
    keeps(types) {
      if (types > (statistics.keptTotals?.size ?? 0)) repeated.wake();
    },
    ...repeated,
  };
}
