import type { GrantRecord } from '../ports/access-store.js';
import type { AdministratorRecord } from './records.js';

/** What lists of administrators, their sign-ins and their roles have. */
export interface ListedAdministrator {
  readonly documentId: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly blocked: boolean;
  readonly createdAt: string;
  readonly hasSecondFactor: boolean;
  readonly hasPassword: boolean;
  /** The provider that signs them in; null: none. */
  readonly provider: string | null;
}

export interface ListedSignIn {
  readonly id: string;
  readonly createdAt: string;
  readonly usedAt: string;
  readonly expiresAt: string;
  readonly origin: string;
  readonly agent: string;
}

export interface ListedRole {
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** Null: everything. */
  readonly grants: readonly GrantRecord[] | null;
  /** Whether its administrators need a second factor. */
  readonly needsSecondFactor: boolean;
}

export const listed = ({
  documentId,
  email,
  name,
  role,
  blocked,
  createdAt,
  secondFactor,
  passwordHash,
  subject,
}: AdministratorRecord): ListedAdministrator => ({
  documentId,
  email,
  name,
  role,
  blocked,
  createdAt,
  hasSecondFactor: secondFactor !== '',
  hasPassword: passwordHash !== null,
  provider: subject === '' ? null : (subject.split(' ')[0] ?? null),
});
