import type * as t from 'io-ts';
import { decodeSetting, section, setting, type Decoded, type Refusal } from './config-section.js';
import { Flag } from './setting-codecs.js';

/** Which pages of other origins a browser lets use the API. */
export interface CorsConfig {
  /** Such as `https://shop.example.org`; null: any. */
  readonly origins: readonly string[] | null;
  /** Whether browsers send cookies along, and let pages read what is answered to them. */
  readonly credentials: boolean;
  /** Names of headers that requests may have; null: any. */
  readonly headers: readonly string[] | null;
}

const listOf = (raw: unknown): readonly unknown[] =>
  typeof raw === 'string' ? raw.split(',').map((part) => part.trim()) : Array.isArray(raw) ? raw : [];

const isOrigin = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** A list, or a text with commas; `*` is any. */
const listSetting = (expected: string, isOne: (one: unknown) => one is string) =>
  setting(expected, (raw) => {
    const list = listOf(raw);
    if (list.length === 1 && list[0] === '*') return 'any' as const;
    return list.length > 0 && list.every(isOne) ? list : undefined;
  });

const Origins = listSetting(
  'origins such as "https://shop.example.org", with commas between them, or "*"',
  isOrigin,
);
const Headers = listSetting(
  'names of headers, with commas between them, or "*"',
  (one): one is string => typeof one === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(one),
);

export const Cors = section({ origins: Origins, credentials: Flag, headers: Headers });

export const corsVariables = { CORS_ORIGINS: Origins, CORS_CREDENTIALS: Flag, CORS_HEADERS: Headers };

export type CorsSection = t.TypeOf<typeof Cors>;

const strapiKeys: Readonly<Record<string, keyof CorsSection>> = {
  origin: 'origins',
  credentials: 'credentials',
  headers: 'headers',
};

/** The options of `strapi::cors`, under the names of `server.cors`, and those that have no effect. */
export function decodeStrapiCors(
  config: Readonly<Record<string, unknown>>,
): Decoded<{ readonly cors: CorsSection; readonly unread: readonly string[] }> {
  const refusals: Refusal[] = [];
  const unread: string[] = [];
  const cors: CorsSection = {};
  for (const [name, value] of Object.entries(config)) {
    const key = Object.hasOwn(strapiKeys, name) ? strapiKeys[name] : undefined;
    if (key === undefined) unread.push(name);
    else if (typeof value === 'function')
      refusals.push({ path: name, message: 'must not be a function: write out what it answers' });
    else {
      const decoded = decodeSetting(Cors, { [key]: isAny(key, value) ? '*' : value });
      refusals.push(...decoded.refusals.map(({ message }) => ({ path: name, message })));
      Object.assign(cors, decoded.value);
    }
  }
  if (cors.credentials === true && !Array.isArray(cors.origins)) unread.push('credentials');
  return { refusals, value: { cors, unread } };
}

/** One `*` in a list is as good as alone; `true` is whoever comes. */
const isAny = (key: string, value: unknown): boolean =>
  key !== 'credentials' && (value === true || listOf(value).includes('*'));

type Set = t.TypeOf<ReturnType<typeof section<typeof corsVariables>>>;

/**
 * The environment first, `server.cors` second, `strapi::cors` third. Projects of Strapi often have credentials with any
 * origin, which is a warning there and not a refusal, as it means none here.
 */
export function combineCors(set: Set, server: CorsSection, strapi: CorsSection): CorsConfig {
  const origins = orNull(set.CORS_ORIGINS ?? server.origins ?? strapi.origins ?? 'any');
  const ofStrapi = origins !== null && strapi.credentials === true;
  return {
    origins,
    credentials: set.CORS_CREDENTIALS ?? server.credentials ?? ofStrapi,
    headers: orNull(set.CORS_HEADERS ?? server.headers ?? strapi.headers ?? 'any'),
  };
}

const orNull = (list: readonly string[] | 'any'): readonly string[] | null => (list === 'any' ? null : list);

/** Pages of any origin that may act as whoever uses the browser would be no protection at all. */
export const refusalsOfCors = ({ origins, credentials }: CorsConfig): readonly Refusal[] =>
  credentials && origins === null
    ? [{ path: 'CORS_CREDENTIALS', message: 'needs CORS_ORIGINS (server.cors.origins) to name the origins' }]
    : [];
