import cors, { type CorsOptions as PackageOptions } from 'cors';
import type { Request, RequestHandler } from 'express';

/** The pages of other origins that a browser allows to use the API. */
export interface CorsOptions {
  /** Null: any origin; a function: the origins that it returns for the context of a request. */
  readonly origins: readonly string[] | ((context: unknown) => unknown) | null;
  /** Whether browsers send cookies. Needs `origins`. */
  readonly credentials: boolean;
  /** The headers that requests may have; null: any. */
  readonly headers: readonly string[] | null;
  /** Null: those that the routes have. */
  readonly methods: readonly string[] | null;
  /** Response headers that pages may read. */
  readonly exposed: readonly string[];
  /** How long browsers keep the answer to a preflight request; null: as they choose. */
  readonly maxAgeSeconds: number | null;
}

/** Headers of the server's own answers that are for clients, besides those that every page may read. */
export const ownHeaders = [
  'ETag',
  'Location',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
] as const;

/**
 * Lets pages of other origins use the API. Answers preflight requests of allowed origins; other requests of foreign
 * pages are answered without the headers, so that browsers keep the answer from the page.
 */
export function crossOrigin({ origins, credentials, ...options }: CorsOptions): RequestHandler {
  const { headers, methods, exposed, maxAgeSeconds } = options;
  const common: PackageOptions = {
    credentials,
    ...(headers !== null && { allowedHeaders: [...headers] }),
    ...(methods !== null && { methods: [...methods] }),
    ...(exposed.length > 0 && { exposedHeaders: [...exposed] }),
    ...(maxAgeSeconds !== null && { maxAge: maxAgeSeconds }),
  };
  if (origins === null) return cors({ ...common, origin: true });
  const allowed = ({ headers: { origin } }: Request, named: unknown): RequestHandler =>
    named === '*'
      ? cors({ ...common, origin: true, credentials: false })
      : cors({ ...common, origin: isNamed(named, origin) ? origin : false });
  return (req, res, next) => {
    res.vary('Origin');
    if (typeof origins !== 'function') return allowed(req, origins)(req, res, next);
    if (req.headers.origin === undefined) return next();
    Promise.resolve()
      .then(() => origins(contextOf(req)))
      .then((named) => allowed(req, named)(req, res, next))
      .catch(next);
  };
}

/** Whether pages of the origin that sent the request may use the API. */
export async function mayUseApi({ origins }: Pick<CorsOptions, 'origins'>, req: Request): Promise<boolean> {
  const named = typeof origins === 'function' ? await origins(contextOf(req)) : (origins ?? '*');
  return named === '*' || isNamed(named, req.headers.origin);
}

/** Whether pages of the origin that sent the request may send cookies. */
export async function mayUseCookies(
  { origins, credentials }: Pick<CorsOptions, 'origins' | 'credentials'>,
  req: Request,
): Promise<boolean> {
  if (!credentials) return false;
  return isNamed(typeof origins === 'function' ? await origins(contextOf(req)) : origins, req.headers.origin);
}

const isNamed = (named: unknown, origin: string | undefined): origin is string =>
  origin !== undefined && named !== '*' && listOf(named).includes(origin);

const listOf = (named: unknown): readonly unknown[] =>
  typeof named === 'string' ? named.split(',').map((one) => one.trim()) : Array.isArray(named) ? named : [];

/** What a function of `strapi::cors` reads of a request, under koa's names. */
function contextOf(req: Request) {
  const { headers, method, url, path, ip } = req;
  const get = (name: string): string => String(headers[name.toLowerCase()] ?? '');
  const request = { header: headers, headers, method, url, path, ip, get, origin: get('origin') };
  return { ...request, request, req };
}
