import type { Request, Response } from 'express';
import type { ReportDenied } from '../../../application/access/report-denied.js';
import { mayUse } from '../../../application/access/rules/access-rule.js';
import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import { reportRefusal } from '../../../application/audit/refusals.js';
import { denied, notFound } from '../../../domain/failure.js';
import type { Action, Principal } from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { readingReplicas, withOrigin, withCaller } from '../codec/client-address.js';
import { recordOf } from '../../../application/observations/request-record.js';
import { queryTextOf } from '../codec/parse-query-text.js';
import {
  type Call,
  type Operation,
  type OperationDependencies,
  readOperations,
  writeOperations,
} from './document-operations.js';
import { transitionOperations } from './transition-operations.js';
import type { Authenticate } from './authenticate.js';
import { historyOperations, type HistoryPath } from './history/history-operations.js';
import type { AppRoute } from './routes/app-route.js';
import type { AppRoutes } from './routes/app-routes.js';
import { isGuardedByCode } from './routes/find-access.js';
import type { PathParams } from './routes/route-table.js';
import { admitTo, runAroundOperation, type AppRouteDependencies } from './routes/serve-app-route.js';
import { sendMethodNotAllowed, sendNothing, sendFailure } from './send.js';

export interface HandlerDependencies extends OperationDependencies, AppRouteDependencies {
  readonly authenticate: Authenticate;
  /** Records refusals. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
  /** Reports a refusal and the grant that it lacks. */
  readonly reportDenied?: ReportDenied | undefined;
  /** Routes, policies and middlewares of the app. */
  readonly routes?: AppRoutes | undefined;
}

/** The operations of a path by HTTP method, in the order in which the `Allow` header lists them. */
type MethodOperations = Readonly<Record<string, Operation | undefined>>;

/** The parts of a path after the name of its type. */
export interface RouteParams {
  readonly documentId: string | undefined;
  /** `publish` in `…/actions/publish`. */
  readonly action: string | undefined;
  /** What follows `…/history`. */
  readonly history?: HistoryPath;
}

export interface TypeHandler {
  /** Serves a request by its path. Returns undefined if there is no such route. */
  serve(req: Request, res: Response, type: ContentType, params: RouteParams): Promise<void> | undefined;
  /** Serves a route of the app whose handler is the server's own. */
  serveRoute(req: Request, res: Response, route: CoreAppRoute, params: PathParams): Promise<void>;
}

export type CoreAppRoute = AppRoute & { readonly core: NonNullable<AppRoute['core']> };

/** Creates the handler of all content-type routes. It authenticates, checks permission, and runs the operation. */
export function createTypeHandler(dependencies: HandlerDependencies): TypeHandler {
  const operations = createOperations(dependencies);
  const { routes } = dependencies;
  return {
    serve(req, res, type, params) {
      if (params.history !== undefined && isGuardedByCode(type, routes)) return undefined;
      const found = operations.at(type, params);
      const left = found && routes ? withoutHidden(found, type, routes) : found;
      if (left === undefined) return undefined;
      const { documentId } = params;
      const operation = Object.hasOwn(left, req.method) ? left[req.method] : undefined;
      if (operation === undefined) {
        sendMethodNotAllowed(res, Object.keys(left).join(', '));
        return Promise.resolve();
      }
      const route = routes?.transitionOf(type.uid, operation.action);
      return serve(dependencies, { req, res, type, documentId, operation, route, params: idIn(documentId) });
    },
    serveRoute(req, res, route, params) {
      const { type, action } = route.core;
      const operation = operations.of(type, action);
      const needsId = type.kind !== 'singleType' && !['find', 'create'].includes(action);
      const documentId = needsId ? (params['id'] ?? Object.values(params)[0] ?? '') : undefined;
      return serve(dependencies, { req, res, type, documentId, operation, route, params });
    },
  };
}

const idIn = (documentId: string | undefined): PathParams =>
  documentId === undefined ? {} : { id: documentId };

interface TypeRequest extends Pick<Call, 'req' | 'res' | 'type' | 'documentId'> {
  readonly operation: Operation;
  readonly route: AppRoute | undefined;
  readonly params: PathParams;
}

