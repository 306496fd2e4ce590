import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateCounts } from '../../application/ports/rate-counts.js';
import { ok } from '../../domain/result.js';

/** Counts in the memory of this process. */
export function createLocalRateCounts(): Pick<RateCounts, 'count'> {
  // The points and the duration here are placeholders: `penalty` only counts, in a window of its own length.
  const limiter = new RateLimiterMemory({ points: 1, duration: 1 });
  return {
    async count(key, windowMs) {
      const window = { customDuration: windowMs / 1000 };
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, 1, window);
      return ok({ count: consumedPoints, endsInMs: msBeforeNext });
    },
  };
}
