import type { Documents } from '../../documents/documents.js';
import type { AccessState, AccessStore } from '../../ports/access-store.js';
import { deleteRole, insertRole, readRoles } from '../roles/role-records.js';
import type { AccessFilesDependencies } from './access-file.js';
import type { CheckedRole } from './read-access-file.js';

/** A role to remove, with what is needed to create it again. */
type GoingRole = Pick<CheckedRole, 'type' | 'name' | 'description'>;

/**
 * Removes the documents of roles that were created for a change that failed, or that a change has removed. Another
 * process may have granted something to such a role in the meantime: then the role keeps its document, or gets it back.
 * Returns the types of the roles that stay. `former` are the roles that had an access record before; leftover grants
 * without a role do not count.
 */
export async function takeBackRoles(
  { store, documents }: AccessFilesDependencies,
  roles: readonly GoingRole[],
  former: AccessState['roles'],
): Promise<readonly string[]> {
  if (roles.length === 0) return [];
  const left = new Set(former.map(({ name }) => name));
  const now = await store.load();
  if (!now.ok) return roles.map(({ type }) => type);
  const known = namesOf(now.value);
  const isTaken = ({ type }: GoingRole): boolean => known.has(type) && !left.has(type);
  const going = roles.filter((role) => !isTaken(role));
  const failed = new Set<string>();
  for (const { type } of going) if (!(await removeDocuments(documents, type))) failed.add(type);
  for (const name of await rolesBefore(store)) known.add(name);
  for (const role of going) if (isTaken(role) && !failed.has(role.type)) await insertAgain(documents, role);
  return roles.filter((role) => isTaken(role) || failed.has(role.type)).map(({ type }) => type);
}

const namesOf = ({ roles }: AccessState): Set<string> => new Set(roles.map(({ name }) => name));

/** Returns whether none is left. */
async function removeDocuments(documents: Documents, type: string): Promise<boolean> {
  const roles = await readRoles(documents, { key: 'type', value: type });
  if (!roles.ok) return false;
  for (const documentId of roles.value.keys())
    if (!(await deleteRole(documents, documentId)).ok) return false;
  return true;
}

const insertAgain = (documents: Documents, { type, name, description }: GoingRole): Promise<unknown> =>
  insertRole(documents, { type, name, description });

const maxAttempts = 10;

/** Returns the roles of access, after a change that invalidates every change based on an earlier revision. */
async function rolesBefore(store: AccessStore): Promise<ReadonlySet<string>> {
  for (let left = maxAttempts; left > 0; left--) {
    const state = await store.load();
    if (!state.ok) break;
    const ended = await store.change({ since: state.value.revision });
    if (ended.ok) return namesOf(state.value);
  }
  return new Set();
}
