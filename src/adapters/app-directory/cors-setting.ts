import type * as t from 'io-ts';
import { codec, decode, section, type Decoded, type InvalidSetting } from './config-codec.js';
import { Flag } from './setting-codecs.js';

/** The pages of other origins from which browsers may use the API. */
export interface CorsConfig {
  /** For example `https://shop.example.org`; null: any. */
  readonly origins: readonly string[] | null;
  /** Whether browsers send cookies, and let pages read the answers to such requests. */
  readonly credentials: boolean;
  /** Allowed request headers; null: any. */
  readonly headers: readonly string[] | null;
}

const listOf = (raw: unknown): readonly unknown[] =>
  typeof raw === 'string' ? raw.split(',').map((part) => part.trim()) : Array.isArray(raw) ? raw : [];

const isOrigin = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** A codec for a list, or a text with commas; `*` is any. */
const listSetting = (expected: string, isOne: (one: unknown) => one is string) =>
  codec(expected, (raw) => {
    const list = listOf(raw);
    if (list.length === 1 && list[0] === '*') return 'any' as const;
    return list.length > 0 && list.every(isOne) ? list : undefined;
  });

export const Origins = listSetting(
  'origins such as "https://shop.example.org", with commas between them, or "*"',
  isOrigin,
);
export const Headers = listSetting(
  'names of headers, with commas between them, or "*"',
  (one): one is string => typeof one === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(one),
);

const Cors = section({ origins: Origins, credentials: Flag, headers: Headers });

export type CorsSection = t.TypeOf<typeof Cors>;

const strapiKeys: Readonly<Record<string, keyof CorsSection>> = {
  origin: 'origins',
  credentials: 'credentials',
  headers: 'headers',
};

/** Decodes the options of `strapi::cors` under the names of `server.cors`, and lists those that have no effect. */
export function decodeStrapiCors(
  config: Readonly<Record<string, unknown>>,
): Decoded<{ readonly cors: CorsSection; readonly unread: readonly string[] }> {
  const refusals: InvalidSetting[] = [];
  const unread: string[] = [];
  const cors: CorsSection = {};
  for (const [name, value] of Object.entries(config)) {
    const key = Object.hasOwn(strapiKeys, name) ? strapiKeys[name] : undefined;
    if (key === undefined) unread.push(name);
    else if (typeof value === 'function')
      refusals.push({ path: name, message: 'must not be a function: write its result as a list' });
    else {
      const decoded = decode(Cors, { [key]: isAny(key, value) ? '*' : value });
      refusals.push(...decoded.refusals.map(({ message }) => ({ path: name, message })));
      Object.assign(cors, decoded.value);
    }
  }
  if (cors.credentials === true && !Array.isArray(cors.origins)) unread.push('credentials');
  return { refusals, value: { cors, unread } };
}

/** `*` in a list and `true` also stand for any. */
const isAny = (key: string, value: unknown): boolean =>
  key !== 'credentials' && (value === true || listOf(value).includes('*'));

/**
 * Combines the settings with `strapi::cors`, which has lower priority. Projects of Strapi often have credentials with
 * any origin there, which means no credentials here: a warning instead of a refusal.
 */
export function corsConfig(said: CorsSection, strapi: CorsSection): CorsConfig {
  const origins = orNull(said.origins ?? strapi.origins ?? 'any');
  return {
    origins,
    credentials: said.credentials ?? (origins !== null && strapi.credentials === true),
    headers: orNull(said.headers ?? strapi.headers ?? 'any'),
  };
}

const orNull = (list: readonly string[] | 'any'): readonly string[] | null => (list === 'any' ? null : list);

/** With credentials for any origin, every page could act as the user of the browser. */
export const refusalsOfCors = ({ origins, credentials }: CorsConfig): readonly InvalidSetting[] =>
  credentials && origins === null
    ? [{ path: 'CORS_CREDENTIALS', message: 'needs CORS_ORIGINS (server.cors.origins) to name the origins' }]
    : [];
