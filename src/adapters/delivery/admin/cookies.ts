import type { Request, Response } from 'express';
import type { AdminOptions } from './call.js';

/** What the cookies of the admin page are for. */
type Purpose = 'admin' | 'admin_form' | 'admin_provider';

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Whether the browser sees this server over TLS. */
export const isSecure = (req: Request, { publicUrl }: Pick<AdminOptions, 'publicUrl'>): boolean =>
  req.secure || publicUrl?.startsWith('https:') === true;

/** Without TLS a cookie cannot have the prefix: it is used on this machine and in development only. */
export const cookieName = (purpose: Purpose, secure: boolean): string =>
  `${secure ? '__Host-' : 'http_'}quire_${purpose}`;

const longest = 128;

/** `SameSite` is `Lax`: the way back from a provider begins at another site. */
const sealedFlags = 'Path=/; HttpOnly; SameSite=Lax';
const sealedSeconds = 600;

/** Returns the sealed state of a sign-in that is at a provider; empty if there is none. */
export function readSealed(req: Request, options: AdminOptions): string {
  const name = cookieName('admin_provider', isSecure(req, options));
  const found = new RegExp(`(?:^|;\\s*)${name}=([\\w.-]{1,4000})(?:;|$)`).exec(req.headers.cookie ?? '');
  return found?.[1] ?? '';
}

/** An empty value removes the cookie. */
export function setSealed({ req, res }: Exchange, options: AdminOptions, value: string): void {
  const secure = isSecure(req, options);
  const age = value === '' ? 0 : sealedSeconds;
  const flags = `${sealedFlags}; Max-Age=${age}${secure ? '; Secure' : ''}`;
  res.append('Set-Cookie', `${cookieName('admin_provider', secure)}=${value}; ${flags}`);
}

/** Returns the value of the cookie, which is a token of this server if it is anything. */
export function readCookie(req: Request, options: AdminOptions, purpose: Purpose): string | null {
  const name = cookieName(purpose, isSecure(req, options));
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=', 2);
    if (key === name && value.length <= longest && /^[0-9a-f]+$/.test(value)) return value;
  }
  return null;
}

/** An empty value removes the cookie. It ends with the browser unless `seconds` are given. */
export function setCookie(
  { req, res }: Exchange,
  options: AdminOptions,
  purpose: Purpose,
  value: string,
  seconds?: number,
): void {
  const secure = isSecure(req, options);
  const lifetime = value === '' ? '; Max-Age=0' : seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const flags = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${lifetime}`;
  res.append('Set-Cookie', `${cookieName(purpose, secure)}=${value}; ${flags}`);
}
