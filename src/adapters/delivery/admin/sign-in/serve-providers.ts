import type { Request, Response } from 'express';
import { failure, type Failure } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { parseQueryText, queryTextOf } from '../../codec/parse-query-text.js';
import type { AdminDependencies } from '../call.js';
import { paths } from '../contract/paths.js';
import { readSealed, setSealed } from '../cookies.js';
import { originsOf } from '../../codec/server-origins.js';
import { clientOf, isPrivateEnough, recordCrossSite } from '../guard.js';
import { goingPage, noticePage, unprovenPage } from './pages.js';
import { nextOf, send, setPageHeaders, stateOf, type Exchange } from './form-exchange.js';
import { keepSignIn, limited } from './sign-in-api.js';

/**
 * Signs in with OpenID Connect providers: `/provider/<name>` redirects a browser there, `…/callback` receives it again. Returns
 * whether the path is one of these. With `code` a person uses an invitation; with `again` the provider has to ask who they are.
 */
export async function serveProviders(
  dependencies: AdminDependencies,
  req: Request,
  res: Response,
  path: string,
): Promise<boolean> {
  const [, name = '', back] = /^\/provider\/([\w-]+)(\/callback)?$/.exec(path) ?? [];
  if (!dependencies.providers.names.includes(name)) return false;
  const exchange = { req, res };
  setPageHeaders(res);
  if (req.method !== 'GET') res.status(405).set('Allow', 'GET').end();
  else if (!isPrivateEnough(dependencies, req))
    send(exchange, 403, noticePage(stateOf(dependencies, exchange), 'plain'));
  else if (back === undefined) await begin(dependencies, exchange, name);
  else await comeBack(dependencies, exchange, name);
  return true;
}

const again = 'again';

/** What the browser brings along: the code of an invitation, `again`, or nothing. */
function broughtIn(req: Request): string {
  const asked = parseQueryText(queryTextOf(req.url));
  if (!asked.ok) return '';
  if (asked.value[again] !== undefined) return again;
  const { code } = asked.value;
  return typeof code === 'string' && /^[\da-f]{1,128}$/.test(code) ? code : '';
}

const callbackOf = ({ options }: AdminDependencies, req: Request, name: string): string =>
  `${originsOf(req, options)[0] ?? ''}${options.path}${paths.provider}/${name}/callback`;

async function begin(dependencies: AdminDependencies, exchange: Exchange, name: string): Promise<void> {
  const { req, res } = exchange;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    await recordCrossSite(dependencies, req);
    return send(exchange, 403, noticePage(stateOf(dependencies, exchange), 'old'));
  }
  const { identities, seal } = dependencies.providers;
  const brought = broughtIn(req);
  const begun = await identities.begin(name, callbackOf(dependencies, req, name), brought === again);
  if (!begun.ok) return refuse(dependencies, exchange, begun.failure);
  const { pending, url } = begun.value;
  setSealed(exchange, dependencies.options, await seal.close({ pending, challenge: brought }));
  res.redirect(302, url);
}

async function comeBack(dependencies: AdminDependencies, exchange: Exchange, name: string): Promise<void> {
  const { req } = exchange;
  const { administration, options, providers } = dependencies;
  const begun = await providers.seal.open(readSealed(req, options));
  setSealed(exchange, options, '');
  const identity = await identityOf(dependencies, req, begun?.pending.provider === name ? begun : null);
  if (!identity.ok) return refuse(dependencies, exchange, identity.failure);
  const { brought, ...who } = identity.value;
  const opened = await administration.signInWith(
    who,
    { code: brought === again ? '' : brought, isAsked: brought === again },
    clientOf(req),
  );
  if (!opened.ok) return refuse(dependencies, exchange, opened.failure, 'refused');
  keepSignIn(dependencies, exchange, opened.value);
  if (brought === again && !opened.value.waits) {
    const me = await administration.authenticate(opened.value.token, 'watch');
    if (!me.ok) return refuse(dependencies, exchange, me.failure);
    if (me.value?.isProven === false)
      return send(exchange, 200, unprovenPage(stateOf(dependencies, exchange)));
  }
  const next = await nextOf(dependencies, opened.value);
  return send(exchange, 200, goingPage(stateOf(dependencies, exchange), next));
}

type Begun = NonNullable<Awaited<ReturnType<AdminDependencies['providers']['seal']['open']>>>;
type Finished = Awaited<ReturnType<AdminDependencies['providers']['identities']['finish']>>;
type Came = (Finished & { readonly ok: true })['value'] & { readonly brought: string };

const notBegun = failure('IDENTITY.REFUSED', reason('signIn.notBegun'));

/** Who came back, once for each beginning in this browser. */
async function identityOf(
  dependencies: AdminDependencies,
  req: Request,
  begun: Begun | null,
): Promise<Result<Came>> {
  const counted = await limited(dependencies, req, 'adminLogin');
  if (!counted.ok) return counted;
  const { providers, options } = dependencies;
  if (begun === null || !(await providers.useOnce(begun.pending.state))) return err(notBegun);
  const address = `${originsOf(req, options)[0] ?? ''}${req.originalUrl}`;
  const identity = await providers.identities.finish(begun.pending, address);
  return identity.ok ? ok({ ...identity.value, brought: begun.challenge ?? '' }) : identity;
}

/** `refused` says that the account may not come in, `failed` that the way there did not work. */
function refuse(
  dependencies: AdminDependencies,
  exchange: Exchange,
  reason: Failure,
  name: 'refused' | 'failed' = 'failed',
): void {
  const { status, headers } = dependencies.responseTo(reason);
  for (const [key, value] of Object.entries(headers ?? {})) exchange.res.setHeader(key, value);
  const state = stateOf(dependencies, exchange);
  const isAway = status === 503;
  const text = isAway ? 'away' : name;
  send(exchange, status, noticePage(state, isAway ? 'away' : 'refused', `form.${text}`));
}
