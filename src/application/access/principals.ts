import type { Grants, Principal } from '../../domain/permission/permission.js';
import type { AccessState, GrantRecord, TokenRecord } from '../ports/access-store.js';

/** One state of access as principals, built once for all the requests that it serves. */
export interface Principals {
  readonly public: Principal;
  readonly tokens: ReadonlyMap<string, TokenPrincipal>;
}

export interface TokenPrincipal {
  readonly hash: string;
  /** ISO 8601; null: never. */
  readonly expiresAt: string | null;
  readonly principal: Principal;
}

/** Before the first state is read: nobody may do anything. */
export const nobody: Principals = {
  public: { kind: 'public', name: 'public', grants: { kind: 'listed', listed: new Map() } },
  tokens: new Map(),
};

export function principalsOf(state: AccessState): Principals {
  const role = state.roles.find(({ name }) => name === 'public');
  return {
    public: { kind: 'public', name: 'public', grants: listed(role?.grants ?? []) },
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
  const byType = new Map<string, Set<GrantRecord['actions'][number]>>();
  for (const { type, actions } of grants) {
    const held = byType.get(type) ?? new Set();
    actions.forEach((action) => held.add(action));
    byType.set(type, held);
  }
  return { kind: 'listed', listed: byType };
}
