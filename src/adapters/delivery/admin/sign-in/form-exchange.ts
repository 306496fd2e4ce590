import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { OpenedSignIn } from '../../../../application/administration/use-cases.js';
import type { Failure } from '../../../../domain/failure.js';
import type { AdminDependencies } from '../call.js';
import { paths } from '../contract/paths.js';
import { readCookie, setCookie } from '../cookies.js';
import { languageFor, themeFor } from '../look-of.js';
import { problemOf, speechIn } from './form-texts.js';
import type { FormState } from './pages.js';
import { keepSignIn } from './sign-in-api.js';

const policy =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Browsers send no `Origin` with a form under `no-referrer`. */
export function setPageHeaders(res: Response): void {
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Referrer-Policy', 'same-origin');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Vary', 'Cookie, Accept-Language');
  res.setHeader('X-Content-Type-Options', 'nosniff');
}

export interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

export type Form = Readonly<Record<string, string>>;

export interface FormRoute {
  show(dependencies: AdminDependencies, exchange: Exchange): Promise<void> | void;
  take(dependencies: AdminDependencies, exchange: Exchange, form: Form): Promise<void>;
}

export const codeFor = ({ keyedHash }: AdminDependencies, cookie: string): string =>
  keyedHash(`admin form ${cookie}`);

export function stateOf(dependencies: AdminDependencies, exchange: Exchange, problem?: string): FormState {
  const { options } = dependencies;
  let cookie = readCookie(exchange.req, options, 'admin_form');
  if (cookie === null) {
    cookie = randomBytes(32).toString('hex');
    setCookie(exchange, options, 'admin_form', cookie);
  }
  const { path: base, shownEnvironment } = options;
  const speech = speechIn(languageFor(exchange.req));
  const { names: providers } = dependencies.providers;
  return {
    base,
    environment: shownEnvironment.name,
    theme: themeFor(exchange.req),
    speech,
    providers,
    code: codeFor(dependencies, cookie),
    problem,
  };
}

export const send = ({ res }: Exchange, status: number, page: string): void =>
  void res.status(status).type('html').send(page);

export const go = ({ options }: AdminDependencies, { res }: Exchange, path: string): void =>
  res.redirect(303, `${options.path}${path}`);

/** The status and the text of a refusal. */
export function refusal(
  { responseTo }: AdminDependencies,
  { req, res }: Exchange,
  reason: Failure,
): [number, string] {
  const { status, headers } = responseTo(reason);
  for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
  return [status, problemOf(speechIn(languageFor(req)), reason)];
}

/** Where a sign-in leads: on to the second factor, to `usual`, or where a second factor is set up that is needed. */
export async function nextOf(
  { administration }: Pick<AdminDependencies, 'administration'>,
  { token, waits }: OpenedSignIn,
  usual = '',
): Promise<string> {
  if (waits) return paths.secondFactor;
  const me = await administration.authenticate(token);
  return me.ok && me.value?.mustSetUp === true ? paths.setUp : usual;
}

/** Gives the browser the sign-in, and goes where it leads. */
export async function enter(
  dependencies: AdminDependencies,
  exchange: Exchange,
  opened: OpenedSignIn,
  usual = '',
): Promise<void> {
  keepSignIn(dependencies, exchange, opened);
  return go(dependencies, exchange, await nextOf(dependencies, opened, usual));
}
