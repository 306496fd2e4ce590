import { decisiveRelations } from '../../domain/permission/decisive-relations.js';
import type { GrantedAction, Grants, Permission, Principal } from '../../domain/permission/permission.js';
import type { Relation, Uid } from '../../domain/schema/schema.js';
import type { AccessState, GrantRecord, RoleRecord, TokenRecord } from '../ports/access-store.js';
import type { Log } from '../ports/log.js';
import { limitsKey } from './grant-records.js';
import { readPermission, type GrantReading } from './read-permission.js';

/**
 * The principals of one state of access. Each is built on first use and shared by all requests until the state changes.
 */
export interface Principals {
  readonly public: Principal;
  /** Returns the grants of a role by its type; none if it does not exist. */
  grantsOf(role: string): Grants;
  token(hash: string): TokenPrincipal | undefined;
  /** The relations that filters of any role's or token's grants go through. */
  decisive(): ReadonlySet<Relation>;
}

export interface TokenPrincipal {
  readonly hash: string;
  /** ISO 8601; null: the token does not expire. */
  readonly expiresAt: string | null;
  readonly principal: Principal;
}

const noGrants: Grants = { kind: 'listed', listed: new Map() };

const publicWith = (grants: Grants): Principal => ({ kind: 'public', name: 'public', grants });

/** The principals until the first state is loaded: nobody has any permission. */
export const nobody: Principals = {
  public: publicWith(noGrants),
  grantsOf: () => noGrants,
  token: () => undefined,
  decisive: () => new Set(),
};

/**
 * Returns a function that builds the principals of a state. An invalid stored grant is logged once, not once for each
 * state.
 */
export function createPrincipals(reading: GrantReading, log: Log): (state: AccessState) => Principals {
  const reported = new Set<string>();
  const listed = (holder: string, grants: readonly GrantRecord[]): Grants =>
    readGrants(reading, grants, (grant, reason) => {
      const key = `${holder} ${grant.type} ${grant.actions.join()} ${limitsKey(grant)}`;
      if (reported.has(key)) return;
      reported.add(key);
      log.warn('a grant does not fit the schema and allows nothing', {
        holder,
        type: grant.type,
        actions: grant.actions,
        reason,
      });
    });
  // States share the record of a role that has not changed.
  const ofRoles = new WeakMap<RoleRecord, Grants>();
  return ({ roles, tokens }) => {
    const records = new Map(roles.map((role) => [role.name, role]));
    const grantsOf = (role: string): Grants => {
      const record = records.get(role);
      if (record === undefined) return noGrants;
      const known = ofRoles.get(record);
      if (known !== undefined) return known;
      const grants = listed(`role ${role}`, record.grants);
      ofRoles.set(record, grants);
      return grants;
    };
    const byHash = new Map(tokens.map((token) => [token.hash, token]));
    const principalOf = remembered((hash: string): TokenPrincipal | undefined => {
      const token = byHash.get(hash);
      return token && tokenPrincipal(token, () => listed(`token ${token.name}`, token.grants));
    });
    const limited = ({ grants }: { grants: readonly GrantRecord[] }): boolean =>
      grants.some(({ filters }) => filters !== undefined);
    let decisive: ReadonlySet<Relation> | undefined;
    return {
      public: publicWith(grantsOf('public')),
      grantsOf,
      token: (hash) => (byHash.has(hash) ? principalOf(hash) : undefined),
      decisive: () =>
        (decisive ??= decisiveRelations(reading.schema, [
          ...roles.filter(limited).map(({ name }) => grantsOf(name)),
          ...tokens.filter(limited).flatMap(({ hash }) => principalOf(hash)?.principal.grants ?? []),
        ])),
    };
  };
}

/** Only for keys of the state itself, whose number is bounded. */
function remembered<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

const tokenPrincipal = (token: TokenRecord, listed: () => Grants): TokenPrincipal => ({
  hash: token.hash,
  expiresAt: token.expiresAt,
  principal: { kind: 'token', name: token.name, grants: tokenGrants(token, listed) },
});

function tokenGrants({ access }: TokenRecord, listed: () => Grants): Grants {
  switch (access) {
    case 'full-access':
      return { kind: 'all' };
    case 'read-only':
      return { kind: 'read' };
    case 'custom':
      return listed();
  }
}

/** Returns the grants of records. Those that do not fit the schema allow nothing. */
export function readGrants(
  reading: GrantReading,
  grants: readonly GrantRecord[],
  onMisfit: (grant: GrantRecord, reason: string) => void,
): Grants {
  const byType = new Map<Uid, Map<GrantedAction, Permission>>();
  for (const grant of grants) {
    const permission = readPermission(reading, grant.type, grant);
    if (!permission.ok) {
      onMisfit(grant, permission.failure.message);
      continue;
    }
    const held = byType.get(grant.type) ?? new Map<GrantedAction, Permission>();
    grant.actions.forEach((action) => held.set(action, permission.value));
    byType.set(grant.type, held);
  }
  return { kind: 'listed', listed: byType };
}
