import { textOf } from '../../../domain/document/text-of.js';
import type { Principal } from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { readAll } from '../../documents/system-query.js';
import { standardRoles } from '../standard-roles.js';
import { readRoles, roleQuery, insertRole } from './role-records.js';
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

/** Returns the documents as the principal may see them; the other members are read with the server's permissions. */
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

async function loadRoles({ documents, access }: RolesDependencies): Promise<Result<void>> {
  const refreshed = await access.load();
  if (!refreshed.ok) return refreshed;
  // Read before the documents. A role's document is created before its grants, so grants without a document belong to a
  // removed role.
  const held = access.grants().map(({ name }) => name);
  const types = await readTypes({ documents, access });
  if (!types.ok) return types;
  const made = await makeStandard({ documents, access }, types.value);
  if (!made.ok) return made;
  const addRoles = [...made.value].filter((type) => !held.includes(type));
  const removeRoles = held.filter((type) => !made.value.has(type));
  return addRoles.length + removeRoles.length === 0
    ? ok(undefined)
    : access.change({ addRoles, removeRoles });
}

async function readTypes({ documents }: RolesDependencies): Promise<Result<ReadonlySet<string>>> {
  const read = await readRoles(documents);
  if (!read.ok) return read;
  return ok(new Set([...read.value.values()].map(({ type }) => type).filter((type) => type !== '')));
}

async function makeStandard(
  dependencies: RolesDependencies,
  there: ReadonlySet<string>,
): Promise<Result<ReadonlySet<string>>> {
  const missing = standardRoles.filter(({ type }) => !there.has(type));
  if (missing.length === 0) return ok(there);
  const failures: Extract<Result<never>, { ok: false }>[] = [];
  for (const role of missing) {
    const inserted = await insertRole(dependencies.documents, role);
    if (!inserted.ok) failures.push(inserted);
  }
  const reread = await readTypes(dependencies);
  if (!reread.ok) return reread;
  // Another server that starts at the same time may have created them.
  const isWhole = standardRoles.every(({ type }) => reread.value.has(type));
  return isWhole ? reread : (failures[0] ?? reread);
}
