import { err, ok, type Result } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { RateCounts } from '../ports/rate-counts.js';
import { tooManyRequests } from './failures.js';

/** Limits how often the password of one account is tried, on all servers together. */
export interface Attempts {
  /** Counts one attempt to change one's own account. Fails with `POLICY.TOO_MANY` if there were too many. */
  takeOwn(documentId: string): Promise<Result<void>>;
  /** Counts one mail that anybody can ask for, whether or not an account has the name. Fails with `POLICY.TOO_MANY`. */
  takeMail(name: string): Promise<Result<void>>;
  /**
   * Counts one attempt to sign in, whether or not an account has the name. Attempts of a client that has signed in with the
   * name before have a count of their own; those of all others together have one. Fails with `POLICY.TOO_MANY`.
   */
  takeSignIn(name: string, client: string | null): Promise<Result<SignInAttempt>>;
  /** Ends the windows of an account whose password was reset, and remembers the client. */
  reset(account: AttemptedAccount, client: string | null): Promise<void>;
}

export interface SignInAttempt {
  /** Ends the window in which the attempt counted, and remembers its client for the names of the account. */
  succeeded(names: readonly string[]): Promise<void>;
}

export interface AttemptedAccount {
  readonly documentId: string;
  readonly names: readonly string[];
}

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

/** How long a client is remembered after it last signed in. */
const rememberedMs = 90 * 24 * 3_600_000;

export function createAttempts({ counts, keyedHash, limit, log }: AttemptsDependencies): Attempts {
  const { max, windowMs } = limit;
  /** Usernames are looked up in this form too, so spellings of one name share its count. */
  const keyOf = (kind: string, name: string): string =>
    `${kind} ${keyedHash(name.normalize('NFKC').toLowerCase())}`;
  /** A client contains no line break, so no other client and name have the same key. */
  const keyFrom = (kind: 'sign-in from' | 'known', name: string, client: string): string =>
    keyOf(kind, `${client}\n${name}`);
  const take = async (key: string): Promise<Result<void>> => {
    const counted = await counts.count(key, windowMs);
    // Without the database no password could be compared either.
    if (!counted.ok) return counted;
    return counted.value.count > max ? err(tooManyRequests(counted.value)) : ok(undefined);
  };
  const forget = async (keys: readonly string[]): Promise<void> => {
    const forgotten = await counts.forget(keys);
    if (!forgotten.ok)
      log.warn('attempts of a sign-in are still counted', { reason: forgotten.failure.message });
  };
  /** Ends the windows with these keys, and begins anew to remember the client. */
  const restart = async (
    keys: readonly string[],
    names: readonly string[],
    client: string | null,
  ): Promise<void> => {
    const known = client === null ? [] : [...new Set(names.map((name) => keyFrom('known', name, client)))];
    await forget([...keys, ...known]);
    await Promise.all(known.map((key) => counts.count(key, rememberedMs)));
  };
  const keysFor =
    (isKnown: boolean, client: string | null) =>
    (name: string): string =>
      isKnown && client !== null ? keyFrom('sign-in from', name, client) : keyOf('sign-in', name);
  return {
    takeOwn: async (documentId) => (max === 0 ? ok(undefined) : take(keyOf('own', documentId))),
    takeMail: async (name) => (max === 0 ? ok(undefined) : take(keyOf('mail', name))),
    async takeSignIn(name, client) {
      if (max === 0) return ok({ succeeded: async () => {} });
      const known = client === null ? ok(false) : await counts.isOpen(keyFrom('known', name, client));
      if (!known.ok) return known;
      const keyFor = keysFor(known.value, client);
      const taken = await take(keyFor(name));
      if (!taken.ok) return taken;
      return ok({ succeeded: (names) => restart([...names, name].map(keyFor), [...names, name], client) });
    },
    async reset({ documentId, names }, client) {
      if (max === 0) return;
      const ofNames = names.flatMap((name) => [keyOf('sign-in', name), keyOf('mail', name)]);
      const windows = [keyOf('own', documentId), ...ofNames];
      const own = client === null ? [] : names.map((name) => keyFrom('sign-in from', name, client));
      await restart([...windows, ...own], names, client);
    },
  };
}
