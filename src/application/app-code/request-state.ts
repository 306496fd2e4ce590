import { nobody, type Principal } from '../../domain/permission/permission.js';

/** Who asks, and by which route, as policies, middlewares and controllers of an app see it. */
export interface RequestState {
  /** The signed-in user; undefined for the public, for API tokens, and on routes with `auth: false`. */
  user?: unknown;
  /** Undefined before the route is found, and on routes with `auth: false`. */
  auth?: RequestAuth | undefined;
  isAuthenticated?: boolean;
  route?: unknown;
  /** Values that middlewares set for later ones. */
  [key: string]: unknown;
}

export interface RequestAuth {
  readonly strategy: { readonly name: 'users-permissions' | 'content-api-token' };
  /** The user, or the token by its name; null for the public. */
  readonly credentials: unknown;
  readonly ability: unknown;
  /** For code of the server that app code hands the state to. A copy of this object has it too. */
  readonly [asker]: Principal;
}

const asker: unique symbol = Symbol.for('quire.principal');

/** What `ctx.state` has of a request by `principal`; `row` is the user's, where it was read. */
export function requestStateOf(principal: Principal, row?: unknown): RequestState {
  const user =
    principal.user === undefined ? undefined : (row ?? { ...principal.user, username: principal.name });
  const isToken = principal.kind === 'token';
  const token = isToken ? { name: principal.name, type: tokenType(principal) } : null;
  return {
    user,
    isAuthenticated: isToken || user !== undefined,
    auth: {
      strategy: { name: isToken ? 'content-api-token' : 'users-permissions' },
      credentials: token ?? user ?? null,
      ability: {},
      [asker]: principal,
    },
  };
}

/** Returns who asks by the `state` that app code hands over; without `auth` it is nobody. */
export function askerOf(state: unknown): Principal {
  const { auth } = (state ?? {}) as { readonly auth?: unknown };
  return principalIn(auth) ?? nobody;
}

/** Returns the principal of an `auth` of a state; undefined if it is none. */
export const principalIn = (auth: unknown): Principal | undefined =>
  (auth as Partial<RequestAuth> | null | undefined)?.[asker];

const tokenType = ({ grants }: Principal): 'full-access' | 'read-only' | 'custom' =>
  grants.kind === 'all' ? 'full-access' : grants.kind === 'read' ? 'read-only' : 'custom';
