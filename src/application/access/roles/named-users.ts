import { userType } from '../../../domain/schema/built-in-uids.js';
import { textOf } from '../../../domain/document/text-of.js';
import { equals } from '../../../domain/query/compare.js';
import { failure } from '../../../domain/failure.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import type { Filter } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Documents } from '../../documents/documents.js';
import type { Document } from '../../ports/document-store.js';
import { findRole } from '../../accounts/user-records.js';
import { readAll } from './read-all.js';
import type { ListedUser } from './users.js';

/** The documentId of the user with this username or e-mail address. */
export async function userNamed(documents: Documents, user: string): Promise<Result<string>> {
  const filters: Filter = {
    kind: 'or',
    filters: [equals('username', user), equals('email', user.toLowerCase())],
  };
  const query = { type: userType, action: 'find', fields: ['documentId'], filters } as const;
  const found = await readAll(documents, systemPrincipal, query);
  if (!found.ok) return found;
  const [first, ...others] = found.value;
  if (first === undefined)
    return err(failure('DOCUMENT.NOT_FOUND', `There is no user ${JSON.stringify(user)}`));
  if (others.length === 0) return ok(textOf(first['documentId']));
  const message = `${JSON.stringify(user)} is the username of one user and the address of another`;
  return err(failure('INPUT.MISMATCH', message));
}

/** The documentId of the role of this type. */
export async function roleOfType(documents: Documents, type: string): Promise<Result<string>> {
  const found = await findRole(documents, type);
  if (!found.ok) return found;
  return found.value === null
    ? err(failure('INPUT.INVALID', `There is no role ${JSON.stringify(type)}`))
    : ok(found.value);
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
  username: textOf(user['username']),
  email: textOf(user['email']),
  role: textOf((user['role'] as Document | null)?.['type']),
  confirmed: user['confirmed'] === true,
  blocked: user['blocked'] === true,
});

export async function removeUser(documents: Documents, documentId: string): Promise<Result<void>> {
  const mutation = { kind: 'delete', type: userType, documentId } as const;
  const deleted = await documents.delete(systemPrincipal, mutation);
  return deleted.ok ? ok(undefined) : deleted;
}
