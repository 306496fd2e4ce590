import { roleType } from '../../../domain/schema/built-in-uids.js';
import { denied, failure } from '../../../domain/failure.js';
import { reason, type Reason } from '../../../domain/reason/reason.js';
import {
  mayWithAll,
  systemPrincipal,
  type Action,
  type Principal,
} from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { writingFor } from '../../audit/writing-for.js';
import type { GrantRecord } from '../../ports/access-store.js';
import { isRoleKey, roleKey } from './role-key.js';
import { standardRoleTypes } from '../standard-roles.js';
import { deleteRole, insertRole, moveUsers, readRoles, updateRole, type RoleRecord } from './role-records.js';
import type { RoleAddress, RoleRequest, RolesDependencies, RoleService } from './role-service.js';

/** The methods of `RoleService` that write. */
export const createRoleWrites = (
  dependencies: RolesDependencies,
): Pick<RoleService, 'create' | 'update' | 'remove'> => ({
  create: (principal, request) =>
    mayWrite(principal, 'create') ? createRole(actingFor(dependencies, principal), request) : refused,
  update: (principal, address, request) =>
    mayWrite(principal, 'update')
      ? changeRole(actingFor(dependencies, principal), address, request)
      : refused,
  remove: (principal, address) =>
    mayWrite(principal, 'delete') ? removeRole(actingFor(dependencies, principal), address) : refused,
});

/** Writes on behalf of the principal, except for the server's own writes. */
const actingFor = (dependencies: RolesDependencies, principal: Principal): RolesDependencies => {
  if (principal === systemPrincipal) return dependencies;
  const { documents, access } = dependencies;
  return {
    documents: writingFor(documents, principal),
    access: { ...access, change: (change) => access.change({ by: principal, ...change }) },
  };
};

const refused = Promise.resolve(err(denied));

/** Writing roles grants rights, so a permission with fields or filters is not enough. */
const mayWrite = (principal: Principal, action: Action): boolean => mayWithAll(principal, action, roleType);

async function createRole(
  { documents, access }: RolesDependencies,
  { name, description, type: chosen, grants = [] }: RoleRequest,
): Promise<Result<string>> {
  const type = typeFor(name, chosen);
  if (!type.ok) return type;
  const checked = access.checkGrants(type.value, grants);
  if (!checked.ok) return checked;
  const data = { name, type: type.value, ...(description !== undefined && { description }) };
  const inserted = await insertRole(documents, data);
  if (!inserted.ok) return inserted;
  const isLeft = access.grants().some((role) => role.name === type.value);
  const granted = await access.change(wholeRole(type.value, checked.value, isLeft));
  if (granted.ok) return type;
  const made = await readRoles(documents, { key: 'type', value: type.value });
  for (const role of made.ok ? made.value.values() : []) await deleteRole(documents, role.documentId);
  return granted;
}

function typeFor(name: unknown, chosen: unknown): Result<string> {
  if (typeof name !== 'string') return invalid('name', reason('contentRole.name'));
  if (chosen !== undefined && chosen !== null)
    return isRoleKey(chosen) ? ok(chosen) : invalid('type', reason('contentRole.typeForm'));
  const type = roleKey(name);
  return isRoleKey(type) ? ok(type) : invalid('name', reason('contentRole.nameForm'));
}

const invalid = (key: string, why: Reason): Result<never> =>
  err(failure('INPUT.INVALID', why, { key, source: 'body' }));

/** Replaces all grants of a role. `isThere` says whether it may have some. */
const wholeRole = (role: string, grants: readonly GrantRecord[], isThere: boolean) => ({
  ...(isThere && { removeRoles: [role] }),
  addRoles: [role],
  grant: grants.map((grant) => ({ role, ...grant })),
});

async function changeRole(
  { documents, access }: RolesDependencies,
  address: RoleAddress,
  { name, description, type, grants }: RoleRequest,
): Promise<Result<void>> {
  const role = await oneRole({ documents, access }, address);
  if (!role.ok) return role;
  if (type !== undefined && type !== role.value.type)
    return invalid('type', reason('contentRole.typeStays', { type: JSON.stringify(role.value.type) }));
  if (grants !== undefined && role.value.type === '') return err(withoutType);
  const checked = grants === undefined ? ok(undefined) : access.checkGrants(role.value.type, grants);
  if (!checked.ok) return checked;
  const data = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  if (Object.keys(data).length > 0) {
    const updated = await updateRole(documents, role.value.documentId, data);
    if (!updated.ok) return updated;
  }
  return checked.value === undefined
    ? ok(undefined)
    : access.change(wholeRole(role.value.type, checked.value, true));
}

/** Only app code can create such a role. */
const withoutType = failure('INPUT.MISMATCH', reason('contentRole.noType'));

/**
 * Revokes the grants first, so that an interrupted removal leaves a role without permissions that can be removed again.
 */
async function removeRole(
  { documents, access }: RolesDependencies,
  address: RoleAddress,
): Promise<Result<void>> {
  const role = await oneRole({ documents, access }, address);
  if (!role.ok) return role;
  const { documentId, type } = role.value;
  if (standardRoleTypes.has(type))
    return err(failure('INPUT.MISMATCH', reason('contentRole.standard', { type })));
  const fallback = await oneRole({ documents, access }, { key: 'type', value: 'authenticated' });
  if (!fallback.ok) return fallback;
  const revoked = await access.change({ removeRoles: [type] });
  if (!revoked.ok) return revoked;
  const moved = await moveUsers(documents, documentId, fallback.value.documentId);
  if (!moved.ok) return moved;
  const deleted = await deleteRole(documents, documentId);
  return deleted.ok ? ok(undefined) : deleted;
}

export const noSuchRole = failure('DOCUMENT.NOT_FOUND', reason('contentRole.none'));

async function oneRole({ documents }: RolesDependencies, address: RoleAddress): Promise<Result<RoleRecord>> {
  const found = await readRoles(documents, address);
  if (!found.ok) return found;
  const [role] = found.value.values();
  return role === undefined ? err(noSuchRole) : ok(role);
}
