import { queryTextOf } from '../../codec/parse-query-text.js';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Accounts } from '../../../../application/accounts/accounts.js';
import type { Documents } from '../../../../application/documents/documents.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { ok } from '../../../../domain/result.js';
import type { Authenticate } from '../authenticate.js';
import { withOrigin } from '../../codec/client-address.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import { sendError, sendMethodNotAllowed, sendText, sendFailure } from '../send.js';
import { accountsFor, accountsForAnybody, type AccountsAround, authOperations } from './auth-operations.js';
import { routeOf } from './limit-auth-routes.js';
import { readTexts } from './read-texts.js';
import { bodyOfRefresh, handOut, refuseOtherSites, takeBack, type RefreshCookie } from './refresh-cookie.js';
import { userOperations, type UserOperation } from './user-operations.js';

export interface AccountDelivery {
  readonly accounts: Accounts;
  /** The page that a browser gets after the confirmation of an address. */
  readonly confirmedUrl: string;
  /** Absent: answers have refresh tokens in their body. */
  readonly refreshCookie?: RefreshCookie | null;
}

interface Around {
  readonly documents: Documents;
  readonly authenticate: Authenticate;
  readonly audit?: AccountsAround['audit'];
  readonly options: RestOptions;
}

/** Adds the routes under `<prefix>/auth` and `<prefix>/users`. */
export function mountAccounts(app: Express, delivery: AccountDelivery, around: Around): void {
  const { prefix } = around.options;
  app.use(`${prefix}/auth`, authRoutes(delivery, around));
  app.use(`${prefix}/users`, userRoutes(delivery, around));
}

function authRoutes(delivery: AccountDelivery, around: Around): RequestHandler {
  const { accounts, confirmedUrl, refreshCookie: cookie = null } = delivery;
  const operations = new Map(Object.entries(authOperations));
  const readBody = createReadBody(around.options);
  const serve = async (req: Request, res: Response, next: () => void): Promise<void> => {
    const name = routeOf(req);
    if (name === 'email-confirmation')
      return confirm(accountsForAnybody({ accounts, audit: around.audit }, req), confirmedUrl, req, res);
    const operation = operations.get(name);
    if (operation === undefined) return next();
    if (req.method !== 'POST') return sendMethodNotAllowed(res, 'POST');
    const principal = await principalOf(around, req, res);
    if (principal === null) return;
    const body = await readBody(req, res);
    if (!body.ok) return sendError(res, body.failure);
    const from = sessionless.has(name) ? ok(null) : refuseOtherSites(req, cookie);
    if (!from.ok) return sendFailure(res, from.failure);
    const using = accountsFor({ accounts, audit: around.audit }, principal);
    const given = name === 'refresh' ? bodyOfRefresh(req, cookie, body.value) : body.value;
    const done = await operation({ req, res, principal, accounts: using, body: given });
    if (!done.ok) return sendFailure(res, done.failure);
    if (name === 'logout') takeBack(res, cookie);
    sendText(res, 200, JSON.stringify(handOut(res, cookie, done.value)));
  };
  return (req, res, next) => void serve(req, res, next).catch(next);
}

/** Routes that do not start a session. */
const sessionless: ReadonlySet<string> = new Set(['forgot-password', 'send-email-confirmation', 'logout']);

async function principalOf({ authenticate }: Around, req: Request, res: Response): Promise<Principal | null> {
  res.setHeader('Vary', 'Origin, Authorization');
  res.setHeader('Cache-Control', 'no-store');
  const principal = await authenticate(req.headers.authorization);
  if (principal.ok) return withOrigin(principal.value, req);
  sendFailure(res, principal.failure);
  return null;
}

/** Confirms an address and redirects to a page, because people follow this link from a mail. */
async function confirm(accounts: Accounts, confirmedUrl: string, req: Request, res: Response): Promise<void> {
  if (req.method !== 'GET') return sendMethodNotAllowed(res, 'GET');
  const asked = readTexts(Object.fromEntries(new URLSearchParams(queryTextOf(req.url))), ['confirmation']);
  const confirmed = asked.ok ? await accounts.confirmEmail(asked.value.confirmation) : asked;
  if (!confirmed.ok) return sendFailure(res, confirmed.failure);
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.redirect(302, confirmedUrl);
}

function userRoutes({ accounts }: AccountDelivery, around: Around): RequestHandler {
  const { documents, audit, options } = around;
  const operations = userOperations(documents, options);
  const { list, count, me, changeMe, find, create, update, remove } = operations;
  const all: Route = { HEAD: list, GET: list, POST: create };
  const one: Route = { HEAD: find, GET: find, PUT: update, DELETE: remove };
  const named: ReadonlyMap<string, Route> = new Map([
    ['', all],
    ['me', { HEAD: me, GET: me, PUT: changeMe }],
    ['count', { HEAD: count, GET: count }],
  ]);
  const readBody = createReadBody(options);
  const serve = async (req: Request, res: Response, next: () => void): Promise<void> => {
    const user = req.path.replace(/^\/+|\/+$/g, '');
    if (user.includes('/')) return next();
    const route = named.get(user.toLowerCase()) ?? one;
    const operation = Object.hasOwn(route, req.method) ? route[req.method] : undefined;
    if (operation === undefined) return sendMethodNotAllowed(res, Object.keys(route).join(', '));
    const principal = await principalOf(around, req, res);
    if (principal === null) return;
    const body = await readBody(req, res);
    if (!body.ok) return sendError(res, body.failure);
    const done = await operation({
      req,
      res,
      principal,
      accounts: accountsFor({ accounts, audit }, principal),
      user: decoded(user),
      text: queryTextOf(req.url),
      body: body.value,
    });
    if (!done.ok) return sendFailure(res, done.failure);
    sendText(res, operation === create ? 201 : 200, done.value);
  };
  return (req, res, next) => void serve(req, res, next).catch(next);
}

type Route = Readonly<Record<string, UserOperation | undefined>>;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\u0000';
  }
}
