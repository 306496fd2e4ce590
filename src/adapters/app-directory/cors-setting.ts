import type * as t from 'io-ts';
import { section, setting, type Refusal } from './config-section.js';
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

type Set = t.TypeOf<ReturnType<typeof section<typeof corsVariables>>>;

/** The environment first, the file second. */
export const combineCors = (set: Set, file: t.TypeOf<typeof Cors>): CorsConfig => ({
  origins: orNull(set.CORS_ORIGINS ?? file.origins ?? 'any'),
  credentials: set.CORS_CREDENTIALS ?? file.credentials ?? false,
  headers: orNull(set.CORS_HEADERS ?? file.headers ?? 'any'),
});

const orNull = (list: readonly string[] | 'any'): readonly string[] | null => (list === 'any' ? null : list);

/** Pages of any origin that may act as whoever uses the browser would be no protection at all. */
export const refusalsOfCors = ({ origins, credentials }: CorsConfig): readonly Refusal[] =>
  credentials && origins === null
    ? [{ path: 'CORS_CREDENTIALS', message: 'needs CORS_ORIGINS (server.cors.origins) to name the origins' }]
    : [];
