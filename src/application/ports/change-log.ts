import type { ChangeSummary } from '../../domain/change-log/summarize-change.js';
import type { Result } from '../../domain/result.js';
import type { Actor } from './audit-log.js';

/**
 * The log of all writes of documents. Writes pass their entries in `WriteWork.change`: an acknowledged write has its
 * entry, a write that is refused or taken back has none, and neither has a write that finds no version to change.
 *
 * Positions grow with every entry that a reader can see. An entry gets its position after its write is committed, so a
 * reader that goes on after a position never misses an entry whose transaction was still open. Entries of one document
 * have the order of its writes.
 */
export interface ChangeLog {
  /**
   * Returns what names this log: positions mean nothing in a log with another name. It is the same for all who use the database,
   * and differs after a restore or a switch to a copy, as far as the database can tell.
   */
  identity(): Promise<Result<string>>;
  /** Returns the entries after a position, oldest first, at most `limit`. */
  read(after: number, limit: number): Promise<Result<readonly LoggedChange[]>>;
  /** Returns the position before the oldest entry that is kept: a reader that is behind it may have missed entries. */
  start(): Promise<Result<number>>;
  /**
   * Returns the position of the newest entry that can be read; 0 if there was never one. Entries that were committed beside a
   * write that is still open may come after it.
   */
  end(): Promise<Result<number>>;
  /**
   * Removes the oldest entries from before `before` (ISO 8601) up to the position `upTo`, at most `limit`. Returns how
   * many were removed, and the last of their positions.
   */
  prune(before: string, upTo: number, limit: number): Promise<Result<Pruned>>;
}

/** An entry of a write that is about to be made. */
export interface ChangeEntry extends ChangeSummary {
  /** ISO 8601 in UTC with milliseconds, from the clock of the writing server. */
  readonly at: string;
  readonly actor: Omit<Actor, 'origin'>;
}

export interface LoggedChange extends ChangeEntry {
  readonly position: number;
  /** The same for all writes of one transaction. */
  readonly transaction: string;
}

export interface Pruned {
  readonly removed: number;
  /** 0 if nothing was removed. */
  readonly last: number;
}
