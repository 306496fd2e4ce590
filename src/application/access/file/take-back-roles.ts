import type { Documents } from '../../documents/documents.js';
import type { AccessState, AccessStore } from '../../ports/access-store.js';
import { deleteRole, insertRole, readRoles } from '../roles/role-records.js';
import type { AccessFilesDependencies } from './access-file.js';
import type { CheckedRole } from './read-access-file.js';

/** A role that goes, as it is made again where somebody else has taken it up. */
type GoingRole = Pick<CheckedRole, 'type' | 'name' | 'description'>;

/**
 * Removes the documents of roles that access does not know: those that were made for a change that was refused, or that
 * a change has removed. Others have seen them meanwhile: whoever has taken them up keeps them, and whoever is about to is
 * refused, or gets them back. Answers the types of those that stay. `former`: roles that access knew all along; grants
 * that were left without a role are nobody's.
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

/** Whether none is left. */
async function removeDocuments(documents: Documents, type: string): Promise<boolean> {
  const roles = await readRoles(documents, { key: 'type', value: type });
  if (!roles.ok) return false;
  for (const documentId of roles.value.keys())
    if (!(await deleteRole(documents, documentId)).ok) return false;
  return true;
}

const insertAgain = (documents: Documents, { type, name, description }: GoingRole): Promise<unknown> =>
  insertRole(documents, { type, name, description });

const tries = 10;

/** The roles that access knows, as of a revision that ends every change which was meant for an earlier one. */
async function rolesBefore(store: AccessStore): Promise<ReadonlySet<string>> {
  for (let left = tries; left > 0; left--) {
    const state = await store.load();
    if (!state.ok) break;
    const ended = await store.change({ since: state.value.revision });
    if (ended.ok) return namesOf(state.value);
  }
  return new Set();
}
