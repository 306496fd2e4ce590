import type { RequestHandler, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from '../../../../application/ports/log.js';
import type { RateCounts } from '../../../../application/ports/rate-counts.js';
import { clientAddress, clientNetwork } from '../../codec/client-address.js';
import type { ErrorResponse } from '../failure-response.js';
import { sendError } from '../send.js';

export interface RateLimitOptions {
  readonly enabled: boolean;
  /** Milliseconds. */
  readonly interval: number;
  /** Requests of one address to one route in an interval. */
  readonly max: number;
}

export interface RateLimitDependencies extends RateLimitOptions {
  /** Shared by all servers of one database. */
  readonly counts: RateCounts;
  readonly log: Log;
}

/**
 * Makes the guard of a route. `route` names it: requests count by address and that name, so that no writing of the
 * path, no header and no body gives another count.
 */
export type RateLimit = (route: string) => RequestHandler;

export function createRateLimit(dependencies: RateLimitDependencies): RateLimit {
  if (!dependencies.enabled) return () => (_req, _res, next) => next();
  const take = createTake(dependencies);
  return (route) => (req, res, next) => {
    const key = `${clientNetwork(clientAddress(req))} ${route}`;
    take(key)
      .then((taken) => answer(res, dependencies.max, taken) && next())
      .catch(next);
  };
}

/** The state of a count, this request included. */
interface Taken {
  readonly count: number;
  readonly endsInMs: number;
}

/** Whether the request may go on. */
function answer(res: Response, max: number, { count, endsInMs }: Taken): boolean {
  const endsInSeconds = Math.max(1, Math.ceil(endsInMs / 1000));
  res.setHeader('X-RateLimit-Limit', max);
  res.setHeader('X-RateLimit-Remaining', Math.max(0, max - count));
  res.setHeader('X-RateLimit-Reset', Math.ceil((Date.now() + endsInMs) / 1000));
  if (count <= max) return true;
  sendError(res, { ...tooMany, headers: { 'Retry-After': String(endsInSeconds) } });
  return false;
}

const tooMany: ErrorResponse = {
  status: 429,
  name: 'RateLimitError',
  message: 'Too many requests, please try again later.',
  details: {},
};

/**
 * Counts here first: who is too often here alone needs no question to the database, and while that cannot be asked,
 * the count of this process decides.
 */
function createTake({ counts, interval, max, log }: RateLimitDependencies): (key: string) => Promise<Taken> {
  const own = new RateLimiterMemory({ points: max, duration: interval / 1000 });
  let reachable = true;
  const note = (answers: boolean, reason = ''): void => {
    if (answers !== reachable && answers) log.info('rate limits are shared again');
    if (answers !== reachable && !answers)
      log.warn('rate limits are not shared: each server counts for itself', { reason });
    reachable = answers;
  };
  return async (key) => {
    const here = await takeHere(own, key);
    if (here.count > max) return here;
    const shared = await counts.count(key, interval);
    note(shared.ok, shared.ok ? '' : shared.failure.message);
    return shared.ok ? shared.value : here;
  };
}

async function takeHere(own: RateLimiterMemory, key: string): Promise<Taken> {
  try {
    return takenOf(await own.consume(key));
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return takenOf(refused);
    throw refused;
  }
}

const takenOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Taken => ({
  count: consumedPoints,
  endsInMs: msBeforeNext,
});
