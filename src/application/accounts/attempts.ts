import { err, ok, type Result } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { RateCounts } from '../ports/rate-counts.js';
import { tooManyRequests } from './failures.js';

/** Limits how often the password of one account is tried, from all addresses and on all servers together. */
export interface Attempts {
  /** Counts one attempt. Fails with `POLICY.TOO_MANY` if it exceeds the limit of the open window. */
  take(kind: AttemptKind, name: string): Promise<Result<void>>;
  /** Ends the windows of these names. */
  forget(kind: AttemptKind, names: readonly string[]): Promise<void>;
}

/** `sign-in` counts by identifier, whether or not an account has it; `own` by the documentId of the signed-in user. */
export type AttemptKind = 'sign-in' | 'own';

export interface AttemptLimit {
  /** Attempts in a window; 0 for no limit. */
  readonly max: number;
  readonly windowMs: number;
}

export interface AttemptsDependencies {
  readonly counts: RateCounts;
  /** The store keeps only hashes, because people type passwords into the wrong field. */
  readonly keyedHash: (text: string) => string;
  readonly limit: AttemptLimit;
  readonly log: Log;
}

export function createAttempts({ counts, keyedHash, limit, log }: AttemptsDependencies): Attempts {
  const { max, windowMs } = limit;
  const keyOf = (kind: AttemptKind, name: string): string => `${kind} ${keyedHash(name.toLowerCase())}`;
  return {
    async take(kind, name) {
      if (max === 0) return ok(undefined);
      const counted = await counts.count(keyOf(kind, name), windowMs);
      // Without the database no password could be compared either.
      if (!counted.ok) return counted;
      return counted.value.count > max ? err(tooManyRequests(counted.value)) : ok(undefined);
    },
    async forget(kind, names) {
      if (max === 0) return;
      const forgotten = await counts.forget(names.map((name) => keyOf(kind, name)));
      if (!forgotten.ok)
        log.warn('attempts of a sign-in are still counted', { reason: forgotten.failure.message });
    },
  };
}
