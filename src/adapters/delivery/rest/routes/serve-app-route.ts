import { requestStateOf } from '../../../../application/app-code/request-state.js';
import type { AppAction } from '../../../../application/app-code/controllers.js';
import { lackedScope } from '../../../../application/access/rules/access-rule.js';
import { runPolicies, type BoundPolicy } from '../../../../application/access/rules/policies.js';
import { type RefusalReports, reportRefusal } from '../../../../application/audit/refusals.js';
import { denied, failure } from '../../../../domain/failure.js';
import { nobody, type Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { withCaller, withOrigin } from '../../codec/client-address.js';
import { queryTextOf } from '../../codec/create-koa.js';
import { contextOf, hasStatus, policyContextOf, type RequestContext } from '../../codec/request-context.js';
import { refusalSetOn } from '../../codec/thrown-refusal.js';
import { answerError, type AnswerByCode } from '../app-code/answer-by-code.js';
import { runInTurn } from '../app-code/run-in-turn.js';
import { heldOf, holdAnswer } from '../app-code/hold-answer.js';
import type { ReadAppBody } from '../app-code/read-app-body.js';
import type { Authenticate } from '../authenticate.js';
import type { Call, Operation } from '../document-operations.js';
import { replaceBody } from '../read-body.js';
import type { AppRoute } from './app-route.js';
import type { PathParams } from './route-table.js';

/** Returns the whole row of a user with their role, for `ctx.state.user`. */
export type LoadUser = (user: { readonly documentId: string }) => Promise<unknown>;

export interface AppRouteDependencies extends RefusalReports {
  readonly authenticate: Authenticate;
  /** Absent: `state.user` has id, documentId and username. */
  readonly loadUser?: LoadUser | undefined;
  readonly readAppBody: ReadAppBody;
  readonly answers: AnswerByCode;
  readonly prefix: string;
}

/** A request that a route has let through. */
type Admitted = Pick<Call, 'req' | 'res' | 'principal'>;

/** Authenticates the request and applies the rule of the route. Fails with the answer for the client. */
export async function admitTo(
  route: AppRoute,
  { authenticate, audit, reportDenied }: Pick<AppRouteDependencies, 'authenticate' | keyof RefusalReports>,
  { req }: Pick<Call, 'req'>,
  documentId?: string,
): Promise<Result<Principal>> {
  const principal = route.auth.isOpen ? ok(nobody) : await authenticate(req.headers.authorization);
  if (!principal.ok) return principal;
  // Reads are not recorded, so only the other methods need the client's address.
  const identify = req.method === 'GET' ? withCaller : withOrigin;
  const caller = identify(principal.value, req);
  const admitted = route.auth.admit(caller);
  if (admitted === 'unauthenticated')
    return err(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials'));
  if (admitted !== null) return ok(identify(admitted, req));
  const scope = lackedScope(caller, route.auth.scopes);
  if (scope !== undefined) await reportRefusal({ audit, reportDenied }, caller, { ...scope, documentId });
  return err(denied);
}

/** Runs policies, middlewares and the action of a route in the request's context, and sends the answer. */
export async function runAction(
  dependencies: AppRouteDependencies,
  route: AppRoute,
  admitted: Admitted,
  params: PathParams,
  actions: readonly AppAction[],
): Promise<void> {
  const context = await prepared(dependencies, route, admitted, params);
  if (!hasStatus(context.response)) admitted.res.statusCode = 404;
  return runRoute(dependencies, route, context, async () => {
    const value = await runInTurn(actions, context);
    const hasBody = context.body !== undefined && context.body !== null;
    if (!hasBody && value !== undefined && value !== null) context.body = value;
  });
}

/** Runs policies and middlewares around an operation of the server, which gets the request as they change it. */
export async function runAroundOperation(
  dependencies: AppRouteDependencies,
  route: AppRoute,
  call: Call,
  params: PathParams,
  operation: Operation,
): Promise<void> {
  const context = await prepared(dependencies, route, call, params);
  const run = async (): Promise<void> => {
    replaceBody(call.req, context.request.body);
    const changed = { ...call, text: queryTextOf(context.request), documentId: documentIdIn(call, context) };
    // Middlewares around everything get it when those of the route are done.
    const isSeen = route.middlewares.length > 0 || heldOf(call.res) !== undefined;
    const answered = isSeen ? holdAnswer(context) : undefined;
    await operation.run(changed);
    await answered;
  };
  return runRoute(dependencies, route, context, run);
}

const documentIdIn = ({ documentId }: Call, { params }: RequestContext): string | undefined => {
  if (documentId === undefined) return undefined;
  return String(params['id'] ?? Object.values(params)[0]);
};

/** Returns the context of the request with everything that the code of the route reads. */
async function prepared(
  { loadUser, prefix }: AppRouteDependencies,
  { auth, handler, method, path, config, api, isAtRoot }: AppRoute,
  { req, res, principal }: Admitted,
  params: PathParams,
): Promise<RequestContext> {
  const context = contextOf(req, res);
  context.params = { ...params };
  const row = principal.user && (await loadUser?.(principal.user));
  const info = { type: 'content-api', apiName: api };
  const whole = isAtRoot ? path : `${prefix}${path}`;
  const state = auth.isOpen
    ? { user: undefined, auth: undefined, isAuthenticated: false }
    : requestStateOf(principal, row);
  Object.assign(context.state, state, { route: { handler, method, path: whole, config, info } });
  Object.assign(context, { _matchedRoute: whole, routerPath: whole });
  return context;
}

async function runRoute(
  { answers, readAppBody }: AppRouteDependencies,
  { policies, middlewares, handler }: AppRoute,
  context: RequestContext,
  action: () => Promise<unknown>,
): Promise<void> {
  const body = await readAppBody(context);
  return answers.run(context, handler, async () => {
    if (!body.ok) return answerError(context, body.failure);
    if (policies.length > 0 && !(await passes(policies, context))) return;
    await runInTurn([...(middlewares as readonly AppAction[]), action], context);
  });
}

/** Runs policies. False: one has set a refusal on the context instead of throwing it. */
function passes(policies: readonly BoundPolicy[], context: RequestContext): Promise<boolean> {
  const isSet = hasStatus(context.response);
  const hasRefused = (): boolean => !isSet && refusalSetOn(context) !== null;
  return runPolicies(policies, policyContextOf(context, 'koa'), hasRefused);
}
