import { isIP } from 'node:net';
import type * as t from 'io-ts';
import { maxDepth } from '../../domain/plan/planning-scope.js';
import { codec, section, unread } from './config-codec.js';
import { Flag, Text } from './setting-codecs.js';

/** The options of the standard middlewares that have a form of their own. */

const units: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** A number of bytes, or a text such as `10mb`. */
const Size = codec('a number of bytes, or a text such as "10mb"', (raw) => {
  const [, amount, unit = 'b'] =
    (typeof raw === 'string' && /^(\d+(?:\.\d+)?) ?([kmg]?b)?$/i.exec(raw.trim())) || [];
  const bytes = amount === undefined ? raw : Math.floor(Number(amount) * (units[unit.toLowerCase()] ?? NaN));
  return typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
});

/** A value that asks for what the server does anyway. */
const fixed = (what: string, ...allowed: readonly unknown[]): t.Type<unknown, unknown> =>
  codec<unknown>(what, (raw) => (allowed.includes(raw) ? raw : undefined));

/** `strapi::body`; sizes in bytes. */
export const Body = section(
  {
    jsonLimit: Size,
    formLimit: Size,
    textLimit: Size,
    includeUnparsed: Flag,
    formidable: section(
      { maxFileSize: Size },
      unread('keepExtensions', 'multiples', 'uploadDir', 'hashAlgorithm', 'allowEmptyFiles', 'minFileSize'),
    ),
  },
  {
    multipart: fixed('true, for files are uploaded in multipart forms', true),
    encoding: fixed('utf-8', 'utf-8', 'utf8', 'UTF-8'),
    json: fixed('true', true),
    text: fixed('true', true),
    urlencoded: fixed('true', true),
    jsonStrict: fixed('true', true),
    ...unread('patchKoa', 'patchNode'),
  },
);

export type BodyOptions = t.TypeOf<typeof Body>;

/** `strapi::query`: the limits of the server cannot be changed. */
export const Query = section(
  {},
  {
    depth: fixed(`${maxDepth}, at which parameters are refused`, maxDepth),
    arrayLimit: codec('a number from 0 on', (raw) => (typeof raw === 'number' && raw >= 0 ? raw : undefined)),
    strictNullHandling: fixed('true', true),
    ...unread('arrayFormat'),
  },
);

/** An address, a network such as `10.0.0.0/8`, or a pattern such as `192.168.0.*` or `8.8.8.[0-3]`. */
export type AddressRule = string | RegExp;

const isNetwork = (text: string): boolean => {
  const [address = '', bits = '', more] = text.split('/');
  const version = isIP(address);
  return (
    more === undefined &&
    version !== 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= (version === 4 ? 32 : 128)
  );
};

const isRule = (one: unknown): one is AddressRule =>
  one instanceof RegExp ||
  (typeof one === 'string' &&
    (isIP(one) !== 0 || isNetwork(one) || /^(?=.*[*[])[0-9a-f.:*]*(\[\d-\d\][0-9a-f.:*]*)*$/i.test(one)));

const Addresses = codec(
  'a list of addresses, networks such as "10.0.0.0/8", or patterns such as "192.168.0.*"',
  (raw) => (Array.isArray(raw) && raw.every(isRule) ? (raw as readonly AddressRule[]) : undefined),
);

export const Ip = section({ whitelist: Addresses, blacklist: Addresses });

export type IpOptions = t.TypeOf<typeof Ip>;

const ZlibOptions = section({
  level: codec('a number from -1 to 9', (raw) =>
    typeof raw === 'number' && Number.isInteger(raw) && raw >= -1 && raw <= 9 ? raw : undefined,
  ),
});

const Filter = codec('a function of the content type', (raw) =>
  typeof raw === 'function' ? (raw as (contentType: string) => unknown) : undefined,
);

/** `strapi::compression`, as koa-compress names its options. */
export const Compression = section(
  { threshold: Size, filter: Filter, gzip: ZlibOptions },
  { br: fixed('true', true), deflate: fixed('true', true) },
);

export type CompressionOptions = t.TypeOf<typeof Compression>;

export const PoweredBy = section({ poweredBy: Text });

const Milliseconds = codec('a number of milliseconds', (raw) => {
  const number = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw;
  return typeof number === 'number' && number >= 0 ? number : undefined;
});

/** `strapi::public`: files of `public/`. */
export const Public = section(
  { maxAge: Milliseconds },
  { defer: fixed('true', true), ...unread('index', 'hidden', 'gzip', 'brotli') },
);

/** `strapi::favicon`: a file of `public/` too. */
export const Favicon = section(
  { maxAge: Milliseconds },
  {
    path: codec('favicon.ico or favicon.png of public/', (raw) =>
      typeof raw === 'string' && /^(\.?\/)?(public\/)?favicon\.(ico|png|svg)$/.test(raw) ? raw : undefined,
    ),
  },
);

export const Nothing = section({});
