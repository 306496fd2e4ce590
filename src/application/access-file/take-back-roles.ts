import type { Documents } from '../documents/documents.js';
import type { AccessState, AccessStore } from '../ports/access-store.js';
import { deleteRole, insertRole, readRoles } from '../roles/role-records.js';
import type { AccessFilesDependencies } from './access-file.js';
import type { CheckedRole } from './read-access-file.js';

/**
 * Removes the documents of roles that were made for a change that was refused. Others have seen them meanwhile: whoever
 * has granted them something keeps them, and whoever is about to is refused, or gets them back.
 */
export async function takeBackRoles(
  { store, documents }: AccessFilesDependencies,
  made: readonly CheckedRole[],
  { roles: former }: Pick<AccessState, 'roles'>,
): Promise<void> {
  if (made.length === 0) return;
  // Grants that were left without a role are nobody's.
  const left = new Set(former.map(({ name }) => name));
  const takenIn = (known: ReadonlySet<string>, { type }: CheckedRole): boolean =>
    known.has(type) && !left.has(type);
  const now = await store.load();
  if (!now.ok) return;
  const known = new Set(now.value.roles.map(({ name }) => name));
  const going = made.filter((role) => !takenIn(known, role));
  for (const { type } of going) await removeDocuments(documents, type);
  const after = await rolesBefore(store);
  for (const role of going) if (takenIn(after, role)) await insertAgain(documents, role);
}

async function removeDocuments(documents: Documents, type: string): Promise<void> {
  const roles = await readRoles(documents, { key: 'type', value: type });
  for (const { documentId } of roles.ok ? roles.value.values() : []) await deleteRole(documents, documentId);
}

const insertAgain = (documents: Documents, { type, name, description }: CheckedRole): Promise<unknown> =>
  insertRole(documents, { type, name, description });

const tries = 10;

/** The roles that access knows, as of a revision that ends every change which was meant for an earlier one. */
async function rolesBefore(store: AccessStore): Promise<ReadonlySet<string>> {
  for (let left = tries; left > 0; left--) {
    const state = await store.load();
    if (!state.ok) break;
    const ended = await store.change({ since: state.value.revision });
    if (ended.ok) return new Set(state.value.roles.map(({ name }) => name));
  }
  return new Set();
}
