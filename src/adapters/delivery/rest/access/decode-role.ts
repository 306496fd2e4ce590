import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type { RoleRequest } from '../../../../application/access/roles/role-service.js';
import { failure, strayKey } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { GrantRequest } from '../../../../application/access/check-grants.js';

/** Keys that clients may send back from an answer, and that the server ignores. */
const ignored = new Set([
  'id',
  'documentId',
  'users',
  'nb_users',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
]);
const known = new Set(['name', 'description', 'type', 'permissions', ...ignored]);

/** Decodes the body of a request that creates or updates a role. It has no `data`. */
export function decodeRole(body: unknown): Result<RoleRequest> {
  if (!isPlainObject(body) || Object.keys(body).length === 0)
    return err(failure('INPUT.INVALID', 'Request body cannot be empty'));
  const unknown = Object.keys(body).find((key) => !known.has(key));
  if (unknown !== undefined) return err(strayKey(unknown));
  const { name, description, type, permissions } = body;
  const request = { name, description, type };
  if (permissions === undefined) return ok(request);
  const grants = decodePermissions(permissions);
  return grants.ok ? ok({ ...request, grants: grants.value }) : grants;
}

/** Returns a grant for each enabled leaf of a `PermissionTree`. Leaves that are not enabled may name unknown types. */
function decodePermissions(permissions: unknown): Result<readonly GrantRequest[]> {
  const groups = membersOf(permissions, 'permissions');
  if (!groups.ok) return groups;
  const requests: GrantRequest[] = [];
  for (const [group, content] of groups.value) {
    const path = `permissions.${group}`;
    const controllers = membersOf(
      isPlainObject(content) ? content['controllers'] : content,
      `${path}.controllers`,
    );
    if (!controllers.ok) return controllers;
    for (const [controller, actions] of controllers.value) {
      const granted = grantedOf(`${group}.${controller}`, actions, `${path}.controllers.${controller}`);
      if (!granted.ok) return granted;
      requests.push(...granted.value);
    }
  }
  return ok(requests);
}

function grantedOf(uid: string, actions: unknown, path: string): Result<readonly GrantRequest[]> {
  const leaves = membersOf(actions, path);
  if (!leaves.ok) return leaves;
  const requests: GrantRequest[] = [];
  for (const [action, leaf] of leaves.value) {
    const at = `${path}.${action}`;
    if (!isPlainObject(leaf) || typeof leaf['enabled'] !== 'boolean')
      return refuse(`${at} must be an object whose enabled is true or false`, at);
    const unknown = Object.keys(leaf).find((key) => !leafKeys.has(key));
    if (unknown !== undefined) return refuse(`Invalid key ${unknown} at ${at}`, unknown);
    if (leaf['enabled'])
      requests.push({ uid, actions: [action], fields: leaf['fields'], filters: leaf['filters'] });
  }
  return ok(requests);
}

const leafKeys = new Set(['enabled', 'policy', 'fields', 'filters']);

const membersOf = (value: unknown, path: string): Result<readonly (readonly [string, unknown])[]> =>
  isPlainObject(value) ? ok(Object.entries(value)) : refuse(`${path} must be an object`, path);

const refuse = (message: string, key: string): Result<never> =>
  err(failure('INPUT.INVALID_KEY', message, { key, source: 'body' }));
