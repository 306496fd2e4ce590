import { ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import { findRole, findUser, insertUser, listUsers, removeUser, updateUser } from './user-records.js';

/**
 * The accounts of users as those see them who run the server. A user is named by username or e-mail address; one that
 * is not there is `DOCUMENT.NOT_FOUND`, an unknown role `INPUT.INVALID`.
 */
export interface Users {
  /** By username. */
  list(): Promise<Result<readonly ListedUser[]>>;
  /** Without a password one is made. Answers the password where it was made, which is kept nowhere. */
  create(user: NewUser): Promise<Result<MadePassword>>;
  setBlocked(user: string, blocked: boolean): Promise<Result<void>>;
  setRole(user: string, role: string): Promise<Result<void>>;
  /** As `create`. */
  setPassword(user: string, password?: string): Promise<Result<MadePassword>>;
  remove(user: string): Promise<Result<void>>;
}

export interface NewUser {
  readonly username: string;
  readonly email: string;
  /** `authenticated` unless told. */
  readonly role?: string | undefined;
  readonly password?: string | undefined;
}

export interface MadePassword {
  /** Null where it was given. */
  readonly password: string | null;
}

export interface ListedUser {
  readonly username: string;
  readonly email: string;
  /** The type of the role; empty where there is none. */
  readonly role: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
}

export interface UsersDependencies {
  readonly documents: Documents;
  readonly secrets: TokenSecrets;
}

export function createUsers({ documents, secrets }: UsersDependencies): Users {
  const change = async (user: string, data: object): Promise<Result<void>> => {
    const documentId = await findUser(documents, user);
    return documentId.ok ? updateUser(documents, documentId.value, data) : documentId;
  };
  return {
    list: () => listUsers(documents),
    async create({ username, email, role = 'authenticated', password: given }) {
      const found = await findRole(documents, role);
      if (!found.ok) return found;
      const { password, made } = passwordFor(secrets, given);
      const data = { username, email: email.toLowerCase(), password, role: found.value, ...ofNewUsers };
      const created = await insertUser(documents, data);
      return created.ok ? ok({ password: made }) : created;
    },
    // Sessions end, also for the day when the user is no longer blocked.
    setBlocked: (user, blocked) => change(user, { blocked, sessionEpoch: secrets.create() }),
    async setRole(user, role) {
      const found = await findRole(documents, role);
      return found.ok ? change(user, { role: found.value }) : found;
    },
    async setPassword(user, given) {
      const { password, made } = passwordFor(secrets, given);
      const data = { password, resetPasswordToken: null, sessionEpoch: secrets.create() };
      const changed = await change(user, data);
      return changed.ok ? ok({ password: made }) : changed;
    },
    async remove(user) {
      const documentId = await findUser(documents, user);
      return documentId.ok ? removeUser(documents, documentId.value) : documentId;
    },
  };
}

/** Whoever runs the server vouches for the address. */
const ofNewUsers = { provider: 'local', confirmed: true, blocked: false };

/** 128 random bits where none was given. */
function passwordFor(
  secrets: TokenSecrets,
  given: string | undefined,
): { readonly password: string; readonly made: string | null } {
  if (given !== undefined) return { password: given, made: null };
  const made = secrets.create().slice(0, 32);
  return { password: made, made };
}
