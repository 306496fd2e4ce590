import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Relation, Schema } from '../../domain/schema/schema.js';
import type { AccessChange, AccessStore, GrantRecord, RoleRecord } from '../ports/access-store.js';
import type { Clock } from '../ports/clock.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import type { Log } from '../ports/log.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import { goneFrom } from '../schema-changes/leftover-grants.js';
import { createAccessCache } from './access-cache.js';
import type { TokenRequest } from './check-token-request.js';
import type { GrantRequest } from './check-grants.js';
import { createPrincipals } from './principals.js';
import type { GrantReading } from './read-permission.js';
import { createRoleGrants, type RequestedLimits } from './role-grants.js';
import { createTokens, type TokenSummary } from './tokens.js';

export type { TokenSummary } from './tokens.js';

/**
 * Who may do what: roles, their grants, API tokens. What a request needs is answered from memory; a change made here
 * is in use when its promise resolves, one made by another process within two seconds (see `createAccessCache`).
 * While the database cannot be reached, the last known state stays in use. Refused input is `INPUT.INVALID`.
 */
export interface Access {
  /** Reads the first state. Until then nobody may do anything. */
  load(): Promise<Result<void>>;
  /** Follows changes by other processes until `stop`. */
  watch(): void;
  stop(): void;
  /** Who a request without credentials is. */
  publicPrincipal(): Principal;
  /** Who presents this token; null where it is unknown, revoked or past its end. */
  principalOfToken(token: string): Principal | null;
  /** Who a signed-in user is: what the role may, by its type; an unknown role may nothing. */
  userPrincipal(user: SignedIn): Principal;
  /** The relations that filters of any role's or token's grants go through: their links decide who may do what. */
  decisive(): ReadonlySet<Relation>;
  /** Whether another process has changed access since: a token that is not known may be a new one. */
  recheck(): Promise<boolean>;
  /** Replaces what the role was granted for the same actions, fields and filters included. */
  grant(role: unknown, uid: unknown, actions: unknown, limits?: RequestedLimits): Promise<Result<void>>;
  /** Also takes content-types that are gone, where the role still has grants for them. */
  revoke(role: unknown, uid: unknown, actions: unknown): Promise<Result<void>>;
  /** Grants as they are stored, of a role that need not be there yet. */
  checkGrants(role: string, grants: readonly GrantRequest[]): Result<readonly GrantRecord[]>;
  /** Makes a change whose grants are checked. */
  change(change: AccessChange): Promise<Result<void>>;
  /** The grants of every role, as read last. */
  grants(): readonly RoleRecord[];
  /** Whether a grant names a content-type or an attribute that the schema lacks: it is kept until that is dropped. */
  isLeftover(grant: GrantRecord): boolean;
  /** The token itself is in this answer and nowhere else. A taken name is `INPUT.MISMATCH`. */
  createToken(request: TokenRequest): Promise<Result<{ readonly token: string }>>;
  listTokens(): readonly TokenSummary[];
  /** `DOCUMENT.NOT_FOUND` where there is none of that name. */
  revokeToken(name: string): Promise<Result<void>>;
}

export interface SignedIn {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  /** The `type` of its role. */
  readonly role: string;
}

export interface AccessDependencies {
  readonly store: AccessStore;
  readonly schema: Schema;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
  /** Absent: no grant can have filters, and one that has some allows nothing. */
  readonly filters?: GrantFilters;
  readonly log: Log;
}

export function createAccess({ store, schema, clock, secrets, filters, log }: AccessDependencies): Access {
  const reading: GrantReading = { schema, filters };
  const cache = createAccessCache(store, createPrincipals(reading, log), log);
  return {
    load: cache.refresh,
    watch: cache.watch,
    stop: cache.stop,
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
    grants: () => cache.state().roles,
    isLeftover: (grant) => goneFrom(reading, grant) !== null,
    ...createRoleGrants(cache, { store, reading }),
    ...createTokens(cache, { store, reading, clock, secrets }),
  };
}
