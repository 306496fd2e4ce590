import type { RequestHandler } from 'express';
import type { RateLimit } from './create-rate-limit.js';

/** Each has a count of its own. */
const routes = [
  'local',
  'local/register',
  'change-password',
  'forgot-password',
  'reset-password',
  'send-email-confirmation',
  'email-confirmation',
  'refresh',
];

/** Takes no secret that could be guessed, and sends no mail. */
const free: ReadonlySet<string> = new Set(['logout']);

/** For the routes under `<prefix>/auth`, by what they are, however their path is written. Others share a count. */
export function limitAuthRoutes(rateLimit: RateLimit): RequestHandler {
  const guards = new Map(routes.map((route) => [route, rateLimit(`auth/${route}`)]));
  const others = rateLimit('auth/*');
  return (req, res, next) => {
    const route = req.path.replace(/^\/+|\/+$/g, '').toLowerCase();
    if (free.has(route)) return next();
    (guards.get(route) ?? others)(req, res, next);
  };
}
