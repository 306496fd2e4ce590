import type { Request, Response } from 'express';

/** A cookie that scripts do not see. */
export interface SignInCookie {
  readonly name: string;
  readonly path: string;
  readonly sameSite: 'Lax' | 'Strict';
  readonly seconds: number;
}

export interface SignInCookies {
  /** Kept by the browser while it is at the provider. `Lax`, for it has to come along when it is sent back. */
  readonly pending: SignInCookie;
  /** Kept beside the code, for the front end of the same origin. */
  readonly verifier: SignInCookie;
}

export const secondsAway = 600;
const secondsOfCode = 60;

/**
 * With TLS they are bound to the host (RFC 6265bis, `__Host-`): else a neighbouring site under the same domain could
 * put its own in their place, and have people come back as somebody else.
 */
export function signInCookies(address: string, prefix: string): SignInCookies {
  const cookie = (name: string, path: string): Pick<SignInCookie, 'name' | 'path'> =>
    isSecure(address) ? { name: `__Host-${name}`, path: '/' } : { name, path };
  const [pending, verifier] = [
    cookie('quire_sign_in', `${prefix}/connect`),
    cookie('quire_sign_in_code', `${prefix}/auth`),
  ];
  return {
    pending: { ...pending, sameSite: 'Lax', seconds: secondsAway },
    verifier: { ...verifier, sameSite: 'Strict', seconds: secondsOfCode },
  };
}

const isSecure = (address: string): boolean => address.startsWith('https:');

export function setCookie(
  res: Response,
  { name, path, sameSite, seconds }: SignInCookie,
  value: string,
): void {
  const secure = name.startsWith('__Host-') ? '; Secure' : '';
  const age = value === '' ? 0 : seconds;
  res.append(
    'Set-Cookie',
    `${name}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=${sameSite}${secure}`,
  );
}

export const dropCookie = (res: Response, cookie: SignInCookie): void => setCookie(res, cookie, '');

export function cookieOf({ headers }: Request, { name }: Pick<SignInCookie, 'name'>): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [each, value] = part.trim().split('=', 2);
    if (each === name) return value;
  }
  return undefined;
}
