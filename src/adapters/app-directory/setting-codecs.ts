import { setting } from './config-section.js';

/** Values of settings, from the environment (texts) or from config files. */

/** A whole number from `low` to `high`, also as text: `env('PORT', 1337)` gives either. */
const whole =
  (low: number, high: number) =>
  (raw: unknown): number | undefined => {
    const number = typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : raw;
    return typeof number === 'number' && Number.isInteger(number) && number >= low && number <= high
      ? number
      : undefined;
  };

const matching =
  (pattern: RegExp) =>
  (raw: unknown): string | undefined =>
    typeof raw === 'string' && pattern.test(raw) ? raw : undefined;

/** setTimeout and PostgreSQL both hold 31 bits. */
const largest = 2 ** 31 - 1;

export const Port = setting('a port from 0 to 65535', whole(0, 65535));
export const Count = setting('a whole number from 1 on', whole(1, largest));
export const CountOrNone = setting('a whole number, 0 for no limit', whole(0, largest));
export const Milliseconds = setting('a whole number of milliseconds, 0 for no limit', whole(0, largest));
export const Decoders = setting('a whole number from 1 to 16', whole(1, 16));
/** Of the schema of users: passwords have 6 to 256 characters at any rate. */
export const PasswordLength = setting('a whole number from 6 to 256', whole(6, 256));
export const PoolSize = setting('a whole number from 1 to 1000', whole(1, 1000));
export const Host = setting('a host name or an address', matching(/^[^\s/]+$/));
export const Text = setting('a text that is not empty', matching(/\S/));
export const Secret = setting('a text that is not empty (secret)', matching(/\S/));
export const Prefix = setting('a path such as "/api", or "" for none', matching(/^(\/[A-Za-z0-9._~-]+)*$/));

const yes: ReadonlySet<unknown> = new Set([true, 'true', '1', 'on']);
const no: ReadonlySet<unknown> = new Set([false, 'false', '0', 'off']);

export const Flag = setting('true or false', (raw) =>
  yes.has(raw) ? true : no.has(raw) ? false : undefined,
);

export const PublicUrl = setting('a URL such as "https://content.example.org", or ""', (raw) => {
  if (raw === '') return raw;
  const url = typeof raw === 'string' && URL.canParse(raw) ? new URL(raw) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? String(raw) : undefined;
});

export const MailUrl = setting('smtp://user:password@host:port, or smtps://… (secret)', (raw) =>
  typeof raw === 'string' && /^smtps?:\/\/[^/]+$/.test(raw) && URL.canParse(raw) ? raw : undefined,
);

const databases: ReadonlySet<string> = new Set(['postgres:', 'postgresql:', 'memory:']);

/** Several hosts may stand in it, which is more than a URL can have. */
const mongo = /^mongodb(\+srv)?:\/\/[^/?#]+\/[^/?#]+(\?|$)/;

export const DatabaseUrl = setting(
  'postgres://user:password@host:port/database, mongodb://user:password@host:port/database, or memory: (secret)',
  (raw) => {
    if (typeof raw !== 'string') return undefined;
    if (mongo.test(raw)) return raw;
    return URL.canParse(raw) && databases.has(new URL(raw).protocol) ? raw : undefined;
  },
  (raw) =>
    typeof raw === 'string' && /^mongodb(\+srv)?:/.test(raw)
      ? 'must name the database too: mongodb://user:password@host:port/database'
      : undefined,
);
