import type { Request, Response } from 'express';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
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
  /** Origins that may use the cookie beside those of the host that is asked: the public one, and those of other sites. */
  readonly origins: readonly string[];
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

/** Returns the body of a refresh, with the token of the cookie if the body has none. */
export function bodyOfRefresh(req: Request, cookie: RefreshCookie | null, body: unknown): unknown {
  const kept = cookie === null ? undefined : cookieOf(req, cookie);
  const given = isPlainObject(body) ? body : {};
  return kept === undefined || Object.hasOwn(given, 'refreshToken') ? body : { ...given, refreshToken: kept };
}

/**
 * Accepts requests from the server's own site and from allowed origins, with JSON or no body. Any page can send a form, and
 * could use it to sign a browser in to another account.
 */
export function refuseOtherSites(req: Request, cookie: RefreshCookie | null): Result<null> {
  if (cookie === null) return ok(null);
  if (!isAllowed(req, cookie))
    return err(
      failure(
        'POLICY.DENIED',
        'Refresh tokens are kept in a cookie, which pages of other sites cannot get unless CORS_ORIGINS names them',
      ),
    );
  return req.headers['content-type'] === undefined || req.is('application/json') === 'application/json'
    ? ok(null)
    : err(failure('INPUT.INVALID', 'The body must be JSON: refresh tokens are kept in a cookie', {}));
}

function isAllowed({ headers }: Request, { origins }: RefreshCookie): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origins.includes(origin)) return true;
  if (site !== undefined) return site !== 'cross-site';
  // Older browsers send only an Origin; other clients send neither header.
  return origin === undefined || isSameSite(origin, host ?? '');
}

/** Whether the hosts are the same, or one is a subdomain of the other. Ports do not matter. */
function isSameSite(origin: string, host: string): boolean {
  const [from, to] = [origin, `http://${host}`].map((text) =>
    URL.canParse(text) ? new URL(text).hostname : '',
  );
  if (!from || !to) return false;
  return from === to || from.endsWith(`.${to}`) || to.endsWith(`.${from}`);
}

function set(res: Response, cookie: RefreshCookie, value: string, seconds: number): void {
  const { name, path, sameSite, secure, domain } = cookie;
  const more = `${domain === undefined ? '' : `; Domain=${domain}`}${secure ? '; Secure' : ''}`;
  res.append(
    'Set-Cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${more}`,
  );
}
