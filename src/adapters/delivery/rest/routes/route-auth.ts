import { admit, type AccessRule, type Scope } from '../../../../application/access/rules/access-rule.js';
import type { PluginAccess } from '../../../../application/app-code/plugin-actions.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { DeclaredRoute } from './read-router.js';

/** Who may use a route. */
export interface RouteAuth {
  /** Whether the route ignores the Authorization header. */
  readonly isOpen: boolean;
  /** For GraphQL, where the same rule holds for the action's field; undefined: the grant of the action decides. */
  readonly access: AccessRule | undefined;
  /** The grants that the route asks for, for roles and custom tokens. */
  readonly scopes: readonly Scope[];
  /** Returns the principal with which the route runs; null: it may not use the route. */
  admit(principal: Principal): Principal | 'unauthenticated' | null;
}

type Handler = DeclaredRoute['handler'];

/**
 * Reads `config.auth`. `servers` says who may call an action of the server that is the handler. Absent, `{}` and an empty `scope`
 * ask for the grant of the handler; `false` opens the route; `{ scope: [...] }` asks for each of these grants; `strategies`
 * limits the ways to sign in. Throws an error that begins with `where` for anything else.
 */
export function readRouteAuth(
  auth: unknown,
  handler: Handler,
  schema: Schema,
  where: string,
  servers?: PluginAccess,
): RouteAuth {
  const own = ownScope(handler, servers);
  if (auth === false) return openTo(own);
  if (auth === true)
    throw new Error(`${where}: auth: true is no rule: leave auth out, or write { scope: [] }`);
  if (auth !== undefined && auth !== null && (typeof auth !== 'object' || Array.isArray(auth)))
    throw new Error(`${where}: auth must be false or { scope: ["<uid>.<action>"] }`);
  const { scope, strategies } = (auth ?? {}) as { readonly scope?: unknown; readonly strategies?: unknown };
  const scopes = readScopes(scope, where);
  const access: AccessRule | undefined = scopes.length === 0 ? undefined : { kind: 'scopes', scopes };
  const allowed = readStrategies(strategies, where);
  return {
    isOpen: false,
    access,
    scopes: scopes.length > 0 ? scopes : own === undefined ? [] : [own],
    admit(principal) {
      if (!allowed(principal)) return 'unauthenticated';
      if (servers === 'everybody' && access === undefined) return principal;
      if (servers === 'users' && access === undefined) return principal.user === undefined ? null : principal;
      if (own === undefined && access === undefined) return isSignedIn(principal) ? principal : null;
      return admit(access, principal, own, schema);
    },
  };
}

/** The grant that the handler asks for; undefined for functions, and for actions of the server that ask for none. */
function ownScope(handler: Handler, servers: PluginAccess | undefined): Scope | undefined {
  if (typeof servers === 'object') return servers;
  if (servers !== undefined || !('uid' in handler)) return undefined;
  return { type: handler.uid, action: handler.action as Scope['action'] };
}

const openTo = (own: Scope | undefined): RouteAuth => ({
  isOpen: true,
  access: { kind: 'everybody' },
  scopes: [],
  admit: () => nobodyBut(own),
});

/** Nobody, with the right to the route's own action: its answers have no relations. */
const nobodyBut = (own: Scope | undefined): Principal => ({
  kind: 'public',
  name: 'public',
  grants: {
    kind: 'listed',
    listed: new Map(
      own === undefined ? [] : [[own.type, new Map([[own.action, { fields: null, filter: null }]])]],
    ),
  },
});

/** Functions as handlers have no name that could be granted: any user may call them, and full-access tokens. */
const isSignedIn = ({ kind, grants }: Principal): boolean => kind === 'user' || grants.kind === 'all';

function readScopes(scope: unknown, where: string): readonly Scope[] {
  const listed = scope === undefined || scope === null ? [] : typeof scope === 'string' ? [scope] : scope;
  if (!Array.isArray(listed) || listed.some((one) => typeof one !== 'string' || one.lastIndexOf('.') < 1))
    throw new Error(`${where}: the scope of auth must be a list of "<uid>.<action>"`);
  return (listed as readonly string[]).map((one) => {
    const dot = one.lastIndexOf('.');
    return { type: one.slice(0, dot), action: one.slice(dot + 1) as Scope['action'] };
  });
}

/** With a strategy that does not exist, nobody can sign in. */
function readStrategies(strategies: unknown, where: string): (principal: Principal) => boolean {
  if (strategies === undefined || strategies === null) return () => true;
  if (!Array.isArray(strategies)) throw new Error(`${where}: strategies of auth must be a list of names`);
  const names = new Set(strategies.map(String));
  const users = names.has('users-permissions');
  const tokens = ['content-api-token', 'api-token'].some((name) => names.has(name));
  return ({ kind }) => (kind === 'token' ? tokens : users);
}
