import { postgresUrl, wrongTls } from './postgres-url.js';
import * as t from 'io-ts';
import { codec } from './config-codec.js';

/** Codecs of values, from the environment (texts) or from config files. */

/** A whole number from `low` to `high`, also as text, because `env('PORT', 1337)` returns either. */
export const whole =
  (low: number, high: number) =>
  (raw: unknown): number | undefined => {
    const number = typeof raw === 'string' && /^\d{1,16}$/.test(raw) ? Number(raw) : raw;
    return typeof number === 'number' && Number.isInteger(number) && number >= low && number <= high
      ? number
      : undefined;
  };

const matching =
  (pattern: RegExp) =>
  (raw: unknown): string | undefined =>
    typeof raw === 'string' && pattern.test(raw) ? raw : undefined;

/** setTimeout and PostgreSQL are both limited to 31 bits. */
const largest = 2 ** 31 - 1;

/** About 23 days: what is added to a time limit, to wait a little longer than another, still fits into 31 bits. */
const longestMs = 2_000_000_000;

export const Port = codec('a port from 0 to 65535', whole(0, 65535));
export const Count = codec(`a whole number from 1 to ${largest}`, whole(1, largest));
export const CountOrNone = codec(`a whole number from 0 (no limit) to ${largest}`, whole(0, largest));
export const Milliseconds = codec(
  `a whole number of milliseconds from 1 to ${longestMs}`,
  whole(1, longestMs),
);
export const MillisecondsOrNone = codec(
  `a whole number of milliseconds from 0 (no limit) to ${longestMs}`,
  whole(0, longestMs),
);
export const Decoders = codec('a whole number from 1 to 16', whole(1, 16));
/** The schema of users limits passwords to 6 to 256 characters. */
export const PasswordLength = codec('a whole number from 6 to 256', whole(6, 256));
export const PoolSize = codec('a whole number from 1 to 1000', whole(1, 1000));
export const Host = codec('a host name or an address', matching(/^[^\s/]+$/));
export const Text = codec('a text that is not empty', matching(/\S/));
export const Secret = codec('a text that is not empty (secret)', matching(/\S/));
export const Prefix = codec('a path such as "/api", or "" for none', matching(/^(\/[A-Za-z0-9._~-]+)*$/));

/** Up to the largest integer that a number holds exactly. */
export const Bytes = codec(
  `a whole number of bytes from 1 to ${Number.MAX_SAFE_INTEGER}`,
  whole(1, Number.MAX_SAFE_INTEGER),
);

export const Names = codec('a list of names', (raw) =>
  Array.isArray(raw) && raw.every((name) => typeof name === 'string' && name !== '')
    ? (raw as readonly string[])
    : undefined,
);

/** Returns the sum of amounts of `units`, or undefined. */
const inUnits = (
  amounts: readonly (readonly [string, unknown])[],
  units: Readonly<Record<string, number>>,
) => {
  const total = amounts.reduce((sum, [unit, amount]) => sum + Number(amount) * (units[unit] ?? NaN), 0);
  return Number.isInteger(total) && total > 0 && total <= largest ? total : undefined;
};

const milliseconds = { sec: 1000, min: 60_000, hour: 3_600_000, day: 86_400_000 };

export const Interval = codec('a whole number of milliseconds, or such as { min: 5 }', (raw) => {
  if (!t.UnknownRecord.is(raw) || Array.isArray(raw)) return whole(1, largest)(raw);
  const amounts = Object.entries(raw);
  return amounts.every(([, amount]) => typeof amount === 'number')
    ? inUnits(amounts, milliseconds)
    : undefined;
});

const seconds = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_557_600 };

/** In seconds, in the syntax of jsonwebtoken. */
export const Duration = codec('a whole number of seconds, or such as "7d", "12h" or "30m"', (raw) => {
  const [, amount, unit = ''] = (typeof raw === 'string' && /^(\d{1,6}) ?([smhdwy])$/.exec(raw)) || [];
  return amount === undefined ? whole(1, largest)(raw) : inUnits([[unit, amount]], seconds);
});

const yes: ReadonlySet<unknown> = new Set([true, 'true', '1', 'on']);
const no: ReadonlySet<unknown> = new Set([false, 'false', '0', 'off']);

export const Flag = codec('true or false', (raw) => (yes.has(raw) ? true : no.has(raw) ? false : undefined));

export const PublicUrl = codec('a URL such as "https://content.example.org", or ""', (raw) => {
  if (raw === '') return raw;
  const url = typeof raw === 'string' && URL.canParse(raw) ? new URL(raw) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? String(raw) : undefined;
});

export const MailUrl = codec('smtp://user:password@host:port, or smtps://… (secret)', (raw) =>
  typeof raw === 'string' && /^smtps?:\/\/[^/]+$/.test(raw) && URL.canParse(raw) ? raw : undefined,
);

/** The address of a PostgreSQL that is reached without a pooler. */
export const DirectUrl = codec('postgres://user:password@host:port/database (secret)', postgresUrl, wrongTls);

const listed = (raw: unknown): unknown =>
  typeof raw === 'string' ? raw.split(',').map((one) => one.trim()) : raw;

/** Addresses of PostgreSQL, as a list or with commas between. A comma within an address would be `%2C`. */
export const ReplicaUrls = codec(
  'addresses such as postgres://user:password@host:port/database, with commas between (secret)',
  (raw) => {
    const all = listed(raw);
    if (!Array.isArray(all)) return undefined;
    const urls = all.filter((one) => one !== '').map(postgresUrl);
    return urls.includes(undefined) ? undefined : [...new Set(urls as readonly string[])];
  },
  (raw) => {
    const all = listed(raw);
    return Array.isArray(all) ? all.map(wrongTls).find((wrong) => wrong !== undefined) : undefined;
  },
);

/** The URL may have several hosts, which `URL` does not parse. */
const mongo = /^mongodb(\+srv)?:\/\/[^/?#]+\/[^/?#]+(\?|$)/;

const serverUrl = (raw: unknown): string | undefined =>
  typeof raw === 'string' && mongo.test(raw) ? raw : postgresUrl(raw);

const wrongUrl = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^mongodb(\+srv)?:/.test(raw)
    ? 'must name the database too: mongodb://user:password@host:port/database'
    : wrongTls(raw);

/** The address of a database that outlives this process. */
export const ServerUrl = codec(
  'postgres://user:password@host:port/database or mongodb://user:password@host:port/database (secret)',
  serverUrl,
  wrongUrl,
);

export const DatabaseUrl = codec(
  'postgres://user:password@host:port/database, mongodb://user:password@host:port/database, or memory: (secret)',
  (raw) => (typeof raw === 'string' && raw.startsWith('memory:') ? raw : serverUrl(raw)),
  wrongUrl,
);
