import { textOf } from '../../../domain/document/text-of.js';
import type { Principal } from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { loadRoles } from './load-roles.js';
import { readAll } from './read-all.js';
import { readRoles, roleQuery } from './role-records.js';
import type { ListedRole, RoleAddress, RolesDependencies, RoleService } from './role-service.js';
import { createRoleWrites, noSuchRole } from './write-roles.js';

export function createRoles(dependencies: RolesDependencies): RoleService {
  return {
    load: () => loadRoles(dependencies),
    list: (principal) => listRoles(dependencies, principal, 'find'),
    find: async (principal, address) => {
      const found = await listRoles(dependencies, principal, 'findOne', address);
      if (!found.ok) return found;
      const [role] = found.value;
      return role === undefined ? err(noSuchRole) : ok(role);
    },
    ...createRoleWrites(dependencies),
  };
}

/** The documents as the principal may see them; what is told beside them is the server's to know. */
async function listRoles(
  { documents, access }: RolesDependencies,
  principal: Principal,
  action: 'find' | 'findOne',
  address?: RoleAddress,
): Promise<Result<readonly ListedRole[]>> {
  const found = await readAll(documents, principal, roleQuery(action, address));
  if (!found.ok) return found;
  const records = await readRoles(documents, address);
  if (!records.ok) return records;
  const grants = new Map(access.grants().map((role) => [role.name, role.grants]));
  const listed = found.value.flatMap((document): ListedRole[] => {
    const record = records.value.get(textOf(document['documentId']));
    if (record === undefined) return [];
    const { type, users } = record;
    return [{ document, type, users, grants: grants.get(type) ?? [] }];
  });
  return ok(listed.sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1)));
}

const nameOf = ({ document }: ListedRole): string => textOf(document['name']);
