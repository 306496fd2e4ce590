import { ok, type Result, err } from '../../domain/result.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import { createUser, updateUser, findRole } from './user-records.js';
import type { Documents } from '../documents/documents.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import { textOf } from '../../domain/document/text-of.js';
import { equals } from '../../domain/query/compare.js';
import { failure } from '../../domain/failure.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Filter } from '../../domain/query/query.js';
import type { Document } from '../ports/document-store.js';
import { readAll } from '../documents/system-query.js';

export function createUsers({ documents, secrets }: UsersDependencies): Users {
  const change = async (user: string, data: Readonly<Record<string, unknown>>): Promise<Result<void>> => {
    const documentId = await userNamed(documents, user);
    return documentId.ok ? updateUser(documents, documentId.value, data) : documentId;
  };
  return {
    list: () => listUsers(documents),
    async create({ username, email, role = 'authenticated', password: given }) {
      const found = await roleOfType(documents, role);
      if (!found.ok) return found;
      const { password, made } = passwordFor(secrets, given);
      const data = { username, email: email.toLowerCase(), password, role: found.value, ...ofNewUsers };
      const created = await createUser(documents, data);
      return created.ok ? ok({ password: made }) : created;
    },
    // A blocked user who is unblocked later has to sign in again.
    setBlocked: (user, blocked) => change(user, { blocked, sessionEpoch: secrets.create() }),
    async setRole(user, role) {
      const found = await roleOfType(documents, role);
      return found.ok ? change(user, { role: found.value }) : found;
    },
    async setPassword(user, given) {
      const { password, made } = passwordFor(secrets, given);
      const data = { password, resetPasswordToken: null, sessionEpoch: secrets.create() };
      const changed = await change(user, data);
      return changed.ok ? ok({ password: made }) : changed;
    },
    async remove(user) {
      const documentId = await userNamed(documents, user);
      return documentId.ok ? removeUser(documents, documentId.value) : documentId;
    },
  };
}

/** The operator of the server vouches for the address. */
const ofNewUsers = { provider: 'local', confirmed: true, blocked: false };

/** A generated password has 128 random bits. */
function passwordFor(
  secrets: TokenSecrets,
  given: string | undefined,
): { readonly password: string; readonly made: string | null } {
  if (given !== undefined) return { password: given, made: null };
  const made = secrets.create().slice(0, 32);
  return { password: made, made };
}

/**
 * User accounts for the operator of the server. Users are identified by username or e-mail address. Methods fail with
 * `DOCUMENT.NOT_FOUND` for an unknown user, and with `INPUT.INVALID` for an unknown role.
 */
export interface Users {
  /** Sorted by username. */
  list(): Promise<Result<readonly ListedUser[]>>;
  /** Without a password one is generated. Returns a generated password, which is not stored in plain text. */
  create(user: NewUser): Promise<Result<MadePassword>>;
  setBlocked(user: string, blocked: boolean): Promise<Result<void>>;
  setRole(user: string, role: string): Promise<Result<void>>;
  /** Like `create`. */
  setPassword(user: string, password?: string): Promise<Result<MadePassword>>;
  remove(user: string): Promise<Result<void>>;
}

interface NewUser {
  readonly username: string;
  readonly email: string;
  /** By default `authenticated`. */
  readonly role?: string | undefined;
  readonly password?: string | undefined;
}

export interface MadePassword {
  /** Null if the caller supplied it. */
  readonly password: string | null;
}

export interface ListedUser {
  readonly username: string;
  readonly email: string;
  /** The type of the role; empty if the user has none. */
  readonly role: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
}

interface UsersDependencies {
  readonly documents: Documents;
  readonly secrets: TokenSecrets;
}

async function userNamed(documents: Documents, user: string): Promise<Result<string>> {
  const filters: Filter = {
    kind: 'or',
    filters: [equals('username', user), equals('email', user.toLowerCase())],
  };
  const query = { type: userType, fields: ['documentId'], filters };
  const found = await readAll(documents, systemPrincipal, query);
  if (!found.ok) return found;
  const [first, ...others] = found.value;
  if (first === undefined)
    return err(failure('DOCUMENT.NOT_FOUND', `There is no user ${JSON.stringify(user)}`));
  if (others.length === 0) return ok(textOf(first['documentId']));
  const message = `${JSON.stringify(user)} is the username of one user and the address of another`;
  return err(failure('INPUT.MISMATCH', message));
}

async function roleOfType(documents: Documents, type: string): Promise<Result<string>> {
  const found = await findRole(documents, type);
  if (!found.ok) return found;
  return found.value === null
    ? err(failure('INPUT.INVALID', `There is no role ${JSON.stringify(type)} (see: quire role list)`))
    : ok(found.value);
}

/** Sorted by username. */
async function listUsers(documents: Documents): Promise<Result<readonly ListedUser[]>> {
  const found = await readAll(documents, systemPrincipal, {
    type: userType,
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

async function removeUser(documents: Documents, documentId: string): Promise<Result<void>> {
  const mutation = { kind: 'delete', type: userType, documentId } as const;
  const deleted = await documents.delete(systemPrincipal, mutation);
  return deleted.ok ? ok(undefined) : deleted;
}
