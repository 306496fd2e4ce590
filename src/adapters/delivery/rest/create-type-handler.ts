import { queryTextOf } from '../codec/parse-query-text.js';
import type { Request, Response } from 'express';
import type { ReportDenied } from '../../../application/access/report-denied.js';
import { mayUse } from '../../../application/access/rules/access-rule.js';
import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import { recordRefusal } from '../../../application/audit/refusals.js';
import { denied, notFound } from '../../../domain/failure.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { withOrigin, withCaller } from '../codec/client-address.js';
import {
  type Operation,
  type OperationDependencies,
  readOperations,
  transitionOperations,
  writeOperations,
} from './document-operations.js';
import type { RouteRule, RouteRules, TypeRules } from './policies/route-rules.js';
import { runUnderRule } from './policies/run-under-rule.js';
import { sendMethodNotAllowed, sendNothing, sendFailure } from './send.js';

export type Authenticate = (
  authorizationHeader: string | undefined,
) => Promise<Result<Principal>> | Result<Principal>;

export interface HandlerDependencies extends OperationDependencies {
  readonly authenticate: Authenticate;
  /** Records refusals. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
  /** Reports a refusal and the grant that it lacks. */
  readonly reportDenied?: ReportDenied | undefined;
  /** Policies and middlewares of the app. */
  readonly rules?: RouteRules | undefined;
}

/** The operations of a path by HTTP method, in the order in which the `Allow` header lists them. */
type Route = Readonly<Record<string, Operation | undefined>>;

/** The parts of a path after the name of its type. */
export interface RouteParams {
  readonly documentId: string | undefined;
  /** `publish` in `…/actions/publish`. */
  readonly action: string | undefined;
}

/** Serves a request. Returns undefined if there is no such route. */
export type TypeHandler = (
  req: Request,
  res: Response,
  type: ContentType,
  params: RouteParams,
) => Promise<void> | undefined;

/** Creates the handler of all content-type routes. It authenticates, checks permission, and runs the operation. */
export function createTypeHandler(dependencies: HandlerDependencies): TypeHandler {
  const routeOf = createRoutes(dependencies);
  return (req, res, type, params) => {
    const route = withoutHidden(routeOf(type, params), dependencies.rules?.of(type.uid));
    return route && serve(dependencies, route, { req, res, type, documentId: params.documentId });
  };
}

interface TypeRequest {
  readonly req: Request;
  readonly res: Response;
  readonly type: ContentType;
  readonly documentId: string | undefined;
}

/** Removes the actions that the app has turned off. Returns undefined if none is left. */
function withoutHidden(route: Route | undefined, rules: TypeRules | undefined): Route | undefined {
  if (route === undefined || rules === undefined || rules.hidden.size === 0) return route;
  const left = Object.entries(route).filter(
    ([, operation]) => operation && !rules.hidden.has(operation.action),
  );
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

async function serve(dependencies: HandlerDependencies, route: Route, request: TypeRequest): Promise<void> {
  const { authenticate, readBody, rules, audit, reportDenied } = dependencies;
  const { req, res, type, documentId } = request;
  // A cache must not give the answer to another caller, or in another response format.
  res.setHeader('Vary', 'Origin, Authorization, Strapi-Response-Format');
  const operation = Object.hasOwn(route, req.method) ? route[req.method] : undefined;
  if (operation === undefined) return sendMethodNotAllowed(res, Object.keys(route).join(', '));
  const principal = await authenticate(req.headers.authorization);
  if (!principal.ok) return sendFailure(res, principal.failure);
  // Reads are not recorded, so only the other methods need the client's address.
  const identify = req.method === 'GET' ? withCaller : withOrigin;
  const caller = identify(principal.value, req);
  const rule = rules?.of(type.uid)?.byAction.get(operation.action);
  const admitted = admit(caller, operation, type, rule);
  if (admitted === null) {
    const { action } = operation;
    reportDenied?.(caller, action, type.uid);
    if (audit !== undefined) await recordRefusal(audit, caller, { action, type: type.uid, documentId });
    return sendFailure(res, denied);
  }
  // No stored text has a null character, and PostgreSQL refuses to search for one.
  if (documentId?.includes('\u0000') === true)
    return operation.action === 'delete' ? sendNothing(res) : sendFailure(res, notFound);
  const call = { ...request, principal: admitted, text: queryTextOf(req.url) };
  return rule === undefined ? operation.run(call) : runUnderRule(rule, call, readBody, operation);
}

function admit(
  principal: Principal,
  { action }: Operation,
  type: ContentType,
  rule: RouteRule | undefined,
): Principal | null {
  if (rule !== undefined) return rule.admit(principal);
  return mayUse(principal, { type: type.uid, action }) ? principal : null;
}

function createRoutes(dependencies: OperationDependencies) {
  const { find, findOne, findSingle } = readOperations(dependencies);
  const { create, update, remove } = writeOperations(dependencies);
  const { publish, unpublish, discardDraft } = transitionOperations(dependencies);
  const collection: Route = { HEAD: find, GET: find, POST: create };
  const document: Route = { HEAD: findOne, GET: findOne, PUT: update, DELETE: remove };
  const single: Route = { HEAD: findSingle, GET: findSingle, PUT: update, DELETE: remove };
  const actions: ReadonlyMap<string, Route> = new Map([
    ['publish', { POST: publish }],
    ['unpublish', { POST: unpublish }],
    ['discard-draft', { POST: discardDraft }],
  ]);
  return ({ kind }: ContentType, { documentId, action }: RouteParams): Route | undefined => {
    const isSingle = kind === 'singleType';
    if (action !== undefined)
      return isSingle === (documentId === undefined) ? actions.get(action.toLowerCase()) : undefined;
    if (isSingle) return documentId === undefined ? single : undefined;
    return documentId === undefined ? collection : document;
  };
}
