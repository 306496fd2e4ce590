import { roleType } from '../../../../domain/schema/built-in-uids.js';
import type { Request, Response } from 'express';
import { reportRefusal, type RefusalReports } from '../../../../application/audit/refusals.js';
import type {
  ListedRole,
  RoleAddress,
  RoleService,
} from '../../../../application/access/roles/role-service.js';
import { denied } from '../../../../domain/failure.js';
import { decide, type Principal } from '../../../../domain/permission/permission.js';
import { err, type Result } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { sendFailure } from '../operation.js';
import type { ReadBody } from '../read-body.js';
import { sendError, sendText } from '../send.js';
import { decodeRole } from './decode-role.js';
import { treeOf } from './permission-tree.js';

export interface RoleCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** As the path names it: a numeric id or a documentId; empty where it names none. */
  readonly role: string;
}

export type RoleOperation = (call: RoleCall) => Promise<void>;

export interface RoleOperationDependencies extends RefusalReports {
  readonly schema: Schema;
  readonly roles: RoleService;
  readonly readBody: ReadBody;
}

type Write = 'create' | 'update' | 'delete';
type Name = 'list' | 'find' | 'create' | 'update' | 'remove' | 'permissions';

/** Roles as clients of the users-permissions plugin know them: answers without `data`. */
export function roleOperations(
  dependencies: RoleOperationDependencies,
): Readonly<Record<Name, RoleOperation>> {
  const { schema, roles, readBody } = dependencies;
  const finish = async ({ res, principal, role }: RoleCall, action: Write, done: Result<unknown>) => {
    if (!done.ok && done.failure.code === 'POLICY.DENIED') {
      const { key, value } = addressOf(role);
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
      const found = await roles.find(principal, addressOf(role));
      if (!found.ok) return sendFailure(res, found.failure);
      const { document, grants } = found.value;
      send(res, { role: { ...document, permissions: treeOf(schema, grants) } });
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
      const done = request.ok ? await roles.update(principal, addressOf(role), request.value) : request;
      return finish(call, 'update', done);
    },
    remove: async (call) => finish(call, 'delete', await roles.remove(call.principal, addressOf(call.role))),
    permissions: async ({ res, principal }) => {
      if (decide(principal, 'find', roleType) === null) {
        await reportRefusal(dependencies, principal, { action: 'find', type: roleType });
        return sendFailure(res, denied);
      }
      send(res, { permissions: treeOf(schema, []) });
    },
  };
}

/** Whoever may not is told so before the body is read; the service decides. */
const mayWrite = (principal: Principal, action: Write): boolean =>
  decide(principal, action, roleType) !== null;

const present = ({ document, users }: ListedRole) => ({ ...document, nb_users: users });

/** No stored text holds a null character, and databases refuse to look for one: nothing is called ''. */
function addressOf(role: string): RoleAddress {
  if (/^\d{1,15}$/.test(role)) return { key: 'id', value: role };
  return { key: 'documentId', value: role.includes('\u0000') ? '' : role };
}

const send = (res: Response, body: object): void => sendText(res, 200, JSON.stringify(body));

const sendDone = (res: Response, done: Result<unknown>): void =>
  done.ok ? send(res, { ok: true }) : sendFailure(res, done.failure);
