import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type { RoleRequest } from '../../../../application/access/roles/role-service.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { decodePermissions } from './decode-permissions.js';

/** Clients send back what an answer has; the server keeps these itself. */
const passedOver = new Set([
  'id',
  'documentId',
  'users',
  'nb_users',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
]);
const known = new Set(['name', 'description', 'type', 'permissions', ...passedOver]);

/** The body of a request that makes or changes a role. It stands by itself, without `data`. */
export function decodeRole(body: unknown): Result<RoleRequest> {
  if (!isPlainObject(body) || Object.keys(body).length === 0)
    return err(failure('INPUT.INVALID', 'Request body cannot be empty'));
  const stranger = Object.keys(body).find((key) => !known.has(key));
  if (stranger !== undefined)
    return err(
      failure('INPUT.INVALID_KEY', `Invalid key ${stranger}`, { key: stranger, path: null, source: 'body' }),
    );
  const { name, description, type, permissions } = body;
  const request = { name, description, type };
  if (permissions === undefined) return ok(request);
  const grants = decodePermissions(permissions);
  return grants.ok ? ok({ ...request, grants: grants.value }) : grants;
}
