import type { Request, Response } from 'express';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { originsOf } from '../../codec/server-origins.js';
import { mayUseCookies, type CorsOptions } from '../middlewares/cross-origin.js';
import { cookieOf } from './sign-in-cookies.js';

/** The HttpOnly cookie that holds refresh tokens, which scripts cannot read. */
export interface RefreshCookie {
  readonly name: string;
  readonly path: string;
  readonly sameSite: 'strict' | 'lax' | 'none';
  readonly secure: boolean;
  readonly domain?: string;
  /** How long the browser keeps the cookie. */
  readonly seconds: number;
  /** The address that browsers use, if it may differ from the one that the server is asked by. */
  readonly publicUrl?: string | undefined;
  /** The pages of other origins that may use the cookie. */
  readonly cors: Pick<CorsOptions, 'origins' | 'credentials'>;
}

/** Moves the refresh token of an answer into the cookie. Without a cookie it stays in the answer. */
export function handOut(res: Response, cookie: RefreshCookie | null, answer: unknown): unknown {
  if (cookie === null || !isPlainObject(answer) || typeof answer['refreshToken'] !== 'string') return answer;
  const { refreshToken, ...rest } = answer;
  set(res, cookie, refreshToken, cookie.seconds);
  return rest;
}

export const takeBack = (res: Response, cookie: RefreshCookie | null): void => {
  if (cookie !== null) set(res, cookie, '', 0);
};

/** Returns the refresh token that the cookie of a request holds; undefined: none. */
export const keptToken = (req: Request, cookie: RefreshCookie | null): string | undefined =>
  (cookie === null ? undefined : cookieOf(req, cookie)) || undefined;

/**
 * Accepts requests from the server's own origin and from allowed ones, with JSON or no body. Any page can send a form, and
 * could use it to sign a browser in to another account.
 */
export async function refuseOtherOrigins(req: Request, cookie: RefreshCookie | null): Promise<Result<null>> {
  if (cookie === null) return ok(null);
  if (!isOwn(req, cookie) && !(await mayUseCookies(cookie.cors, req)))
    return err(
      failure(
        'POLICY.DENIED',
        'Refresh tokens are kept in a cookie, which pages of other origins cannot get unless CORS_ORIGINS names them',
      ),
    );
  return req.headers['content-type'] === undefined || req.is('application/json') === 'application/json'
    ? ok(null)
    : err(failure('INPUT.INVALID', 'The body must be JSON: refresh tokens are kept in a cookie', {}));
}

/** Whether the request comes from a page of this server, or from no page. Another port of the host is another origin. */
function isOwn(req: Request, cookie: RefreshCookie): boolean {
  const { origin, 'sec-fetch-site': site } = req.headers;
  if (origin !== undefined && originsOf(req, cookie).includes(origin)) return true;
  // Older browsers send only an Origin; other clients send neither header.
  return site === undefined ? origin === undefined : site === 'same-origin' || site === 'none';
}

function set(res: Response, cookie: RefreshCookie, value: string, seconds: number): void {
  const { name, path, sameSite, secure, domain } = cookie;
  const more = `${domain === undefined ? '' : `; Domain=${domain}`}${secure ? '; Secure' : ''}`;
  res.append(
    'Set-Cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${more}`,
  );
}
