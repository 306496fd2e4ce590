import type * as t from 'io-ts';
import { isPlainObject } from '../../domain/document/plain-object.js';
import { codec, decode, section, unread, type Decoded, type InvalidSetting } from './config-codec.js';
import { Flag } from './setting-codecs.js';

/** The pages of other origins from which browsers may use the API. */
export interface CorsConfig {
  /** For example `https://shop.example.org`; null: any; a function: what it returns for a request. */
  readonly origins: readonly string[] | OriginFunction | null;
  /** Whether browsers send cookies, and let pages read the answers to such requests. */
  readonly credentials: boolean;
  /** Allowed request headers; null: any. */
  readonly headers: readonly string[] | null;
  readonly methods: readonly string[] | null;
  /** Response headers that pages may read. */
  readonly exposed: readonly string[];
  /** How long browsers keep the answer to a preflight request; null: as they choose. */
  readonly maxAgeSeconds: number | null;
}

/** Gets the context of a request, and returns a text or a list of origins, or a promise of it. */
export type OriginFunction = (context: unknown) => unknown;

const listOf = (raw: unknown): readonly unknown[] =>
  typeof raw === 'string' ? raw.split(',').map((part) => part.trim()) : Array.isArray(raw) ? raw : [];

/** A pattern is none: `https://*.example` would be equal to no origin. */
const isOrigin = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^https?:[^*]*$/.test(text) &&
  URL.canParse(text) &&
  new URL(text).origin === text;

/** A codec for a list, or a text with commas; `*` is any. */
const listSetting = (expected: string, isOne: (one: unknown) => one is string) =>
  codec(expected, (raw) => {
    const list = listOf(raw);
    if (list.length === 1 && list[0] === '*') return 'any' as const;
    return list.length > 0 && list.every(isOne) ? list : undefined;
  });

const isToken = (one: unknown): one is string => typeof one === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(one);

export const Origins = listSetting(
  'origins such as "https://shop.example.org", with commas between them, or "*"',
  isOrigin,
);
export const Headers = listSetting('names of headers, with commas between them, or "*"', isToken);

/** The settings `server.cors`. */
export interface CorsSection {
  readonly origins?: readonly string[] | 'any';
  readonly credentials?: boolean;
  readonly headers?: readonly string[] | 'any';
}

/** The options of `strapi::cors`. */
export interface StrapiCors {
  readonly origins: readonly string[] | OriginFunction | 'any';
  /** Absent: with origins that `strapi::cors` names. */
  readonly credentials?: boolean;
  readonly headers: readonly string[] | 'any';
  readonly methods: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAgeSeconds: number;
}

/** What holds where `strapi::cors` is in the list and does not say otherwise. */
const strapiDefaults: StrapiCors = {
  origins: 'any',
  headers: ['Content-Type', 'Authorization', 'Origin', 'Accept'],
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  exposed: [],
  maxAgeSeconds: 31_536_000,
};

const Seconds = codec('a whole number of seconds', (raw) => {
  const number = typeof raw === 'string' && /^\d{1,10}$/.test(raw) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
});

const Names = codec('a list of names, or a text with commas', (raw) => {
  const list = listOf(raw).filter((one) => one !== '');
  return (typeof raw === 'string' || Array.isArray(raw)) && list.every(isToken) ? list : undefined;
});

/** A text may be empty, and entries undefined, as unset environment variables leave them: no origin is equal to them. */
const StrapiOrigins = codec<StrapiCors['origins']>(
  'a text with origins, a list of them, "*", or a function that returns one of these',
  (raw) => {
    if (raw === true) return 'any';
    if (typeof raw === 'function') return raw as OriginFunction;
    if (typeof raw !== 'string' && !Array.isArray(raw)) return undefined;
    const list = listOf(raw);
    if (list.includes('*')) return 'any';
    return list.every((one) => one === undefined || one === null || typeof one === 'string')
      ? list.filter((one) => typeof one === 'string')
      : undefined;
  },
);

const StrapiHeaders = codec<StrapiCors['headers']>(
  'names of headers, with commas between them, or "*"',
  (raw) => (raw === true || listOf(raw).includes('*') ? 'any' : Names.is(raw) ? names(raw) : undefined),
);

const names = (raw: unknown): readonly string[] => decode(Names, raw).value ?? [];

const Options = section(
  {
    origin: StrapiOrigins,
    credentials: Flag,
    headers: StrapiHeaders,
    methods: Names,
    expose: Names,
    maxAge: Seconds,
  },
  { keepHeadersOnError: Flag, keepHeaderOnError: Flag, ...unread('enabled') },
);

interface DecodedCors {
  readonly cors: StrapiCors;
  readonly warnings: readonly string[];
}

/** Decodes the options of `strapi::cors`. */
export function decodeStrapiCors(config: unknown): Decoded<DecodedCors> {
  const { value, refusals } = decode(Options, config);
  if (value === undefined) return { refusals };
  return { refusals, value: { cors: corsOf(value), warnings: warningsOf(value, config) } };
}

type Given = t.TypeOf<typeof Options>;

const corsOf = ({ origin, credentials, headers, methods, expose, maxAge }: Given): StrapiCors => ({
  origins: origin ?? strapiDefaults.origins,
  ...(credentials !== undefined && { credentials }),
  headers: headers ?? strapiDefaults.headers,
  methods: methods ?? strapiDefaults.methods,
  exposed: expose ?? strapiDefaults.exposed,
  maxAgeSeconds: maxAge ?? strapiDefaults.maxAgeSeconds,
});

function warningsOf({ origin, credentials }: Given, config: unknown): readonly string[] {
  const given = isPlainObject(config) ? config : {};
  const strange = Array.isArray(origin) ? origin.filter((one) => !isOrigin(one)) : [];
  return [
    ...('enabled' in given ? ['strapi::cors enabled: to switch it off, remove it from the list'] : []),
    ...(given['keepHeadersOnError'] === false || given['keepHeaderOnError'] === false
      ? ['strapi::cors keepHeadersOnError: errors always keep the headers']
      : []),
    ...(strange.length > 0
      ? [
          `strapi::cors origin: no page has the origin ${strange.map((one) => JSON.stringify(one)).join(', ')}`,
        ]
      : []),
    ...(credentials === true && (origin ?? 'any') === 'any'
      ? ['strapi::cors credentials: only origins that are named get them']
      : []),
  ];
}

/**
 * Combines the settings with `strapi::cors`, which has lower priority. Credentials need origins that are named: with
 * any origin, every page could act as the user of the browser.
 */
export function corsConfig(said: CorsSection, strapi: StrapiCors | undefined): CorsConfig {
  const origins = said.origins ?? strapi?.origins ?? 'any';
  const isNamed = origins !== 'any';
  const implied = strapi !== undefined && said.origins === undefined;
  return {
    origins: isNamed ? origins : null,
    credentials: said.credentials ?? (isNamed && (strapi?.credentials ?? implied)),
    headers: orNull(said.headers ?? strapi?.headers ?? 'any'),
    methods: strapi?.methods ?? null,
    exposed: strapi?.exposed ?? [],
    maxAgeSeconds: strapi?.maxAgeSeconds ?? null,
  };
}

const orNull = (list: readonly string[] | 'any'): readonly string[] | null => (list === 'any' ? null : list);

/** With credentials for any origin, every page could act as the user of the browser. */
export const refusalsOfCors = ({ origins, credentials }: CorsConfig): readonly InvalidSetting[] =>
  credentials && origins === null
    ? [{ path: 'CORS_CREDENTIALS', message: 'needs CORS_ORIGINS (server.cors.origins) to name the origins' }]
    : [];
