import type { Action } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Json, Uid } from '../../domain/schema/schema.js';

/** Keeps roles, their grants and API tokens. */
export interface AccessStore {
  /** Everything, from one snapshot. The roles `public` and `authenticated` are always there. */
  load(): Promise<Result<AccessState>>;
  /** Grows with every change of access, by whichever process. Cheap: asked every second. */
  revision(): Promise<Result<number>>;
  /** Adds grants to a role. `ACCESS` failures: an unknown role is `DOCUMENT.NOT_FOUND`. */
  grant(role: string, type: Uid, actions: readonly Action[]): Promise<Result<void>>;
  revoke(role: string, type: Uid, actions: readonly Action[]): Promise<Result<void>>;
  /** A name that exists is `INPUT.MISMATCH`. */
  addToken(token: TokenRecord): Promise<Result<void>>;
  /** An unknown name is `DOCUMENT.NOT_FOUND`. */
  removeToken(name: string): Promise<Result<void>>;
}

export interface AccessState {
  readonly revision: number;
  readonly roles: readonly RoleRecord[];
  readonly tokens: readonly TokenRecord[];
}

export interface RoleRecord {
  readonly name: string;
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
