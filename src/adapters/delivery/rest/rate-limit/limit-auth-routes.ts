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

/** What the path names, however it is written. */
const nameIn = (path: string): string => path.replace(/^\/+|\/+$/g, '').toLowerCase();

/** For the routes under `<prefix>/auth`, by what they are, however their path is written. Others share a count. */
export function limitAuthRoutes(rateLimit: RateLimit): RequestHandler {
  const guards = new Map(routes.map((route) => [route, rateLimit(`auth/${route}`)]));
  const others = rateLimit('auth/*');
  return (req, res, next) => {
    const route = nameIn(req.path);
    if (free.has(route)) return next();
    (guards.get(route) ?? others)(req, res, next);
  };
}

/** For those under `<prefix>/users`: whoever changes themselves says their password, which could be guessed. */
export function limitOwnChanges(rateLimit: RateLimit): RequestHandler {
  const guard = rateLimit('users/me');
  return (req, res, next) =>
    req.method === 'PUT' && nameIn(req.path) === 'me' ? guard(req, res, next) : next();
}
