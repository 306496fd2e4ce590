import {
  unlimited,
  type Action,
  type Grants,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { AccessState, GrantRecord, TokenRecord } from '../ports/access-store.js';

/** One state of access as principals, built once for all the requests that it serves. */
export interface Principals {
  readonly public: Principal;
  /** Grants by the type of the role. */
  readonly roles: ReadonlyMap<string, Grants>;
  readonly tokens: ReadonlyMap<string, TokenPrincipal>;
}

export interface TokenPrincipal {
  readonly hash: string;
  /** ISO 8601; null: never. */
  readonly expiresAt: string | null;
  readonly principal: Principal;
}

export const noGrants: Grants = { kind: 'listed', listed: new Map() };

/** Before the first state is read: nobody may do anything. */
export const nobody: Principals = {
  public: { kind: 'public', name: 'public', grants: noGrants },
  roles: new Map(),
  tokens: new Map(),
};

export function principalsOf(state: AccessState): Principals {
  const roles = new Map(state.roles.map(({ name, grants }) => [name, listed(grants)]));
  return {
    public: { kind: 'public', name: 'public', grants: roles.get('public') ?? noGrants },
    roles,
    tokens: new Map(state.tokens.map((token) => [token.hash, tokenPrincipal(token)])),
  };
}

const tokenPrincipal = (token: TokenRecord): TokenPrincipal => ({
  hash: token.hash,
  expiresAt: token.expiresAt,
  principal: { kind: 'token', name: token.name, grants: tokenGrants(token) },
});

function tokenGrants(token: TokenRecord): Grants {
  switch (token.access) {
    case 'full-access':
      return { kind: 'all' };
    case 'read-only':
      return { kind: 'read' };
    case 'custom':
      return listed(token.grants);
  }
}

function listed(grants: readonly GrantRecord[]): Grants {
  const byType = new Map<Uid, Map<Action, Permission>>();
  for (const { type, actions } of grants) {
    const held = byType.get(type) ?? new Map<Action, Permission>();
    actions.forEach((action) => held.set(action, unlimited));
    byType.set(type, held);
  }
  return { kind: 'listed', listed: byType };
}
