import type { Result } from '../../../domain/result.js';
import type { Json, Schema } from '../../../domain/schema/schema.js';
import type { Documents } from '../../documents/documents.js';
import type { AccessStore, TokenAccess } from '../../ports/access-store.js';
import type { Clock } from '../../ports/clock.js';
import type { GrantFilters } from '../../ports/grant-filters.js';
import type { TokenSecrets } from '../../ports/token-secrets.js';

/**
 * Who may do what, as it can be reviewed and moved to another environment: in one order, without secrets, hashes and
 * users.
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
  /** For `custom` only. */
  readonly grants?: readonly GrantDefinition[];
  /** ISO 8601; null: never. */
  readonly expiresAt: string | null;
}

export interface AccessFiles {
  export(): Promise<Result<AccessFile>>;
  /**
   * Makes access what the file says, all of it or nothing; what the file lacks stays unless `prune` is asked for.
   * `INPUT.INVALID` says what is wrong in the file; `STORE.CONFLICT` that access was changed meanwhile.
   */
  apply(file: unknown, options: ApplyOptions): Promise<Result<Applied>>;
}

export interface ApplyOptions {
  /** Removes the roles, grants and tokens that the file lacks. `public` and `authenticated` lose their grants only. */
  readonly prune: boolean;
  /** Changes nothing, but says what would be. */
  readonly dryRun: boolean;
}

export interface Applied {
  /** A line each, beginning with `+`, `~` or `-`. */
  readonly changes: readonly string[];
  /** A line for each thing that the file lacks and that stays. */
  readonly kept: readonly string[];
  /** The tokens that were made: their secrets are in this answer and nowhere else. */
  readonly made: readonly { readonly name: string; readonly token: string }[];
  /** Why names of roles, or roles that the file lacks, are still there: grants and tokens are what it says. Else null. */
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
