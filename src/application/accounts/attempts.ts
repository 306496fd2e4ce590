import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { RateCounts } from '../ports/rate-counts.js';

/** Bounds how often the password of one account is tried, from whichever addresses and on whichever servers. */
export interface Attempts {
  /** Counts one attempt. `POLICY.TOO_MANY` where there have been too many in the open window. */
  take(kind: AttemptKind, name: string): Promise<Result<void>>;
  /** Ends the windows of these names. */
  forget(kind: AttemptKind, names: readonly string[]): Promise<void>;
}

/** `sign-in`: by identifier, whether there is such an account or not. `own`: by the documentId of who is signed in. */
export type AttemptKind = 'sign-in' | 'own';

export interface AttemptLimit {
  /** Attempts in a window; 0 for no limit. */
  readonly max: number;
  readonly windowMs: number;
}

export interface AttemptsDependencies {
  readonly counts: RateCounts;
  /** Keyed hash of a text: people may type a password by mistake. */
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
      // Without the database no password can be checked anyway.
      if (!counted.ok) return counted;
      return counted.value.count > max ? err(tooMany(counted.value.endsInMs)) : ok(undefined);
    },
    async forget(kind, names) {
      if (max === 0) return;
      const forgotten = await counts.forget(names.map((name) => keyOf(kind, name)));
      if (!forgotten.ok)
        log.warn('attempts of a sign-in are still counted', { reason: forgotten.failure.message });
    },
  };
}

/** The message is that of the limit by address. */
const tooMany = (retryAfterMs: number): Failure =>
  failure('POLICY.TOO_MANY', 'Too many requests, please try again later.', { retryAfterMs });
