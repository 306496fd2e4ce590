import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Attempts } from '../accounts/attempts.js';
import type { PasswordPolicy } from '../accounts/password-policy.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { Documents } from '../documents/use-cases.js';
import type { GrantRecord } from '../ports/access-store.js';
import type { Clock } from '../ports/clock.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import type { KeyValueStore } from '../ports/key-value-store.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { PasswordVerifier } from '../ports/password-verifier.js';
import type { SecondFactors } from '../ports/second-factors.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import type { LinkPurpose } from './records.js';

export interface AdministrationDependencies {
  readonly schema: Schema;
  /** Without the hooks of the app's code. */
  readonly documents: Documents;
  readonly units: UnitsOfWork;
  readonly values: Pick<KeyValueStore, 'set'>;
  readonly passwords: PasswordHasher & PasswordVerifier;
  readonly policy: PasswordPolicy;
  readonly secrets: TokenSecrets;
  readonly attempts: Attempts;
  readonly filters: GrantFilters;
  readonly secondFactors: SecondFactors;
  readonly clock: Clock;
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
}

/** Where a sign-in comes from. */
export interface Client {
  /** An IPv4 address or an IPv6 network, for limits. */
  readonly network: string;
  readonly address: string;
  /** The name of the browser, as it gives it. */
  readonly agent: string;
}

export interface OpenedSignIn {
  /** For the cookie. It is returned only here. */
  readonly token: string;
  /** Whether a code of the second factor has to follow. */
  readonly waits: boolean;
}

/** Who a cookie belongs to. */
export interface SignedInAdministrator {
  readonly principal: Principal;
  readonly administrator: ListedAdministrator;
  /** The documentId of the sign-in. */
  readonly session: string;
}

export interface ListedAdministrator {
  readonly documentId: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly blocked: boolean;
  readonly createdAt: string;
  readonly hasSecondFactor: boolean;
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
}

/** What a link is for. */
export interface OpenLink {
  readonly purpose: LinkPurpose;
  /** Of `reset`; otherwise null. */
  readonly email: string | null;
}

export interface MadeLink {
  /** For the address. It is returned only here. */
  readonly code: string;
  readonly expiresAt: string;
}

/** Callers can pass any value, so each member is checked. */
export interface AdministratorRequest {
  readonly email?: unknown;
  readonly name?: unknown;
  readonly role?: unknown;
  readonly blocked?: unknown;
}

/**
 * Administrators of the server. Who changes administrators or their roles needs `create`, `update` or `delete` of
 * `plugin::admin.administrator` or `plugin::admin.role`, without fields and filters, and can neither give nor change a role that
 * may do more than they. Methods fail with `POLICY.DENIED` otherwise, and with `INPUT.INVALID` for invalid input.
 */
export interface Administration {
  /** The same failure, after the same work, for a wrong password, an unknown address and a blocked administrator. */
  signIn(email: string, password: string, client: Client): Promise<Result<OpenedSignIn>>;
  /** Ends a sign-in that waits, and opens another one for its administrator. A recovery code works once. */
  passSecondFactor(token: string, code: string, client: Client): Promise<Result<OpenedSignIn>>;
  /** Returns null if the token is unknown, has expired, or waits for the second factor. */
  authenticate(token: string): Promise<Result<SignedInAdministrator | null>>;
  signOut(token: string): Promise<Result<unknown>>;
  /** The latest first. */
  sessionsOf(principal: Principal): Promise<Result<readonly ListedSignIn[]>>;
  endSession(principal: Principal, id: string): Promise<Result<unknown>>;
  /** The principal of an administrator by numeric id, for work that is done later; null if they may do nothing any more. */
  principalOf(id: number): Promise<Result<Principal | null>>;
  hasAdministrator(): Promise<Result<boolean>>;
  /** Returns null if there is an administrator. Earlier links of the kind end. */
  makeFirstLink(): Promise<Result<MadeLink | null>>;
  invite(principal: Principal, role: unknown): Promise<Result<MadeLink>>;
  /** `person` is an address or a documentId. */
  makeResetLink(principal: Principal, person: string): Promise<Result<MadeLink>>;
  /** Returns null if the link does not exist, was used, or has expired. Uses nothing up. */
  openLink(code: string): Promise<Result<OpenLink | null>>;
  /** Uses the link: makes an administrator, or gives one a new password, and signs them in. */
  useLink(code: string, given: NewPerson, client: Client): Promise<Result<OpenedSignIn>>;
  create(
    principal: Principal,
    request: AdministratorRequest & { readonly password: string },
  ): Promise<Result<string>>;
  list(principal: Principal): Promise<Result<readonly ListedAdministrator[]>>;
  /** A change of role, a block and a new address end the sign-ins of that administrator. The last owner stays. */
  update(principal: Principal, documentId: string, request: AdministratorRequest): Promise<Result<unknown>>;
  remove(principal: Principal, documentId: string): Promise<Result<unknown>>;
  /** Ends the sign-ins of an administrator. Needs `update`, as the next one. */
  endSignInsOf(principal: Principal, person: string): Promise<Result<unknown>>;
  /** Removes the second factor of somebody who has lost it, and ends their sign-ins. */
  resetSecondFactor(principal: Principal, person: string): Promise<Result<unknown>>;
  roles(principal: Principal): Promise<Result<readonly ListedRole[]>>;
  /** The names of the roles that the principal may give. */
  rolesToGive(principal: Principal): Promise<Result<readonly string[]>>;
  createRole(principal: Principal, request: RoleRequest): Promise<Result<unknown>>;
  /** Replaces the grants of a role that is not built in. What the principal may not do can neither be given nor taken. */
  updateRole(principal: Principal, name: string, grants: unknown): Promise<Result<unknown>>;
  /** Fails with `INPUT.MISMATCH` while somebody has the role. */
  removeRole(principal: Principal, name: string): Promise<Result<unknown>>;
  /** Makes a secret, which counts when a code of it is confirmed. */
  beginSecondFactor(principal: Principal): Promise<Result<BegunSecondFactor>>;
  /** Needs the password once more. Returns the recovery codes, only here. */
  confirmSecondFactor(
    principal: Principal,
    request: { readonly sealed: string; readonly code: string; readonly password: string },
  ): Promise<Result<readonly string[]>>;
  removeSecondFactor(principal: Principal, password: string): Promise<Result<unknown>>;
}

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface RoleRequest {
  readonly name?: unknown;
  readonly grants?: unknown;
}

export interface BegunSecondFactor {
  /** Encrypted; to be sent back with the first code. */
  readonly sealed: string;
  readonly uri: string;
  /** A picture of `uri`, as SVG. */
  readonly picture: string;
}
