import { expect } from 'chai';
import { createAttempts } from '../../../../src/application/accounts/attempts.js';
import { withGrowingDelays } from '../../../../src/application/accounts/growing-delays.js';
import type { RateCounts } from '../../../../src/application/ports/rate-counts.js';
import { ok } from '../../../../src/domain/result.js';

/** Counts in windows of a clock that the test sets. */
function countsAt(clock: { now: number }): RateCounts {
  const windows = new Map<string, { count: number; end: number }>();
  const open = (key: string) => {
    const found = windows.get(key);
    return found !== undefined && found.end > clock.now ? found : undefined;
  };
  return {
    async count(key, windowMs) {
      const window = open(key) ?? { count: 0, end: clock.now + windowMs };
      window.count += 1;
      windows.set(key, window);
      return ok({ count: window.count, endsInMs: window.end - clock.now });
    },
    isOpen: async (key) => ok(open(key) !== undefined),
    async forget(keys) {
      for (const key of keys) windows.delete(key);
      return ok(undefined);
    },
    sweep: async () => ok(0),
  };
}

describe('delays of failed attempts to sign in', () => {
  const clock = { now: 0 };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const counted = { counts: countsAt(clock), keyedHash: (text: string) => text };
  const limit = { max: 100, windowMs: 900_000 };
  const attempts = withGrowingDelays(createAttempts({ ...counted, limit, log }), { ...counted, limit });

  /** How long an attempt has to wait, in milliseconds. */
  const waitOf = async (client: string): Promise<unknown> => {
    const taken = await attempts.takeSignIn('ann', client);
    return taken.ok ? 0 : taken.failure.details?.['retryAfterMs'];
  };

  it('double for one account from one client, up to a minute, and hold nobody else up', async () => {
    for (let left = 3; left > 0; left -= 1) expect(await waitOf('a')).to.equal(0);
    const waits: unknown[] = [];
    for (let left = 8; left > 0; left -= 1) {
      const wait = await waitOf('a');
      waits.push(wait);
      clock.now += Number(wait);
      expect(await waitOf('a')).to.equal(0);
    }
    expect(waits).to.deep.equal([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(await waitOf('b')).to.equal(0);
  });

  it('end with a sign-in, and when another password is set', async () => {
    for (const end of ['sign-in', 'reset']) {
      clock.now += 60_000;
      const taken = await attempts.takeSignIn('ann', 'a');
      expect(await waitOf('a')).to.equal(60_000);
      if (end === 'reset') await attempts.reset({ documentId: 'x', names: ['ann'] }, 'a');
      else if (taken.ok) await taken.value.succeeded([]);
      expect(await waitOf('a')).to.equal(0);
      for (let left = 2; left > 0; left -= 1) await waitOf('a');
      for (let left = 7; left > 0; left -= 1) {
        clock.now += 60_000;
        await waitOf('a');
      }
    }
  });
});
