import { decodeSetting, section, setting } from './config-section.js';
import { Count, Flag, Text } from './setting-codecs.js';
import { withoutEffect } from './without-effect.js';

const units: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_557_600,
};

/** As jsonwebtoken takes them: a number is of seconds. */
const Duration = setting('a whole number of seconds, or such as "7d", "12h" or "30m"', (raw) => {
  const { value } = decodeSetting(Count, raw);
  if (value !== undefined) return value;
  const [, amount, unit = ''] = (typeof raw === 'string' && /^(\d{1,6}) ?([smhdwy])$/.exec(raw)) || [];
  const seconds = Number(amount) * (units[unit] ?? Number.NaN);
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined;
});

/** The tokens that sessions are. */
export const Jwt = section({
  expiresIn: Duration,
  issuer: Text,
  audience: Text,
  algorithm: withoutEffect('sessions are signed with HS256', 'HS256'),
});

export const Management = setting('"legacy-support" or "refresh"', (raw) =>
  raw === 'legacy-support' || raw === 'refresh' ? raw : undefined,
);

const byRefreshing = 'see maxRefreshTokenLifespan and idleRefreshTokenLifespan';

const CookieName = setting('letters, digits, _ and -', (raw) =>
  typeof raw === 'string' && /^[\w-]{1,100}$/.test(raw) ? raw : undefined,
);
const CookiePath = setting('a path such as "/"', (raw) =>
  typeof raw === 'string' && /^\/[\w./~-]*$/.test(raw) ? raw : undefined,
);
const CookieDomain = setting('a domain such as "example.org"', (raw) =>
  typeof raw === 'string' && /^\.?[a-z0-9.-]+$/i.test(raw) ? raw : undefined,
);
const sites = ['strict', 'lax', 'none'] as const;
const SameSite = setting('"strict", "lax" or "none"', (raw) => sites.find((site) => site === raw));

/** Read with `httpOnly` only. */
const RefreshCookie = section({
  name: CookieName,
  path: CookiePath,
  domain: CookieDomain,
  sameSite: SameSite,
  secure: Flag,
  maxAge: withoutEffect('it is kept for as long as the refresh token is good'),
});

/** Sessions that are refreshed. */
export const Sessions = section({
  accessTokenLifespan: Duration,
  maxRefreshTokenLifespan: Duration,
  idleRefreshTokenLifespan: Duration,
  maxSessionLifespan: withoutEffect(byRefreshing),
  idleSessionLifespan: withoutEffect(byRefreshing),
  httpOnly: Flag,
  cookie: RefreshCookie,
});
