import type { Result } from '../../../domain/result.js';
import type { Documents } from '../../documents/documents.js';
import type { TokenSecrets } from '../../ports/token-secrets.js';

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
