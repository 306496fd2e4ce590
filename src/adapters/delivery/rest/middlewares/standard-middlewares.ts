import { ServerResponse, type IncomingMessage } from 'node:http';
import compression from 'compression';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { CorsOptions } from './cross-origin.js';
import { limitAddresses, type AddressLists } from './limit-addresses.js';
import { refuseForeignSockets } from './refuse-sockets.js';

/** `strapi::compression`. */
interface CompressionOptions {
  /** Bytes from which on answers are compressed; 1024 by default. */
  readonly threshold?: number;
  /** Whether answers of this media type are compressed. */
  readonly filter?: (contentType: string) => unknown;
  readonly gzip?: { readonly level?: number };
}

/** Middlewares that an app may switch on in `config/middlewares`. */
export interface SwitchedOn {
  readonly ip?: AddressLists;
  readonly compression?: CompressionOptions;
  /** Whether answers have `X-Response-Time`. */
  readonly responseTime?: true;
  /** The value of `X-Powered-By`. */
  readonly poweredBy?: string;
}

interface StandardOptions {
  readonly cors: CorsOptions;
  /** Options of helmet; its defaults if absent. */
  readonly securityHeaders?: HelmetOptions;
  readonly middlewares?: SwitchedOn;
  /** The address that clients use, if a setting names it. */
  readonly publicUrl?: string;
}

/** Returns what runs before every request, in order: REST, GraphQL, files, the admin page, and what does not exist. */
export function standardMiddlewares({
  cors,
  securityHeaders,
  middlewares = {},
  ...published
}: StandardOptions): readonly RequestHandler[] {
  const { ip, compression: compressing, responseTime, poweredBy } = middlewares;
  return [
    ...(responseTime === true ? [addResponseTime] : []),
    commonHeaders(securityHeaders, poweredBy),
    ...(ip === undefined ? [] : [limitAddresses(ip)]),
    ...(compressing === undefined ? [] : [compress(compressing)]),
    refuseForeignSockets(cors, published),
  ];
}

function commonHeaders(options: HelmetOptions | undefined, poweredBy: string | undefined): RequestHandler {
  const powered = poweredBy === undefined ? [] : [['X-Powered-By', poweredBy] as const];
  const headers = [...securityHeadersOf(options), ...powered];
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** Returns the headers that helmet sets. Helmet runs only once, because they are the same for every request. */
function securityHeadersOf(options: HelmetOptions = {}): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  const recorder = Object.create(ServerResponse.prototype) as ServerResponse;
  recorder.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return recorder;
  };
  recorder.removeHeader = () => {};
  helmet(options)({} as IncomingMessage, recorder, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

const compress = ({ threshold, filter, gzip }: CompressionOptions): RequestHandler =>
  compression({
    ...(threshold !== undefined && { threshold }),
    ...(gzip?.level !== undefined && { level: gzip.level }),
    ...(filter !== undefined && {
      filter: (_req, res) => Boolean(filter(String(res.getHeader('Content-Type') ?? ''))),
    }),
  });

/** The time until the head of the answer is written. */
const addResponseTime: RequestHandler = (_req, res, next) => {
  const began = performance.now();
  const { writeHead } = res;
  res.writeHead = function (this: typeof res, ...given: unknown[]) {
    if (!this.headersSent) this.setHeader('X-Response-Time', `${Math.ceil(performance.now() - began)}ms`);
    return writeHead.apply(this, given as never);
  } as typeof writeHead;
  next();
};
