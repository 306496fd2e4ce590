import type { NextFunction, Request, RequestHandler, Response } from 'express';
import {
  checkCount,
  type LimitedCount,
  type LimitedUseCase,
  type RateLimits,
} from '../../../../application/accounts/rate-limits.js';
import type { Result } from '../../../../domain/result.js';
import { clientAddress, clientNetwork } from '../../codec/client-address.js';
import { sendFailure } from '../send.js';

const useCases: ReadonlyMap<string, LimitedUseCase> = new Map([
  ['local', 'login'],
  ['local/register', 'register'],
  ['change-password', 'changePassword'],
  ['forgot-password', 'forgotPassword'],
  ['reset-password', 'resetPassword'],
  ['send-email-confirmation', 'sendConfirmation'],
  ['email-confirmation', 'confirmEmail'],
  ['refresh', 'refresh'],
]);

/** Limits the routes under `<prefix>/auth`. `logout` has no limit: it sends no mail, and nobody guesses the token of its cookie. */
export const limitAuthRoutes =
  (limits: RateLimits): RequestHandler =>
  (req, res, next) => {
    const route = routeOf(req);
    if (route === 'logout') return next();
    limit(limits, useCases.get(route) ?? 'redeem', req, res, next);
  };

/** Limits `PUT <prefix>/users/me`, which checks the current password. */
export const limitOwnChanges =
  (limits: RateLimits): RequestHandler =>
  (req, res, next) => {
    if (req.method !== 'PUT' || routeOf(req) !== 'me') return next();
    limit(limits, 'changeOwn', req, res, next);
  };

/** Returns the path below the mount point, in lower case and without outer slashes: all these spellings are one route. */
export const routeOf = ({ path }: Request): string => path.replace(/^\/+|\/+$/g, '').toLowerCase();

function limit(
  limits: RateLimits,
  useCase: LimitedUseCase,
  req: Request,
  res: Response,
  next: NextFunction,
): void {
  countUse(limits, useCase, req, res)
    .then((allowed) => {
      if (allowed.ok) next();
      else sendFailure(res, allowed.failure);
    })
    .catch(next);
}

/** Counts a request, and puts the count into the headers of its answer. Fails if there were too many. */
export async function countUse(
  limits: RateLimits,
  useCase: LimitedUseCase,
  req: Request,
  res: Response,
): Promise<Result<void>> {
  const counted = await limits.count(useCase, clientNetwork(clientAddress(req)));
  if (counted !== null) setHeaders(res, counted);
  return checkCount(counted);
}

function setHeaders(res: Response, { max, count, endsInMs }: LimitedCount): void {
  res.setHeader('X-RateLimit-Limit', max);
  res.setHeader('X-RateLimit-Remaining', Math.max(0, max - count));
  res.setHeader('X-RateLimit-Reset', Math.ceil((Date.now() + endsInMs) / 1000));
}
