import type { GrantedAction, Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Json, Uid } from '../../domain/schema/schema.js';
import type { AuditEntry } from './audit-log.js';

/** Stores roles, their grants and API tokens. */
export interface AccessStore {
  /**
   * Returns roles and tokens from one snapshot. The roles `public` and `authenticated` always exist. `known` is an
   * earlier result of this store; records of roles that have not changed since may be reused from it.
   */
  load(known?: AccessState): Promise<Result<AccessState>>;
  /** Returns a number that grows with every change of access by any process. Cheap: called every second. */
  revision(): Promise<Result<number>>;
  /** Applies the whole change or nothing. A failure does not change the revision. */
  change(change: AccessChange): Promise<Result<void>>;
}

/** Removals are applied before additions, so a name that occurs in both is replaced. */
export interface AccessChange {
  /**
   * The revision that the change is based on. If the stored revision differs, the change fails with `STORE.CONFLICT`.
   */
  readonly since?: number;
  /** Removes the roles and their grants; of `public` and `authenticated` only the grants. Missing roles are ignored. */
  readonly removeRoles?: readonly string[];
  /** Fails with `DOCUMENT.NOT_FOUND` for an unknown role. */
  readonly revoke?: readonly RoleActions[];
  /** Fails with `DOCUMENT.NOT_FOUND` for an unknown name. */
  readonly removeTokens?: readonly string[];
  /** Roles that exist stay as they are. */
  readonly addRoles?: readonly string[];
  /** Replaces the role's grants for the same actions. Fails with `DOCUMENT.NOT_FOUND` for an unknown role. */
  readonly grant?: readonly RoleGrant[];
  /** Fails with `INPUT.MISMATCH` for a name that exists. */
  readonly addTokens?: readonly TokenRecord[];
  /** Who makes the change, for the audit trail. */
  readonly by?: Principal;
  /** Recorded in the same transaction as the change; see `AuditLog`. */
  readonly entries?: readonly AuditEntry[];
}

export interface RoleActions {
  readonly role: string;
  readonly type: Uid;
  readonly actions: readonly GrantedAction[];
}

export type RoleGrant = GrantRecord & { readonly role: string };

export interface AccessState {
  readonly revision: number;
  readonly roles: readonly RoleRecord[];
  readonly tokens: readonly TokenRecord[];
}

export interface RoleRecord {
  readonly name: string;
  /** Each action of a content-type occurs at most once, in the order of `grantRecords`. */
  readonly grants: readonly GrantRecord[];
}

export interface GrantRecord {
  readonly type: Uid;
  readonly actions: readonly GrantedAction[];
  /** The attributes that the grant covers; absent: all. */
  readonly fields?: readonly string[];
  /**
   * The documents that the grant covers, in the form of a request's `filters`, where `$me` is the caller; absent: all.
   */
  readonly filters?: Json;
}

export type TokenAccess = 'full-access' | 'read-only' | 'custom';

export interface TokenRecord {
  readonly name: string;
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  readonly hash: string;
  readonly access: TokenAccess;
  /** Only for `custom`. */
  readonly grants: readonly GrantRecord[];
  readonly createdAt: string;
  /** ISO 8601; null: the token does not expire. */
  readonly expiresAt: string | null;
}
