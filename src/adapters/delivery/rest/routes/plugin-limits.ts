import type { AppParts } from '../../../../application/app-code/app-parts.js';
import type { Request } from 'express';
import type { LimitedUseCase, RateLimits } from '../../../../application/accounts/rate-limits.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { RequestContext } from '../../codec/request-context.js';
import { countUse } from '../accounts/limit-auth-routes.js';

/** Limits how often clients use the actions of accounts, however they reach them. */
export interface PluginLimits {
  /** Counts a request for a use case, once, however often its code calls the action. Fails if there were too many. */
  count(
    useCase: LimitedUseCase | undefined,
    context: Pick<RequestContext, 'req' | 'res'>,
  ): Promise<Result<void>>;
}

export function createPluginLimits(limits: RateLimits | undefined): PluginLimits {
  const counted = new WeakMap<Request, Set<string>>();
  return {
    async count(useCase, { req, res }) {
      if (useCase === undefined || limits === undefined) return ok(undefined);
      const uses = counted.get(req) ?? new Set();
      if (uses.has(useCase)) return ok(undefined);
      counted.set(req, uses.add(useCase));
      return countUse(limits, useCase, req, res);
    },
  };
}

const rateLimit = 'plugin::users-permissions.rateLimit';

/** The rate limit of accounts, which routes name as a middleware, is the server's own unless an extension has another. */
export function withoutRateLimit(middlewares: unknown, { middlewares: known }: AppParts) {
  if (!Array.isArray(middlewares) || known.has(rateLimit)) return { listed: middlewares, isLimited: false };
  const isLimit = (one: unknown): boolean =>
    one === rateLimit || (one as { readonly name?: unknown } | null)?.name === rateLimit;
  return { listed: middlewares.filter((one) => !isLimit(one)), isLimited: middlewares.some(isLimit) };
}
