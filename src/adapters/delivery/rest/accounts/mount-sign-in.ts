import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type { Express, Request, RequestHandler, Response } from 'express';
import { addParameter } from '../../../../application/accounts/add-parameter.js';
import type { IdentityProviders, Seal } from '../../../../application/ports/identity-providers.js';
import { failure, notFound, invalidInput } from '../../../../domain/failure.js';
import { reason, type Reason } from '../../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import { sendError, sendMethodNotAllowed, sendText, sendFailure } from '../send.js';
import type { ServerAction } from '../routes/server-action.js';
import { accountsForAnybody, type AccountsAround } from './auth-operations.js';
import { readTexts } from './read-texts.js';
import { handOut, refuseOtherOrigins, type RefreshCookie } from './refresh-cookie.js';
import { cookieOf, dropCookie, setCookie, signInCookies, type SignInCookies } from './sign-in-cookies.js';

/** Signing in with OpenID Connect providers. */
export interface SignInDelivery extends AccountsAround {
  readonly providers: IdentityProviders;
  /** Encrypts and authenticates the state that the browser keeps while it is at the provider. */
  readonly seal: Seal;
  /** Returns true the first time that any server gets this `state`. Returns false if that is unknown. */
  readonly useOnce: (state: string) => Promise<boolean>;
  /** `https://content.example.org`, without a slash at its end. */
  readonly address: string;
  /**
   * The page of the front end by provider. The browser returns to it with `?code=`, which is valid once, for a minute and
   * for the browser that began, or with `?error=`, a sentence.
   */
  readonly pages: Readonly<Record<string, string>>;
  /** Absent: answers have refresh tokens in their body. */
  readonly refreshCookie?: RefreshCookie | null;
}

/**
 * Adds three routes: `GET <prefix>/connect/:provider` redirects a browser to the provider, `…/callback` receives it again,
 * and `POST <prefix>/auth/:provider/callback` exchanges the code of the front end for a session.
 */
export function mountSignIn(app: Express, delivery: SignInDelivery, options: RestOptions): void {
  const around = aroundOf(delivery, options);
  const { path } = around;
  const route = (method: string, serve: Serve): RequestHandler => {
    const answer = async (req: Request, res: Response): Promise<void> => {
      keepPrivate(res);
      const asked = askedOf(around, req.params['provider'], req.originalUrl.split('?')[1]);
      if (asked === null) return sendFailure(res, notFound);
      if (req.method !== method) return sendMethodNotAllowed(res, method);
      return serve(around, asked, req, res);
    };
    return (req, res, next) => void answer(req, res).catch(next);
  };
  app.all(`${path}/:provider`, route('GET', begin));
  app.all(`${path}/:provider/callback`, route('GET', comeBack));
  app.all(`${options.prefix}/auth/:provider/callback`, route('POST', exchange));
}

/** What code of an app can replace: beginning a sign-in, and exchanging the code of the front end for a session. */
export function signInActions(
  delivery: SignInDelivery,
  options: RestOptions,
): Readonly<Record<'connect' | 'exchange', ServerAction>> {
  const around = aroundOf(delivery, options);
  const action =
    (serve: Serve): ServerAction =>
    async ({ req, res, params, text }) => {
      keepPrivate(res);
      const asked = askedOf(around, params['provider'], text);
      return asked === null ? sendFailure(res, notFound) : serve(around, asked, req, res);
    };
  return { connect: action(begin), exchange: action(exchange) };
}

/** Addresses and answers have codes and secrets. */
function keepPrivate(res: Response): void {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
}

/** Null if there is no such provider. */
function askedOf({ pages }: Around, provider = '', query = ''): Asked | null {
  const page = Object.hasOwn(pages, provider) ? pages[provider] : undefined;
  return page === undefined ? null : { provider, page, query };
}

function aroundOf(delivery: SignInDelivery, options: RestOptions): Around {
  const path = `${options.prefix}/connect`;
  const cookies = signInCookies(delivery.address, options.prefix);
  return { ...delivery, path, cookies, readBody: createReadBody(options) };
}

interface Around extends SignInDelivery {
  readonly path: string;
  readonly cookies: SignInCookies;
  readonly readBody: ReturnType<typeof createReadBody>;
}

interface Asked {
  readonly provider: string;
  readonly page: string;
  readonly query: string;
}

type Serve = (around: Around, asked: Asked, req: Request, res: Response) => Promise<void>;

