import type { LoggedChange } from '../ports/change-log.js';

/**
 * Something that follows the writes of documents. It gets each entry of the change log at least once, and the entries of one
 * document in their order. One server at a time works for it.
 */
export interface Follower {
  /** Names its place in the log, for ever: a follower with another name begins anew. */
  readonly name: string;
  /**
   * Handles entries, oldest first. If it rejects, the same entries come again, one by one. `lost` is aborted when another
   * server may have taken over: what it does from then on may be done twice.
   */
  handle(entries: readonly LoggedChange[], lost: AbortSignal): Promise<void>;
  /** Where a new follower begins: after the newest entry (`end`, the default), or with the oldest that is kept. */
  readonly from?: 'start' | 'end';
  /** The most entries of one call; 500 by default. */
  readonly batchSize?: number;
  /** How long after a write it begins, so that it handles several together; 20 by default. */
  readonly delayMs?: number;
}

export interface FollowerTimes {
  /** How long the lease of a server lasts that does not renew it. */
  readonly leaseMs: number;
  /** How often a follower without entries looks for new ones. */
  readonly pollMs: number;
  /** The pause after the first failure; it doubles with each further one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** How often an entry is tried before it is set aside. */
  readonly tries: number;
}

/** With these, another server takes over within 8 seconds, and an entry is set aside after about 8 minutes. */
export const defaultFollowerTimes: FollowerTimes = {
  leaseMs: 6_000,
  pollMs: 1_000,
  firstPauseMs: 1_000,
  longestPauseMs: 300_000,
  tries: 10,
};

/** While as many entries are set aside, the next one that fails is tried until it is handled or skipped. */
export const mostSetAside = 100;
