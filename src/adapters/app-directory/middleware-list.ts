import type { HelmetOptions } from 'helmet';
import type * as t from 'io-ts';
import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import { didYouMean } from '../../domain/nearest-name.js';
import { decode, type Decoded, type InvalidSetting } from './config-codec.js';
import { decodeStrapiCors, type StrapiCors } from './cors-setting.js';
import * as options from './middleware-options.js';
import { decodeSecurity } from './security-setting.js';

/** What the server uses of `config/middlewares`. */
export interface MiddlewareList {
  /** Options of helmet. */
  readonly securityHeaders?: HelmetOptions;
  readonly cors?: StrapiCors;
  readonly body?: options.BodyOptions;
  readonly ip?: options.IpOptions;
  /** Present: answers are compressed. */
  readonly compression?: options.CompressionOptions;
  /** Whether answers have `X-Response-Time`. */
  readonly responseTime?: true;
  /** The value of `X-Powered-By`. */
  readonly poweredBy?: string;
  /** How long clients may keep files of `public/`. */
  readonly publicMaxAgeMs?: number;
  /** Middlewares of the app, in their order. */
  readonly custom?: readonly CustomMiddleware[];
  /** One sentence for each option that has no effect here. */
  readonly warnings: readonly string[];
}

/** An entry of the list that is code of the app: a registered name, or a module that `resolve` names. */
export interface CustomMiddleware {
  readonly name: string;
  readonly config: unknown;
}

type Found = { -readonly [name in keyof Omit<MiddlewareList, 'warnings'>]: MiddlewareList[name] };

interface Reading {
  readonly found: Found;
  readonly warnings: string[];
  refuse(message: string): void;
}

type Read = (config: PlainObject, reading: Reading) => void;

/** Decodes options with a codec, and passes them on. */
const decoded =
  <A>(codec: t.Type<A, unknown>, use: (value: A, reading: Reading) => void): Read =>
  (config, reading) => {
    const { value, refusals } = decode(codec, config);
    for (const { path, message } of refusals) reading.refuse(`${path} ${message}`);
    if (value !== undefined) use(value, reading);
  };

const withoutOptions = decoded(options.Nothing, () => {});

/** Options that change nothing which clients see. */
const unheeded =
  (name: string, why: string): Read =>
  (config, { warnings }) => {
    const given = Object.keys(config);
    if (given.length > 0) warnings.push(`${name} ${given.join(', ')}: ${why}`);
  };

/** The standard middlewares of Strapi. */
const standard: Readonly<Record<string, Read>> = {
  'strapi::body': decoded(options.Body, (body, { found }) => (found.body = body)),
  'strapi::compression': decoded(
    options.Compression,
    (compression, { found }) => (found.compression = compression),
  ),
  'strapi::cors': readCors,
  'strapi::errors': withoutOptions,
  'strapi::favicon': decoded(options.Favicon, keepMaxAge),
  'strapi::ip': decoded(options.Ip, (ip, { found }) => (found.ip = ip)),
  'strapi::logger': unheeded('strapi::logger', 'the log has a form of its own'),
  'strapi::poweredBy': decoded(options.PoweredBy, ({ poweredBy }, { found }) => {
    if (poweredBy !== undefined) found.poweredBy = poweredBy;
  }),
  'strapi::public': decoded(options.Public, keepMaxAge),
  'strapi::query': decoded(options.Query, () => {}),
  'strapi::responseTime': decoded(options.Nothing, (_, { found }) => (found.responseTime = true)),
  'strapi::responses': readResponses,
  'strapi::security': readSecurity,
  'strapi::session': unheeded('strapi::session', 'there is no ctx.session, and no cookie for it'),
};

function readCors(config: PlainObject, { found, warnings, refuse }: Reading): void {
  const { value, refusals } = decodeStrapiCors(config);
  for (const { path, message } of refusals) refuse(`${path} ${message}`);
  if (value === undefined) return;
  found.cors = value.cors;
  warnings.push(...value.warnings);
}

function readSecurity(config: PlainObject, { found, refuse }: Reading): void {
  if (Object.keys(config).length === 0) return;
  const headers = decodeSecurity(config);
  if (typeof headers === 'string') refuse(headers);
  else found.securityHeaders = headers;
}

function readResponses({ handlers, ...others }: PlainObject, reading: Reading): void {
  if (isPlainObject(handlers) && Object.keys(handlers).length > 0)
    reading.refuse('handlers are not offered: answer in a middleware of your own, after await next()');
  withoutOptions(others, reading);
}

function keepMaxAge({ maxAge }: { readonly maxAge?: number }, { found }: Reading): void {
  if (maxAge !== undefined) found.publicMaxAgeMs = maxAge;
}

/** Decodes the list. Unknown names and options are refused; options without effect become warnings. */
export function decodeMiddlewares(raw: unknown): Decoded<MiddlewareList> {
  if (!Array.isArray(raw)) return { refusals: [{ path: '', message: 'must be a list' }] };
  const refusals: InvalidSetting[] = [];
  const warnings: string[] = [];
  const custom: CustomMiddleware[] = [];
  const found: Found = {};
  for (const [at, entry] of (raw as readonly unknown[]).entries()) {
    const { name, config } = read(entry);
    const refuse = (message: string): void =>
      void refusals.push({ path: `${at}`, message: `${name} ${message}` });
    if (!name.startsWith('strapi::')) custom.push({ name, config });
    else if (!Object.hasOwn(standard, name)) refuse(`is not known${didYouMean(name, Object.keys(standard))}`);
    else if (!isPlainObject(config)) refuse('must have an object as config');
    else standard[name]?.(config, { found, warnings, refuse });
  }
  if (custom.length > 0) found.custom = custom;
  return { refusals, value: { ...found, warnings } };
}

function read(entry: unknown): { readonly name: string; readonly config: unknown } {
  if (typeof entry === 'string') return { name: entry, config: {} };
  const { name, resolve, config } = isPlainObject(entry) ? entry : {};
  const said = name ?? resolve;
  return { name: typeof said === 'string' ? said : 'a function', config: config ?? {} };
}
