import { codec, withoutEffect } from './config-codec.js';
import { Duration, Flag, Secret, Text } from './setting-codecs.js';
import { described, setting } from './setting.js';

const Management = codec('"legacy-support" or "refresh"', (raw) =>
  raw === 'legacy-support' || raw === 'refresh' ? raw : undefined,
);
const CookieName = codec('letters, digits, _ and -', (raw) =>
  typeof raw === 'string' && /^[\w-]{1,100}$/.test(raw) ? raw : undefined,
);
const CookiePath = codec('a path such as "/"', (raw) =>
  typeof raw === 'string' && /^\/[\w./~-]*$/.test(raw) ? raw : undefined,
);
const CookieDomain = codec('a domain such as "example.org"', (raw) =>
  typeof raw === 'string' && /^\.?[a-z0-9.-]+$/i.test(raw) ? raw : undefined,
);
const sites = ['strict', 'lax', 'none'] as const;
const SameSite = codec('"strict", "lax" or "none"', (raw) => sites.find((site) => site === raw));

/** Clients depend on the name of this cookie. */
export const defaultCookie = { name: 'strapi_up_refresh', path: '/', sameSite: 'lax' } as const;

const day = 86_400;

export const defaultSeconds = {
  expiresIn: 7 * day,
  accessTokenLifespan: 1800,
  maxRefreshTokenLifespan: 30 * day,
  idleRefreshTokenLifespan: 7 * day,
};

const usersKey = 'plugins.users-permissions.config';

/** Sessions and their refresh tokens. */
export const sessionSettings = {
  jwtSecret: setting(
    'JWT_SECRET',
    `${usersKey}.jwtSecret`,
    Secret,
    described('made once and kept in .quire/; production has to set it'),
    'The secret that sessions of users are signed with, the same for all servers (docs/accounts.md)',
  ),
  jwtIssuer: setting(null, `${usersKey}.jwt.issuer`, Text, 'quire', 'Who issues sessions'),
  jwtAudience: setting(null, `${usersKey}.jwt.audience`, Text, 'quire', 'Whom sessions are for'),
  expiresIn: setting(
    null,
    `${usersKey}.jwt.expiresIn`,
    Duration,
    described(String(defaultSeconds.expiresIn)),
    'Seconds that sessions last that are not refreshed; texts such as 7d, 12h or 30m do too, here and below',
  ),
  management: setting(
    null,
    `${usersKey}.jwtManagement`,
    Management,
    'legacy-support',
    'refresh gives short sessions with refresh tokens (docs/accounts.md)',
  ),
  accessTokenLifespan: setting(
    null,
    `${usersKey}.sessions.accessTokenLifespan`,
    Duration,
    described(String(defaultSeconds.accessTokenLifespan)),
    'Seconds that sessions last that are refreshed',
  ),
  maxRefreshTokenLifespan: setting(
    null,
    `${usersKey}.sessions.maxRefreshTokenLifespan`,
    Duration,
    described(String(defaultSeconds.maxRefreshTokenLifespan)),
    'Seconds after the sign-in in which they can be refreshed',
  ),
  idleRefreshTokenLifespan: setting(
    null,
    `${usersKey}.sessions.idleRefreshTokenLifespan`,
    Duration,
    described(String(defaultSeconds.idleRefreshTokenLifespan)),
    'Seconds after the last refresh in which they can be refreshed again',
  ),
  httpOnly: setting(
    null,
    `${usersKey}.sessions.httpOnly`,
    Flag,
    described('false'),
    'Whether refresh tokens are sent in a cookie',
  ),
  cookie: {
    name: setting(
      null,
      `${usersKey}.sessions.cookie.name`,
      CookieName,
      described(defaultCookie.name),
      'Its name',
    ),
    path: setting(
      null,
      `${usersKey}.sessions.cookie.path`,
      CookiePath,
      described(defaultCookie.path),
      'Its path',
    ),
    domain: setting(
      null,
      `${usersKey}.sessions.cookie.domain`,
      CookieDomain,
      described('none'),
      'Its domain',
    ),
    sameSite: setting(
      null,
      `${usersKey}.sessions.cookie.sameSite`,
      SameSite,
      described(defaultCookie.sameSite),
      'Which sites send it: strict, lax or none',
    ),
    secure: setting(
      null,
      `${usersKey}.sessions.cookie.secure`,
      Flag,
      described('true in production, and with sameSite none'),
      'Whether it is sent over https only',
    ),
  },
};

const instead = 'see maxRefreshTokenLifespan and idleRefreshTokenLifespan';

export const otherSessionKeys = {
  [`${usersKey}.jwt.algorithm`]: withoutEffect('sessions are signed with HS256', 'HS256'),
  [`${usersKey}.sessions.maxSessionLifespan`]: withoutEffect(instead),
  [`${usersKey}.sessions.idleSessionLifespan`]: withoutEffect(instead),
  [`${usersKey}.sessions.cookie.maxAge`]: withoutEffect(
    'it is kept for as long as the refresh token is good',
  ),
};
