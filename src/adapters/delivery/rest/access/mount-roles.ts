import type { Express, Request, RequestHandler, Response } from 'express';
import { type RefusalReports, reportRefusal } from '../../../../application/audit/refusals.js';
import type { RoleService, ListedRole } from '../../../../application/access/roles/role-service.js';
import type { DeclaredActions } from '../../../../application/access/declared-actions.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Authenticate } from '../authenticate.js';
import { roleAddressOf } from '../../codec/numeric-or-document-id.js';
import type { RestOptions } from '../options.js';
import { createReadBody, type ReadBody } from '../read-body.js';
import { serveRoute, type Route } from '../routes/serve-route.js';
import type { ServerAction } from '../routes/server-action.js';
import { sendFailure, sendError, sendText } from '../send.js';
import { roleType } from '../../../../domain/schema/built-in-uids.js';
import { denied } from '../../../../domain/failure.js';
import { decide, type Principal } from '../../../../domain/permission/permission.js';
import { err, type Result } from '../../../../domain/result.js';
import { decodeRole } from './decode-role.js';
import { treeOf } from './permission-tree.js';

export interface RoleDelivery extends RefusalReports {
  readonly schema: Schema;
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
  /** The actions of controllers that can be granted. */
  readonly declared?: DeclaredActions | undefined;
}

export type RoleActions = Readonly<Record<Name, ServerAction>>;

/** What the routes of roles do for a request that is authenticated. */
export function createRoleActions(roles: RoleService, delivery: RoleDelivery): RoleActions {
  const { schema, audit, reportDenied, declared, options } = delivery;
  const readBody = createReadBody(options);
  const operations = roleOperations({ schema, roles, readBody, audit, reportDenied, declared });
  const action =
    (operation: RoleOperation): ServerAction =>
    ({ req, res, principal, params }) =>
      operation({ req, res, principal, role: params['role'] ?? params['id'] ?? '' });
  const { list, find, create, update, remove, permissions } = operations;
  return {
    list: action(list),
    find: action(find),
    create: action(create),
    update: action(update),
    remove: action(remove),
    permissions: action(permissions),
  };
}

/** Adds the routes `<prefix>/users-permissions/roles[/:role]` and `<prefix>/users-permissions/permissions`. */
export function mountRoles(
  app: Express,
  { list, find, create, update, remove, permissions }: RoleActions,
  { authenticate, options }: Pick<RoleDelivery, 'authenticate' | 'options'>,
): void {
  const all: Route = { HEAD: list, GET: list, POST: create };
  const one: Route = { HEAD: find, GET: find, PUT: update, DELETE: remove };
  const tree: Route = { HEAD: permissions, GET: permissions };
  const path = `${options.prefix}/users-permissions`;
  const serving =
    (routeOf: (req: Request) => Route): RequestHandler =>
    (req, res, next) =>
      void serveRoute(authenticate, routeOf(req), req, res).catch(next);
  app.all(
    `${path}/permissions`,
    serving(() => tree),
  );
  app.all(
    `${path}/roles/:role?`,
    serving(({ params }) => (params['role'] === undefined ? all : one)),
  );
}

interface RoleCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** The numeric id or documentId of the path, or `''`. */
  readonly role: string;
}

type RoleOperation = (call: RoleCall) => Promise<void>;

interface RoleOperationDependencies extends RefusalReports {
  readonly schema: Schema;
  readonly roles: RoleService;
  readonly readBody: ReadBody;
  readonly declared?: DeclaredActions | undefined;
}

type Write = 'create' | 'update' | 'delete';
type Name = 'list' | 'find' | 'create' | 'update' | 'remove' | 'permissions';

/** The operations of Strapi's users-permissions plugin. Their answers have no `data`. */
function roleOperations(dependencies: RoleOperationDependencies): Readonly<Record<Name, RoleOperation>> {
  const { schema, roles, readBody, declared } = dependencies;
  const finish = async ({ res, principal, role }: RoleCall, action: Write, done: Result<unknown>) => {
    if (!done.ok && done.failure.code === 'POLICY.DENIED') {
      const { key, value } = roleAddressOf(role);
      const documentId = key === 'documentId' && value !== '' ? value : undefined;
      await reportRefusal(dependencies, principal, { action, type: roleType, documentId });
    }
    sendDone(res, done);
  };
  return {
    list: async ({ res, principal }) => {
      const listed = await roles.list(principal);
      if (!listed.ok) return sendFailure(res, listed.failure);
      send(res, { roles: listed.value.map(present) });
    },
    find: async ({ res, principal, role }) => {
      const found = await roles.find(principal, roleAddressOf(role));
      if (!found.ok) return sendFailure(res, found.failure);
      const { document, grants } = found.value;
      send(res, { role: { ...document, permissions: treeOf(schema, grants, declared) } });
    },
    create: async (call) => {
      const { req, res, principal } = call;
      if (!mayWrite(principal, 'create')) return finish(call, 'create', err(denied));
      const body = await readBody(req, res);
      if (!body.ok) return sendError(res, body.failure);
      const request = decodeRole(body.value);
      return finish(call, 'create', request.ok ? await roles.create(principal, request.value) : request);
    },
    update: async (call) => {
      const { req, res, principal, role } = call;
      if (!mayWrite(principal, 'update')) return finish(call, 'update', err(denied));
      const body = await readBody(req, res);
      if (!body.ok) return sendError(res, body.failure);
      const request = decodeRole(body.value);
      const done = request.ok ? await roles.update(principal, roleAddressOf(role), request.value) : request;
      return finish(call, 'update', done);
    },
    remove: async (call) =>
      finish(call, 'delete', await roles.remove(call.principal, roleAddressOf(call.role))),
    permissions: async ({ res, principal }) => {
      if (decide(principal, 'find', roleType) === null) {
        await reportRefusal(dependencies, principal, { action: 'find', type: roleType });
        return sendFailure(res, denied);
      }
      send(res, { permissions: treeOf(schema, [], declared) });
    },
  };
}

/** Lets a request without permission fail before its body is read. The service checks permission too. */
const mayWrite = (principal: Principal, action: Write): boolean =>
  decide(principal, action, roleType) !== null;

const present = ({ document, users }: ListedRole) => ({ ...document, nb_users: users });

const send = (res: Response, body: object): void => sendText(res, 200, JSON.stringify(body));

const sendDone = (res: Response, done: Result<unknown>): void =>
  done.ok ? send(res, { ok: true }) : sendFailure(res, done.failure);
