import { err, ok } from '../../domain/result.js';
import type { RateCounts } from '../ports/rate-counts.js';
import type { Attempts, AttemptsDependencies } from './attempts.js';
import { tooManyRequests } from './failures.js';

const freeAttempts = 3;
const longestMs = 60_000;

/** A second after the third failed attempt, then twice as long after each. */
const delayAfter = (attempts: number): number =>
  attempts < freeAttempts ? 0 : Math.min(longestMs, 1000 * 2 ** (attempts - freeAttempts));

/**
 * Lets one client wait longer and longer between its failed attempts to sign in to one account, whether or not the account
 * exists. Other clients do not wait for them, so nobody can keep somebody else out.
 */
export function withGrowingDelays(
  attempts: Attempts,
  { counts, keyedHash, limit }: Pick<AttemptsDependencies, 'counts' | 'keyedHash' | 'limit'>,
): Attempts {
  const keysOf = (name: string, client: string): readonly [failed: string, delay: string] => {
    const pair = keyedHash(`${client}\n${name.toLowerCase()}`);
    return [`sign-in failed ${pair}`, `sign-in delay ${pair}`];
  };
  return {
    ...attempts,
    async takeSignIn(name, client) {
      if (client === null || limit.max === 0) return attempts.takeSignIn(name, client);
      const keys = keysOf(name, client);
      const [failed, delay] = keys;
      const waits = await counts.isOpen(delay);
      if (!waits.ok) return waits;
      if (waits.value) return refuse(counts, delay);
      const taken = await attempts.takeSignIn(name, client);
      if (!taken.ok) return taken;
      // Counted as failed until it succeeds, so that attempts at the same time count too.
      const counted = await counts.count(failed, limit.windowMs);
      if (!counted.ok) return counted;
      const delayMs = delayAfter(counted.value.count);
      const begun = delayMs === 0 ? ok(undefined) : await counts.count(delay, delayMs);
      if (!begun.ok) return begun;
      return ok({
        async succeeded(names) {
          await counts.forget(keys);
          await taken.value.succeeded(names);
        },
      });
    },
    async reset(account, client) {
      if (client !== null) await counts.forget(account.names.flatMap((name) => keysOf(name, client)));
      await attempts.reset(account, client);
    },
  };
}

async function refuse(counts: RateCounts, delay: string) {
  // Counting does not make an open window longer, and says when it ends.
  const counted = await counts.count(delay, 1);
  return counted.ok ? err(tooManyRequests(counted.value)) : counted;
}
