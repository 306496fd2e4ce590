import type { Result } from '../../domain/result.js';

/** Counts what comes too often, by key, for all servers of one database. Windows are timed by its clock. */
export interface RateCounts {
  /** Counts one more. The first opens a window of `windowMs`; the first after its end opens the next. */
  count(key: string, windowMs: number): Promise<Result<RateCount>>;
  /** Ends the windows of these keys: the next count of each is 1. */
  forget(keys: readonly string[]): Promise<Result<void>>;
  /** Forgets windows that have ended, `limit` at most. Answers how many. */
  sweep(limit: number): Promise<Result<number>>;
}

export interface RateCount {
  /** In the open window, this one included. */
  readonly count: number;
  readonly endsInMs: number;
}
