import { createRequire } from 'node:module';
import type rateLimiterFlexible from 'rate-limiter-flexible';
import type { RateCounts } from '../../application/ports/rate-counts.js';
import { ok } from '../../domain/result.js';

/** Counts in the memory of this process. */
export function createLocalRateCounts(): Pick<RateCounts, 'count'> {
  let limiter: rateLimiterFlexible.RateLimiterMemory | undefined;
  return {
    async count(key, windowMs) {
      limiter ??= createLimiter();
      const window = { customDuration: windowMs / 1000 };
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, 1, window);
      return ok({ count: consumedPoints, endsInMs: msBeforeNext });
    },
  };
}

/** Loads the package for the first count: it opens forty files, most of them for stores that nobody uses here. */
function createLimiter(): rateLimiterFlexible.RateLimiterMemory {
  const load = createRequire(import.meta.url);
  const { RateLimiterMemory } = load('rate-limiter-flexible') as typeof rateLimiterFlexible;
  // The points and the duration here are placeholders: `penalty` only counts, in a window of its own length.
  return new RateLimiterMemory({ points: 1, duration: 1 });
}
