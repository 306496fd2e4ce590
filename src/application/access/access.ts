import type { Grants, Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Relation, Schema } from '../../domain/schema/schema.js';
import type { AccessChange, AccessStore, GrantRecord, RoleRecord } from '../ports/access-store.js';
import type { Clock } from '../ports/clock.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import type { Log } from '../ports/log.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import { goneFrom } from '../schema-changes/leftover-grants.js';
import { createAccessCache } from './access-cache.js';
import type { GrantRequest } from './check-grants.js';
import { createPrincipals } from './principals.js';
import { noDeclaredActions, type DeclaredActions } from './declared-actions.js';
import type { GrantReading } from './read-permission.js';
import { createRoleGrants, type RequestedLimits } from './role-grants.js';
import type { TokenUses } from './token-uses.js';
import { createTokens, type Tokens } from './tokens.js';

/**
 * Roles, their grants, and API tokens. Requests are served from memory. A change made here takes effect when its
 * promise resolves, or soon after the commit of its unit of work; a change by another process within two seconds (see
 * `createAccessCache`). While the database cannot be reached, the last known state stays in use. Invalid input fails with
 * `INPUT.INVALID`.
 */
export interface Access extends Tokens {
  /** Loads the state. Until then nobody has any permission. */
  load(): Promise<Result<void>>;
  /** Follows changes by other processes until `stop`. */
  watch(): void;
  stop(): Promise<void>;
  /** The principal of requests without credentials. */
  publicPrincipal(): Principal;
  /** Returns the principal of a signed-in user, with the grants of their role. An unknown role has none. */
  userPrincipal(user: SignedIn): Principal;
  /**
   * The relations that filters of any role's or token's grants go through: changing their links can change permissions.
   */
  decisive(): ReadonlySet<Relation>;
  /** Polls for changes by other processes, as an unknown token may be new. Returns whether there were any. */
  recheck(): Promise<boolean>;
  /** Replaces the role's grants for the same actions, including fields and filters. */
  grant(role: unknown, uid: unknown, actions: unknown, limits?: RequestedLimits): Promise<Result<void>>;
  /** Also accepts content-types that no longer exist, if the role still has grants for them. */
  revoke(role: unknown, uid: unknown, actions: unknown): Promise<Result<void>>;
  /** Validates grants of a role that need not exist yet. Returns them as they are stored. */
  checkGrants(role: string, grants: readonly GrantRequest[]): Result<readonly GrantRecord[]>;
  /** Applies a change whose grants are validated. */
  change(change: AccessChange): Promise<Result<void>>;
  /** Returns what a role permits, by its type; null if no role has it. */
  grantsOf(role: string): Grants | null;
  /** Returns the latest known grants of every role. */
  grants(): readonly RoleRecord[];
  /**
   * Whether a grant names a content-type or an attribute that the schema lacks. Such a grant is kept until the data is
   * dropped.
   */
  isLeftover(grant: GrantRecord): boolean;
}

export interface SignedIn {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  /** The `type` of the user's role. */
  readonly role: string;
}

export interface AccessDependencies {
  readonly store: AccessStore;
  readonly schema: Schema;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
  /** Absent: grants cannot have filters, and a stored grant with filters permits nothing. */
  readonly filters?: GrantFilters;
  /** The actions of controllers that can be granted; absent: there are none. */
  readonly declared?: DeclaredActions;
  readonly log: Log;
  /** The units of work of the store that its changes join. */
  readonly units?: Pick<UnitsOfWork, 'current'>;
  /** Absent: uses of tokens are not kept. */
  readonly uses?: TokenUses;
}

export function createAccess(dependencies: AccessDependencies): Access {
  const {
    store,
    schema,
    clock,
    secrets,
    filters,
    declared = noDeclaredActions,
    log,
    units,
    uses,
  } = dependencies;
  const reading: GrantReading = { schema, filters, declared };
  const cache = createAccessCache(store, createPrincipals(reading, log), log, units);
  return {
    load: cache.refresh,
    watch() {
      cache.watch();
      uses?.watch();
    },
    async stop() {
      cache.stop();
      await uses?.stop();
    },
    publicPrincipal: () => cache.principals().public,
    userPrincipal: ({ id, documentId, username, role }) => ({
      kind: 'user',
      name: username,
      role,
      grants: cache.principals().grantsOf(role),
      user: { id, documentId },
    }),
    decisive: () => cache.principals().decisive(),
    recheck: cache.recheck,
    grantsOf: (role) =>
      cache.state().roles.some(({ name }) => name === role) ? cache.principals().grantsOf(role) : null,
    grants: () => cache.state().roles,
    isLeftover: (grant) => goneFrom(reading, grant) !== null,
    ...createRoleGrants(cache, { store, reading }),
    ...createTokens(cache, { store, reading, clock, secrets, uses }),
  };
}
