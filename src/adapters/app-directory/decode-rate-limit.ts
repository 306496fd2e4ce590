import { isRight } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeSetting, section, setting, type Decoded } from './config-section.js';
import { Count, Flag } from './setting-codecs.js';
import { withoutEffect } from './without-effect.js';

/** How often an address may ask a route that checks a secret. */
export interface RateLimitConfig {
  readonly enabled: boolean;
  /** Milliseconds. */
  readonly interval: number;
  /** Requests of one address to one route in an interval. */
  readonly max: number;
}

const units: Readonly<Record<string, number>> = {
  sec: 1000,
  min: 60_000,
  hour: 60 * 60_000,
  day: 24 * 60 * 60_000,
};

/** Timers hold no more. */
const longest = 2 ** 31 - 1;

/** Existing projects write either. */
export const Interval = setting('a whole number of milliseconds, or such as { min: 5 }', (raw) => {
  const number = Count.decode(raw);
  if (isRight(number)) return number.right;
  if (!t.UnknownRecord.is(raw) || Array.isArray(raw)) return undefined;
  const parts = Object.entries(raw).map(([unit, amount]) =>
    Object.hasOwn(units, unit) && typeof amount === 'number' ? (units[unit] ?? NaN) * amount : NaN,
  );
  const sum = parts.reduce((total, part) => total + part, 0);
  return Number.isInteger(sum) && sum > 0 && sum <= longest ? sum : undefined;
});

const Settings = section({
  enabled: Flag,
  interval: Interval,
  max: Count,
  headers: withoutEffect('they come with every answer', true, 'true'),
  message: withoutEffect('clients know the one that there is'),
  prefixKey: withoutEffect('an address has a count for each route'),
});

export const rateLimitVariables = { RATE_LIMIT: Flag, RATE_LIMIT_INTERVAL: Count, RATE_LIMIT_MAX: Count };

type Set = t.TypeOf<ReturnType<typeof section<typeof rateLimitVariables>>>;

const place = ['users-permissions', 'config', 'ratelimit'];

/** Decodes the part of `config/plugins.js` that is about rate limits, in the words that existing projects have. */
export function decodeRateLimit(raw: unknown): Decoded<Partial<RateLimitConfig>> {
  let found = raw;
  for (const key of place) found = t.UnknownRecord.is(found) ? found[key] : undefined;
  if (found === undefined || found === null) return { value: {}, refusals: [] };
  const { value, refusals } = decodeSetting(Settings, found);
  const at = refusals.map(({ path, message }) => ({
    path: [...place, path].filter((key) => key !== '').join('.'),
    message,
  }));
  return value === undefined ? { refusals: at } : { value, refusals: at };
}

/** The environment first, the file second. */
export const combineRateLimit = (set: Set, file: Partial<RateLimitConfig>): RateLimitConfig => ({
  enabled: set.RATE_LIMIT ?? file.enabled ?? true,
  interval: set.RATE_LIMIT_INTERVAL ?? file.interval ?? 60_000,
  max: set.RATE_LIMIT_MAX ?? file.max ?? 10,
});
