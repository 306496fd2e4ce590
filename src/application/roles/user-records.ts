import { failure } from '../../domain/failure.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Filter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import type { Document } from '../ports/document-store.js';
import { readAll } from './read-all.js';
import { equal, readRoles, textOf, userType } from './role-records.js';
import type { ListedUser } from './users.js';

/** The documentId of the user with this username or e-mail address. */
export async function findUser(documents: Documents, user: string): Promise<Result<string>> {
  const filters: Filter = {
    kind: 'or',
    filters: [equal('username', user), equal('email', user.toLowerCase())],
  };
  const query = { type: userType, action: 'find', fields: ['documentId'], filters } as const;
  const found = await readAll(documents, systemPrincipal, query);
  if (!found.ok) return found;
  const [first, ...others] = found.value;
  if (first === undefined)
    return err(failure('DOCUMENT.NOT_FOUND', `There is no user ${JSON.stringify(user)}`));
  if (others.length === 0) return ok(textOf(first, 'documentId'));
  const message = `${JSON.stringify(user)} is the username of one user and the address of another`;
  return err(failure('INPUT.MISMATCH', message));
}

/** The documentId of the role of this type. */
export async function findRole(documents: Documents, type: string): Promise<Result<string>> {
  const found = await readRoles(documents, { key: 'type', value: type });
  if (!found.ok) return found;
  const [documentId] = found.value.keys();
  return documentId === undefined
    ? err(failure('INPUT.INVALID', `There is no role ${JSON.stringify(type)}`))
    : ok(documentId);
}

/** By username. */
export async function listUsers(documents: Documents): Promise<Result<readonly ListedUser[]>> {
  const found = await readAll(documents, systemPrincipal, {
    type: userType,
    action: 'find',
    fields: ['username', 'email', 'confirmed', 'blocked'],
    populate: { all: false, members: [{ name: 'role', fields: ['type'] }] },
  });
  if (!found.ok) return found;
  const users = found.value.map(listedUser);
  return ok(users.sort((left, right) => (left.username < right.username ? -1 : 1)));
}

const listedUser = (user: Document): ListedUser => ({
  username: textOf(user, 'username'),
  email: textOf(user, 'email'),
  role: textOf((user['role'] ?? {}) as Document, 'type'),
  confirmed: user['confirmed'] === true,
  blocked: user['blocked'] === true,
});

const answer = { fields: ['username'] };

export const insertUser = (documents: Documents, data: object): Promise<Result<unknown>> =>
  documents.create(systemPrincipal, { kind: 'create', type: userType, layer: 'published', data, answer });

export async function updateUser(
  documents: Documents,
  documentId: string,
  data: object,
): Promise<Result<void>> {
  const mutation = { kind: 'update', type: userType, documentId, layer: 'published', data, answer } as const;
  const updated = await documents.update(systemPrincipal, mutation);
  return updated.ok ? ok(undefined) : updated;
}

export async function removeUser(documents: Documents, documentId: string): Promise<Result<void>> {
  const mutation = { kind: 'delete', type: userType, documentId } as const;
  const deleted = await documents.delete(systemPrincipal, mutation);
  return deleted.ok ? ok(undefined) : deleted;
}
