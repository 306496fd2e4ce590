import { queryTextOf } from '../../codec/parse-query-text.js';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Accounts } from '../../../../application/accounts/accounts.js';
import type { Documents } from '../../../../application/documents/documents.js';
import { nobody, type Principal } from '../../../../domain/permission/permission.js';
import { ok } from '../../../../domain/result.js';
import type { Authenticate } from '../authenticate.js';
import { withOrigin } from '../../codec/client-address.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import { sendError, sendMethodNotAllowed, sendText, sendFailure } from '../send.js';
import type { ServerAction } from '../routes/server-action.js';
import {
  accountsFor,
  accountsForAnybody,
  type AccountsAround,
  type AuthOperation,
  authOperations,
} from './auth-operations.js';
import { routeOf } from './limit-auth-routes.js';
import { readTexts } from './read-texts.js';
import { handOut, keptToken, refuseOtherOrigins, takeBack, type RefreshCookie } from './refresh-cookie.js';
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

/** What the routes of accounts do for a request that is authenticated. */
export interface AccountActions {
  /** By the path under `<prefix>/auth`. */
  readonly auth: ReadonlyMap<string, ServerAction>;
  readonly users: ReturnType<typeof userActions>;
  readonly refreshCookie: RefreshCookie | null;
}

export const createAccountActions = (delivery: AccountDelivery, around: Around): AccountActions => ({
  auth: authActions(delivery, around),
  users: userActions(delivery, around),
  refreshCookie: delivery.refreshCookie ?? null,
});

/** Adds the routes under `<prefix>/auth` and `<prefix>/users`. */
export function mountAccounts(app: Express, actions: AccountActions, around: Around): void {
  const { prefix } = around.options;
  app.use(`${prefix}/auth`, authRoutes(actions, around));
  app.use(`${prefix}/users`, userRoutes(actions.users, around));
}

function authRoutes({ auth, refreshCookie }: AccountActions, around: Around): RequestHandler {
  const serve = async (req: Request, res: Response, next: () => void): Promise<void> => {
    const name = routeOf(req);
    const action = auth.get(name);
    if (action === undefined) return next();
    const isLink = name === confirmation;
    const method = isLink ? 'GET' : 'POST';
    if (req.method !== method) return sendMethodNotAllowed(res, method);
    const mayHaveEnded = name === 'logout' && keptToken(req, refreshCookie) !== undefined;
    const principal = isLink ? nobody : await principalOf(around, req, res, mayHaveEnded);
    if (principal !== null) await action({ req, res, principal, params: {}, text: queryTextOf(req.url) });
  };
  return (req, res, next) => void serve(req, res, next).catch(next);
}

function authActions(delivery: AccountDelivery, around: Around): AccountActions['auth'] {
  const { accounts, confirmedUrl } = delivery;
  const operations = Object.entries(authOperations).map(
    ([name, operation]) => [name, authAction(name, operation, delivery, around)] as const,
  );
  const confirming: ServerAction = ({ req, res, text }) =>
    confirm(accountsForAnybody({ accounts, audit: around.audit }, req), confirmedUrl, text, res);
  return new Map([...operations, [confirmation, confirming]]);
}

const confirmation = 'email-confirmation';

function authAction(
  name: string,
  operation: AuthOperation,
  { accounts, refreshCookie: cookie = null }: AccountDelivery,
  { audit, options }: Around,
): ServerAction {
  const readBody = createReadBody(options);
  return async ({ req, res, principal }) => {
    const body = await readBody(req, res);
    if (!body.ok) return sendError(res, body.failure);
    const refreshToken = keptToken(req, cookie);
    const from = usesCookie(name, principal) ? await refuseOtherOrigins(req, cookie) : ok(null);
    if (!from.ok) return sendFailure(res, from.failure);
    const using = accountsFor({ accounts, audit }, principal);
    const done = await operation({ req, res, principal, accounts: using, body: body.value, refreshToken });
    if (!done.ok) return sendFailure(res, done.failure);
    if (name === 'logout') takeBack(res, cookie);
    sendText(res, 200, JSON.stringify(handOut(res, cookie, done.value)));
  };
}

