import type { Footprint } from '../../domain/plan/footprint.js';
import type { Result } from '../../domain/result.js';
import type { Deadline } from './document-store.js';

/** A moment of the store, as far as a footprint goes. What it holds is the store's own. */
export interface Mark {
  readonly footprint: Footprint;
}

/**
 * Says whether a kept answer is still the answer: exactly, whoever has written, on whichever server, and whenever the
 * transaction of a write has begun. Works outside of units of work.
 */
export interface Freshness {
  /** Marks this moment, before a read. Null if writes to something of the footprint are not noted (yet). */
  mark(footprint: Footprint, deadline?: Deadline): Promise<Result<Mark | null>>;

  /**
   * Returns the same object if every read of the footprint that began after the mark was made has the same answer as one
   * that begins now; otherwise a mark of this moment, or null as `mark` does. Writes that were acknowledged before the
   * call count.
   */
  renew(mark: Mark, deadline?: Deadline): Promise<Result<Mark | null>>;

  /** Has all writes noted from now on, by whomever. Returns whether that is so of all tables; some may be in use. */
  watch(): Promise<Result<boolean>>;

  /** Removes notes that no mark needs any more. */
  fold(): Promise<Result<void>>;

  /** Ends the notes, unless a server has called `watch` within the last hour. */
  unwatch(): Promise<Result<void>>;
}
