import type { Action, Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Json, Uid } from '../../domain/schema/schema.js';
import type { AuditEntry } from './audit-log.js';

/** Keeps roles, their grants and API tokens. */
export interface AccessStore {
  /**
   * Everything, from one snapshot. The roles `public` and `authenticated` are always there. Of roles that are as they
   * were in `known`, which this store has answered before, the records may be the same ones.
   */
  load(known?: AccessState): Promise<Result<AccessState>>;
  /** Grows with every change of access, by whichever process. Cheap: asked every second. */
  revision(): Promise<Result<number>>;
  /** All of it or nothing. A failure leaves the revision as it was. */
  change(change: AccessChange): Promise<Result<void>>;
}

/** What goes is taken away before what comes is added, so that naming a thing in both replaces it. */
export interface AccessChange {
  /** The revision that the change is meant for: `STORE.CONFLICT` where it is another one. */
  readonly since?: number;
  /** With their grants; of `public` and `authenticated` only these. Those that are not there are passed over. */
  readonly removeRoles?: readonly string[];
  /** An unknown role is `DOCUMENT.NOT_FOUND`. */
  readonly revoke?: readonly RoleActions[];
  /** An unknown name is `DOCUMENT.NOT_FOUND`. */
  readonly removeTokens?: readonly string[];
  /** One that is there stays as it is. */
  readonly addRoles?: readonly string[];
  /** In the place of what the role was granted for the same actions. An unknown role is `DOCUMENT.NOT_FOUND`. */
  readonly grant?: readonly RoleGrant[];
  /** A name that exists is `INPUT.MISMATCH`. */
  readonly addTokens?: readonly TokenRecord[];
  /** Who makes the change, for the audit trail. */
  readonly by?: Principal;
  /** Recorded with the change, in the same unit of work; see `AuditLog`. */
  readonly entries?: readonly AuditEntry[];
}

export interface RoleActions {
  readonly role: string;
  readonly type: Uid;
  readonly actions: readonly Action[];
}

export type RoleGrant = GrantRecord & { readonly role: string };

export interface AccessState {
  readonly revision: number;
  readonly roles: readonly RoleRecord[];
  readonly tokens: readonly TokenRecord[];
}

export interface RoleRecord {
  readonly name: string;
  /** Each action of a content-type at most once, in the order of `grantRecords`. */
  readonly grants: readonly GrantRecord[];
}

export interface GrantRecord {
  readonly type: Uid;
  readonly actions: readonly Action[];
  /** The attributes that it is about; absent: all. */
  readonly fields?: readonly string[];
  /** The documents that it is about, in the form of a request's `filters`, where `$me` is who asks; absent: all. */
  readonly filters?: Json;
}

export type TokenAccess = 'full-access' | 'read-only' | 'custom';

export interface TokenRecord {
  readonly name: string;
  /** SHA-256 of the token, hexadecimal. The token itself is never kept. */
  readonly hash: string;
  readonly access: TokenAccess;
  /** For `custom` only. */
  readonly grants: readonly GrantRecord[];
  readonly createdAt: string;
  /** ISO 8601; null: never. */
  readonly expiresAt: string | null;
}
