import type { Request, Response } from 'express';

/** An HttpOnly cookie. */
export interface SignInCookie {
  readonly name: string;
  readonly path: string;
  readonly sameSite: 'Lax' | 'Strict';
  readonly seconds: number;
}

export interface SignInCookies {
  /** The sealed sign-in, while the browser is at the provider. `Lax`, because the provider's redirect must send it. */
  readonly pending: SignInCookie;
  /** The code verifier of a front end of the same origin. */
  readonly verifier: SignInCookie;
}

export const secondsAway = 600;
const secondsOfCode = 60;

/**
 * With TLS the cookies are bound to the host (RFC 6265bis, `__Host-`). Otherwise another site under the same domain could
 * replace them and sign people in to another account.
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
