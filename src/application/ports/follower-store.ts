import type { Result } from '../../domain/result.js';
import type { LoggedChange } from './change-log.js';

/** Where each follower of the change log is, and which process works for it. Leases use the clock of the database. */
export interface FollowerStore {
  /** Adds a follower that begins after `cursor`. One that exists is left as it is. */
  add(name: string, cursor: number): Promise<Result<void>>;
  /**
   * Takes or renews the lease of a follower for `leaseMs`. Returns null if another holder has it, or if there is no such
   * follower.
   */
  claim(name: string, holder: string, leaseMs: number): Promise<Result<FollowerRecord | null>>;
  /** Ends the lease if `holder` has it. */
  release(name: string, holder: string): Promise<Result<void>>;
  /**
   * Replaces the progress if the stored revision is that of `record`, and `holder` still has the lease; null: whoever has
   * it. Returns false otherwise.
   */
  save(record: FollowerRecord, progress: FollowerProgress, holder: string | null): Promise<Result<boolean>>;
  /** Returns all followers, by name. */
  list(): Promise<Result<readonly FollowerRecord[]>>;
  /** Removes a follower that no holder has. Returns whether there was one. */
  remove(name: string): Promise<Result<boolean>>;
}

export interface FollowerProgress {
  /** The position up to which entries are handled or set aside. */
  readonly cursor: number;
  /** How often the next entry has failed in a row. */
  readonly failures: number;
  /** ISO 8601; null: now. */
  readonly retryAt: string | null;
  /** The last failure; null once an entry was handled. */
  readonly error: string | null;
  /** Entries that failed too often, oldest first. */
  readonly aside: readonly SetAside[];
}

export interface SetAside {
  readonly entry: LoggedChange;
  readonly error: string;
  /** Whether it is to be handled again. */
  readonly retry: boolean;
}

export interface FollowerRecord extends FollowerProgress {
  readonly name: string;
  /** The process that works for it; null: none, or its lease has ended. */
  readonly holder: string | null;
  /** When a process last claimed it; ISO 8601. Null: never. */
  readonly seenAt: string | null;
  /** Grows with each `save`. */
  readonly revision: number;
}
