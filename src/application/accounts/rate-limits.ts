import { err, ok, type Result } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { RateCount, RateCounts } from '../ports/rate-counts.js';
import { tooManyRequests } from './failures.js';

/**
 * The use cases that check a secret, send mail or create an account. Each has its own count, whichever delivery the
 * request came through. `redeem` also counts requests to unknown routes under `auth`.
 */
export type LimitedUseCase =
  | 'login'
  | 'register'
  | 'redeem'
  | 'changeOwn'
  | 'changePassword'
  | 'forgotPassword'
  | 'resetPassword'
  | 'sendConfirmation'
  | 'confirmEmail'
  | 'refresh'
  | 'adminLogin'
  | 'adminCode'
  | 'adminForgot'
  | 'adminLink';

/** Limits how often one client uses these use cases, on all servers of one database together. */
export interface RateLimits {
  /** Counts one request. `client` is an IPv4 address or an IPv6 network. Returns null if limits are turned off. */
  count(useCase: LimitedUseCase, client: string): Promise<LimitedCount | null>;
}

/** The count in the open window, including this request, and the limit. */
export interface LimitedCount extends RateCount {
  readonly max: number;
}

/** Fails with `POLICY.TOO_MANY` if the count exceeds the limit. */
export const checkCount = (counted: LimitedCount | null): Result<void> =>
  counted !== null && counted.count > counted.max ? err(tooManyRequests(counted)) : ok(undefined);

export interface RateLimitsDependencies {
  readonly enabled: boolean;
  /** Requests of one client for one use case in a window. */
  readonly max: number;
  readonly windowMs: number;
  /** Counts of all servers of one database. */
  readonly shared: Pick<RateCounts, 'count'>;
  /** Counts of this process. */
  readonly local: Pick<RateCounts, 'count'>;
  readonly log: Log;
}

/**
 * Counts in this process first: a client that exceeds the limit here causes no query. While the database cannot be
 * reached, only the count of this process applies.
 */
export function createRateLimits(dependencies: RateLimitsDependencies): RateLimits {
  const { enabled, max, windowMs, shared, local, log } = dependencies;
  let reachable = true;
  const noteReachable = (counted: Result<RateCount>): void => {
    if (counted.ok && !reachable) log.info('rate limits are shared again');
    if (!counted.ok && reachable)
      log.warn('rate limits are not shared: each server counts for itself', {
        reason: counted.failure.message,
      });
    reachable = counted.ok;
  };
  return {
    async count(useCase, client) {
      if (!enabled) return null;
      const key = `${client} ${useCase}`;
      const here = await local.count(key, windowMs);
      if (here.ok && here.value.count > max) return { ...here.value, max };
      const everywhere = await shared.count(key, windowMs);
      noteReachable(everywhere);
      const counted = everywhere.ok ? everywhere : here;
      return counted.ok ? { ...counted.value, max } : null;
    },
  };
}
