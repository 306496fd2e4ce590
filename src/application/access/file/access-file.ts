import type { Result } from '../../../domain/result.js';
import type { Json, Schema } from '../../../domain/schema/schema.js';
import type { Documents } from '../../documents/documents.js';
import type { AccessStore, TokenAccess } from '../../ports/access-store.js';
import type { Clock } from '../../ports/clock.js';
import type { GrantFilters } from '../../ports/grant-filters.js';
import type { TokenSecrets } from '../../ports/token-secrets.js';

/**
 * The roles, grants and tokens of an app, for review and for moving them to another environment. Sorted, and without
 * secrets, hashes and users.
 */
export interface AccessFile {
  readonly version: 1;
  readonly roles: readonly RoleDefinition[];
  readonly tokens: readonly TokenDefinition[];
}

export interface RoleDefinition {
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly grants: readonly GrantDefinition[];
}

export interface GrantDefinition {
  readonly uid: string;
  readonly actions: readonly string[];
  readonly fields?: readonly string[];
  readonly filters?: Json;
}

export interface TokenDefinition {
  readonly name: string;
  readonly access: TokenAccess;
  /** Only for `custom`. */
  readonly grants?: readonly GrantDefinition[];
  /** ISO 8601; null: the token does not expire. */
  readonly expiresAt: string | null;
}

export interface AccessFiles {
  export(): Promise<Result<AccessFile>>;
  /**
   * Changes access to what the file says, all or nothing. What the file lacks stays unless `prune` is set. Fails with
   * `INPUT.INVALID` if the file is invalid, and with `STORE.CONFLICT` if access was changed concurrently.
   */
  apply(file: unknown, options: ApplyOptions): Promise<Result<Applied>>;
}

export interface ApplyOptions {
  /** Removes the roles, grants and tokens that the file lacks. `public` and `authenticated` lose only their grants. */
  readonly prune: boolean;
  /** Changes nothing, and returns what would change. */
  readonly dryRun: boolean;
  /** What somebody was told would change. Fails with `STORE.CONFLICT` if something else would. */
  readonly expected?: readonly string[];
}

export interface Applied {
  /** One line for each change, beginning with `+`, `~` or `-`. */
  readonly changes: readonly string[];
  /** One line for each thing that the file lacks and that stays. */
  readonly kept: readonly string[];
  /** The new tokens. Their secrets are returned only here. */
  readonly made: readonly { readonly name: string; readonly token: string }[];
  /**
   * Why role names were not changed or roles not removed, although grants and tokens are as in the file; null if
   * everything succeeded.
   */
  readonly unfinished: string | null;
}

export interface AccessFilesDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly store: AccessStore;
  readonly secrets: TokenSecrets;
  readonly clock: Clock;
  readonly filters: GrantFilters | undefined;
}