/** Whether a route sets the cookie, or ends the sign-in of its token. */
const usesCookie = (name: string, { user }: Principal): boolean =>
  name === 'logout' ? user === undefined : !sessionless.has(name);

/** Routes that do not start a session. */
const sessionless: ReadonlySet<string> = new Set(['forgot-password', 'send-email-confirmation']);

async function principalOf(
  { authenticate }: Pick<Around, 'authenticate'>,
  req: Request,
  res: Response,
  mayHaveEnded = false,
): Promise<Principal | null> {
  res.setHeader('Vary', 'Origin, Authorization');
  res.setHeader('Cache-Control', 'no-store');
  const principal = await authenticate(req.headers.authorization);
  if (principal.ok) return withOrigin(principal.value, req);
  if (mayHaveEnded && principal.failure.code === 'POLICY.UNAUTHENTICATED') return withOrigin(nobody, req);
  sendFailure(res, principal.failure);
  return null;
}

/** Confirms an address and redirects to a page, because people follow this link from a mail. */
async function confirm(accounts: Accounts, confirmedUrl: string, text: string, res: Response): Promise<void> {
  const asked = readTexts(Object.fromEntries(new URLSearchParams(text)), ['confirmation']);
  const confirmed = asked.ok ? await accounts.confirmEmail(asked.value.confirmation) : asked;
  if (!confirmed.ok) return sendFailure(res, confirmed.failure);
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.redirect(302, confirmedUrl);
}

function userActions({ accounts }: AccountDelivery, { documents, audit, options }: Around) {
  const { list, count, me, changeMe, find, create, update, remove } = userOperations(documents, options);
  const readBody = createReadBody(options);
  const action =
    (operation: UserOperation, status = 200): ServerAction =>
    async ({ req, res, principal, params, text }) => {
      const body = await readBody(req, res);
      if (!body.ok) return sendError(res, body.failure);
      const using = accountsFor({ accounts, audit }, principal);
      const user = params['id'] ?? '';
      const done = await operation({ req, res, principal, accounts: using, user, text, body: body.value });
      if (!done.ok) return sendFailure(res, done.failure);
      sendText(res, status, done.value);
    };
  return {
    list: action(list),
    count: action(count),
    me: action(me),
    changeMe: action(changeMe),
    find: action(find),
    create: action(create, 201),
    update: action(update),
    remove: action(remove),
  };
}

function userRoutes(actions: AccountActions['users'], around: Around): RequestHandler {
  const { list, count, me, changeMe, find, create, update, remove } = actions;
  const all: Route = { HEAD: list, GET: list, POST: create };
  const one: Route = { HEAD: find, GET: find, PUT: update, DELETE: remove };
  const named: ReadonlyMap<string, Route> = new Map([
    ['', all],
    ['me', { HEAD: me, GET: me, PUT: changeMe }],
    ['count', { HEAD: count, GET: count }],
  ]);
  const serve = async (req: Request, res: Response, next: () => void): Promise<void> => {
    const user = req.path.replace(/^\/+|\/+$/g, '');
    if (user.includes('/')) return next();
    const route = named.get(user.toLowerCase()) ?? one;
    const action = Object.hasOwn(route, req.method) ? route[req.method] : undefined;
    if (action === undefined) return sendMethodNotAllowed(res, Object.keys(route).join(', '));
    const principal = await principalOf(around, req, res);
    if (principal === null) return;
    await action({ req, res, principal, params: { id: decoded(user) }, text: queryTextOf(req.url) });
  };
  return (req, res, next) => void serve(req, res, next).catch(next);
}

type Route = Readonly<Record<string, ServerAction | undefined>>;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\u0000';
  }
}
