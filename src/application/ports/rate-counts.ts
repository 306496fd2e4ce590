import type { Result } from '../../domain/result.js';

/** Counts events by key, for all servers of one database, in windows timed by the database's clock. */
export interface RateCounts {
  /** Counts an event. The first event opens a window of `windowMs`; the first event after its end opens the next. */
  count(key: string, windowMs: number): Promise<Result<RateCount>>;
  /** Reports whether a window of the key is open. Counts nothing. */
  isOpen(key: string): Promise<Result<boolean>>;
  /** Ends the windows of these keys, so that the next count of each is 1. */
  forget(keys: readonly string[]): Promise<Result<void>>;
  /** Removes windows that have ended, at most `limit`. Returns the number removed. */
  sweep(limit: number): Promise<Result<number>>;
}

export interface RateCount {
  /** Events in the open window, including this one. */
  readonly count: number;
  readonly endsInMs: number;
}
