import type { Express, Request, RequestHandler, Response } from 'express';
import type { IdentityProviders, PendingSignIn } from '../../../../application/ports/identity-providers.js';
import { failure } from '../../../../domain/failure.js';
import { sendFailure } from '../operation.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import { sendError, sendMethodNotAllowed, sendText } from '../send.js';
import { accountsForAnybody, type AccountsAround } from './accounts-for.js';
import { readTexts } from './read-texts.js';

/** Signing in with providers of OpenID Connect. */
export interface SignInDelivery extends AccountsAround {
  readonly providers: IdentityProviders;
  /** Seals what the browser keeps while it is away, so that it can neither be read nor made up. */
  readonly seal: Seal;
  /** `https://content.example.org`, without a slash at its end. */
  readonly address: string;
  /** Pages of front ends by provider: people come back to them with `?code=`, which is good once and for a minute. */
  readonly pages: Readonly<Record<string, string>>;
}

export interface Seal {
  close(pending: PendingSignIn): Promise<string>;
  /** Null where it is not sealed by this server, or was too long ago. */
  open(sealed: string): Promise<PendingSignIn | null>;
}

const cookieName = 'quire_sign_in';
const lifetime = 600;

/**
 * `GET <prefix>/connect/:provider` sends a browser to the provider, `…/callback` takes it back, and
 * `POST <prefix>/auth/:provider/callback` gives a session for the code that its page got.
 */
export function mountSignIn(app: Express, delivery: SignInDelivery, options: RestOptions): void {
  const readBody = createReadBody(options.bodyLimit);
  const path = `${options.prefix}/connect`;
  const around: Around = { ...delivery, path };
  const asynchronous =
    (serve: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    (req, res, next) => {
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('Referrer-Policy', 'no-referrer');
      serve(req, res).catch(next);
    };
  app.all(
    `${path}/:provider`,
    asynchronous((req, res) => begin(around, req, res)),
  );
  app.all(
    `${path}/:provider/callback`,
    asynchronous((req, res) => comeBack(around, req, res)),
  );
  app.all(
    `${options.prefix}/auth/:provider/callback`,
    asynchronous(async (req, res) => {
      if (req.method !== 'POST') return sendMethodNotAllowed(res, 'POST');
      const body = await readBody(req, res);
      if (!body.ok) return sendError(res, body.failure);
      const asked = readTexts(body.value, ['code']);
      const signedIn = asked.ok ? await accountsForAnybody(delivery, req).redeem(asked.value.code) : asked;
      if (!signedIn.ok) return sendFailure(res, signedIn.failure);
      sendText(res, 200, JSON.stringify(signedIn.value));
    }),
  );
}

interface Around extends SignInDelivery {
  readonly path: string;
}

async function begin({ providers, seal, address, path }: Around, req: Request, res: Response): Promise<void> {
  if (req.method !== 'GET') return sendMethodNotAllowed(res, 'GET');
  const provider = req.params['provider'] ?? '';
  const begun = await providers.begin(provider, `${address}${path}/${provider}/callback`);
  if (!begun.ok) return sendFailure(res, begun.failure);
  setCookie(res, { address, path, value: await seal.close(begun.value.pending), seconds: lifetime });
  res.redirect(302, begun.value.url);
}

async function comeBack(around: Around, req: Request, res: Response): Promise<void> {
  if (req.method !== 'GET') return sendMethodNotAllowed(res, 'GET');
  const { providers, accounts, seal, address, path, pages } = around;
  const provider = req.params['provider'] ?? '';
  const pending = await seal.open(cookieOf(req) ?? '');
  // Whatever comes of it: it was good once.
  setCookie(res, { address, path, value: '', seconds: 0 });
  const page = Object.hasOwn(pages, provider) ? pages[provider] : undefined;
  if (pending === null || pending.provider !== provider || page === undefined)
    return sendFailure(res, failure('IDENTITY.REFUSED', 'Signing in was not begun in this browser'));
  const identity = await providers.finish(pending, `${address}${req.originalUrl}`);
  if (!identity.ok) return sendFailure(res, identity.failure);
  const code = await accounts.signInWith(identity.value);
  if (!code.ok) return sendFailure(res, code.failure);
  const target = new URL(page);
  target.searchParams.set('code', code.value);
  res.redirect(302, target.href);
}

interface Cookie {
  readonly address: string;
  readonly path: string;
  readonly value: string;
  readonly seconds: number;
}

/** `Lax`, for it has to come along when the provider sends the browser back. */
function setCookie(res: Response, { address, path, value, seconds }: Cookie): void {
  const secure = address.startsWith('https:') ? '; Secure' : '';
  res.setHeader(
    'Set-Cookie',
    `${cookieName}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

function cookieOf({ headers }: Request): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === cookieName) return value;
  }
  return undefined;
}