/** Removes the actions that the app routes itself or has turned off. Returns undefined if none is left. */
function withoutHidden(
  found: MethodOperations,
  type: ContentType,
  routes: AppRoutes,
): MethodOperations | undefined {
  const left = Object.entries(found).filter(
    ([, operation]) => operation && !routes.replaces(type.uid, operation.action),
  );
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

async function serve(dependencies: HandlerDependencies, request: TypeRequest): Promise<void> {
  const { req, res, type, documentId, operation, route, params } = request;
  recordOf(req)?.routed('rest', type.uid, operation.action);
  // A cache must not give the answer to another caller, or in another response format.
  res.setHeader('Vary', 'Origin, Authorization, Strapi-Response-Format');
  const judge = (): Promise<Result<Principal>> =>
    route === undefined ? admitted(dependencies, request) : admitTo(route, dependencies, { req }, documentId);
  const principal = await judge();
  if (!principal.ok) return sendFailure(res, principal.failure);
  // No stored text has a null character, and PostgreSQL refuses to search for one.
  if (documentId?.includes('\u0000') === true)
    return operation.action === 'delete' ? sendNothing(res) : sendFailure(res, notFound);
  const text = queryTextOf(req.url);
  const call = { req, res, type, documentId, principal: principal.value, judge, text };
  if (route === undefined || (route.policies.length === 0 && route.middlewares.length === 0))
    return operation.run(call);
  return runAroundOperation(dependencies, route, call, params, operation);
}

async function admitted(
  { authenticate, audit, reportDenied }: HandlerDependencies,
  { req, type, documentId, operation: { action } }: TypeRequest,
): Promise<Result<Principal>> {
  const principal = await authenticate(req.headers.authorization);
  if (!principal.ok) return principal;
  // Reads are not recorded, so only the other methods need the client's address.
  const identify = req.method === 'GET' ? withCaller : withOrigin;
  const identified = identify(principal.value, req);
  const caller = action === 'find' || action === 'findOne' ? readingReplicas(identified) : identified;
  if (mayUse(caller, { type: type.uid, action })) return ok(caller);
  await reportRefusal({ audit, reportDenied }, caller, { action, type: type.uid, documentId });
  return err(denied);
}

function createOperations(dependencies: OperationDependencies) {
  const { find, findOne, findSingle } = readOperations(dependencies);
  const { create, update, remove } = writeOperations(dependencies);
  const { publish, unpublish, discardDraft } = transitionOperations(dependencies);
  const collection: MethodOperations = { HEAD: find, GET: find, POST: create };
  const document: MethodOperations = { HEAD: findOne, GET: findOne, PUT: update, DELETE: remove };
  const single: MethodOperations = { HEAD: findSingle, GET: findSingle, PUT: update, DELETE: remove };
  const transitions: ReadonlyMap<string, MethodOperations> = new Map([
    ['publish', { POST: publish }],
    ['unpublish', { POST: unpublish }],
    ['discard-draft', { POST: discardDraft }],
  ]);
  const { history: service, options } = dependencies;
  const historyAt = (path: HistoryPath): MethodOperations | undefined =>
    service && historyOperations({ history: service, options }, path);
  const byAction: Readonly<Partial<Record<Action, Operation>>> = {
    find,
    findOne,
    create,
    update,
    delete: remove,
    publish,
    unpublish,
    discardDraft,
  };
  return {
    /** The operation of an action that the type has. */
    of({ kind, uid }: ContentType, action: Action): Operation {
      const operation = kind === 'singleType' && action === 'find' ? findSingle : byAction[action];
      if (operation === undefined) throw new Error(`${uid} has no operation ${action}`);
      return operation;
    },
    at(
      { kind, history: kept }: ContentType,
      { documentId, action, history }: RouteParams,
    ): MethodOperations | undefined {
      const isSingle = kind === 'singleType';
      if (history !== undefined)
        return kept !== null && isSingle === (documentId === undefined) ? historyAt(history) : undefined;
      if (action !== undefined)
        return isSingle === (documentId === undefined) ? transitions.get(action.toLowerCase()) : undefined;
      if (isSingle) return documentId === undefined ? single : undefined;
      return documentId === undefined ? collection : document;
    },
  };
}