const begin: Serve = async (around, { provider, page, query }, _req, res) => {
  const { providers, seal, address, path, cookies } = around;
  const isSameOrigin = new URL(page).origin === new URL(address).origin;
  const challenge = readChallenge(query, isSameOrigin);
  if (!challenge.ok) return sendFailure(res, challenge.failure);
  const begun = await providers.begin(provider, `${address}${path}/${provider}/callback`);
  if (!begun.ok) return sendFailure(res, begun.failure);
  const { pending, url } = begun.value;
  setCookie(res, cookies.pending, await seal.close({ pending, challenge: challenge.value }));
  res.redirect(302, url);
};

const comeBack: Serve = async (around, { provider, page }, req, res) => {
  const { providers, accounts, seal, address, cookies } = around;
  const begun = await seal.open(cookieOf(req, cookies.pending) ?? '');
  // The cookie is valid once, whether the sign-in succeeds or not.
  dropCookie(res, cookies.pending);
  if (begun === null || begun.pending.provider !== provider)
    return sendFailure(res, failure('IDENTITY.REFUSED', reason('signIn.notBegun')));
  // A copy of the cookie must not work a second time.
  const isFirst = await around.useOnce(begun.pending.state);
  const identity = isFirst
    ? await providers.finish(begun.pending, `${address}${req.originalUrl}`)
    : err(failure('IDENTITY.REFUSED', 'This sign-in has been finished already'));
  const signedIn = identity.ok ? await accounts.signInWith(identity.value, begun.challenge) : identity;
  // A person is waiting in a browser, so failures go to the page of the front end too.
  if (!signedIn.ok) return res.redirect(302, addParameter(page, 'error', signedIn.failure.message));
  const { code, verifier } = signedIn.value;
  if (verifier !== null) setCookie(res, cookies.verifier, verifier);
  res.redirect(302, addParameter(page, 'code', code));
};

const exchange: Serve = async (around, _asked, req, res) => {
  const { readBody, cookies, refreshCookie = null } = around;
  const from = await refuseOtherOrigins(req, refreshCookie);
  if (!from.ok) return sendFailure(res, from.failure);
  const body = await readBody(req, res);
  if (!body.ok) return sendError(res, body.failure);
  const kept = cookieOf(req, cookies.verifier);
  const asked = readExchange(body.value, kept);
  if (!asked.ok) return sendFailure(res, asked.failure);
  const signedIn = await accountsForAnybody(around, req).redeem(asked.value.code, asked.value.verifier);
  if (!signedIn.ok) return sendFailure(res, signedIn.failure);
  if (kept !== undefined) dropCookie(res, cookies.verifier);
  sendText(res, 200, JSON.stringify(handOut(res, refreshCookie, signedIn.value)));
};

/** Reads the code and the verifier; the latter from the cookie if the body has none. */
function readExchange(
  body: unknown,
  kept: string | undefined,
): Result<{ readonly code: string; readonly verifier: string }> {
  const isKept = kept !== undefined && isPlainObject(body) && !Object.hasOwn(body, 'code_verifier');
  const asked = readTexts(isKept ? { ...body, code_verifier: kept } : body, ['code', 'code_verifier']);
  if (!asked.ok) return asked;
  const { code, code_verifier: given } = asked.value;
  const verifier = readVerifier(given);
  return verifier.ok ? ok({ code, verifier: verifier.value }) : verifier;
}

/**
 * Returns the code challenge of a front end (RFC 7636, S256) as hexadecimal. Null if there is none, which is allowed only
 * on the server's own origin: the browser gets a cookie instead.
 */
function readChallenge(query: string, isSameOrigin: boolean): Result<string | null> {
  const given = new URLSearchParams(query);
  const [challenges, method] = [given.getAll('code_challenge'), given.get('code_challenge_method')];
  if (method !== null && method !== 'S256')
    return refused('code_challenge_method', reason('challenge.method'));
  const [challenge] = challenges;
  if (challenge === undefined)
    return isSameOrigin ? ok(null) : refused('code_challenge', reason('challenge.missing'));
  return challenges.length === 1 && /^[\w-]{43}$/.test(challenge)
    ? ok(Buffer.from(challenge, 'base64url').toString('hex'))
    : refused('code_challenge', reason('challenge.form'));
}

/** Checks the form of a code verifier (RFC 7636). */
const readVerifier = (verifier: string): Result<string> =>
  /^[\w.~-]{43,128}$/.test(verifier) ? ok(verifier) : refused('code_verifier', reason('verifier.form'));

const refused = (name: string, why: Reason): Result<never> =>
  err(invalidInput([{ path: [name], reason: why, value: undefined }]));
