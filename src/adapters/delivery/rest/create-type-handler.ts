import { queryTextOf } from '../codec/parse-query-text.js';
import type { Request, Response } from 'express';
import type { TellDenied } from '../../../application/access/tell-denied.js';
import { mayUse } from '../../../application/access/rules/access-rule.js';
import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import { recordRefusal } from '../../../application/audit/refusals.js';
import { denied, notFound } from '../../../domain/failure.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { askingFrom, callingFrom } from '../codec/client-address.js';
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
  /** Where it is kept who is refused. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
  /** Reports a refusal and the grant that it lacks. */
  readonly tellDenied?: TellDenied | undefined;
  /** What the app's own code puts before routes. */
  readonly rules?: RouteRules | undefined;
}

/** What a path under the name of a type leads to: its methods, in the order in which `Allow` lists them. */
type Route = Readonly<Record<string, Operation | undefined>>;

/** The rest of a path, after the name of its type. */
export interface Place {
  readonly documentId: string | undefined;
  /** As in `…/actions/publish`. */
  readonly action: string | undefined;
}

/** Undefined: there is no such route. */
export type TypeHandler = (
  req: Request,
  res: Response,
  type: ContentType,
  place: Place,
) => Promise<void> | undefined;

/** Serves the routes of content-types: reads who asks, lets the policy decide, then decodes, acts and presents. */
export function createTypeHandler(dependencies: HandlerDependencies): TypeHandler {
  const routeOf = createRoutes(dependencies);
  return (req, res, type, place) => {
    const route = withoutHidden(routeOf(type, place), dependencies.rules?.of(type.uid));
    return route && serve(dependencies, route, { req, res, type, documentId: place.documentId });
  };
}

interface Asked {
  readonly req: Request;
  readonly res: Response;
  readonly type: ContentType;
  readonly documentId: string | undefined;
}

/** Undefined: nothing of it is left. */
function withoutHidden(route: Route | undefined, rules: TypeRules | undefined): Route | undefined {
  if (route === undefined || rules === undefined || rules.hidden.size === 0) return route;
  const left = Object.entries(route).filter(
    ([, operation]) => operation && !rules.hidden.has(operation.action),
  );
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

async function serve(dependencies: HandlerDependencies, route: Route, asked: Asked): Promise<void> {
  const { authenticate, readBody, rules, audit, tellDenied } = dependencies;
  const { req, res, type, documentId } = asked;
  // Who asks, and in which form, decides on the answer: no cache may give it to somebody else.
  res.setHeader('Vary', 'Origin, Authorization, Strapi-Response-Format');
  const operation = Object.hasOwn(route, req.method) ? route[req.method] : undefined;
  if (operation === undefined) return sendMethodNotAllowed(res, Object.keys(route).join(', '));
  const principal = await authenticate(req.headers.authorization);
  if (!principal.ok) return sendFailure(res, principal.failure);
  // Nobody keeps where readers come from.
  const from = req.method === 'GET' ? callingFrom : askingFrom;
  const asking = from(principal.value, req);
  const rule = rules?.of(type.uid)?.byAction.get(operation.action);
  const admitted = admit(asking, operation, type, rule);
  if (admitted === null) {
    const { action } = operation;
    tellDenied?.(asking, action, type.uid);
    if (audit !== undefined) await recordRefusal(audit, asking, { action, type: type.uid, documentId });
    return sendFailure(res, denied);
  }
  // No stored text holds a null character, and databases refuse to look for one.
  if (documentId?.includes('\u0000') === true)
    return operation.action === 'delete' ? sendNothing(res) : sendFailure(res, notFound);
  const call = { ...asked, principal: admitted, text: queryTextOf(req.url) };
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
  return ({ kind }: ContentType, { documentId, action }: Place): Route | undefined => {
    const isSingle = kind === 'singleType';
    if (action !== undefined)
      return isSingle === (documentId === undefined) ? actions.get(action.toLowerCase()) : undefined;
    if (isSingle) return documentId === undefined ? single : undefined;
    return documentId === undefined ? collection : document;
  };
}
