import type { Principal } from '../../domain/permission/permission.js';

/** The caller as policies and middlewares of an app see it: `state.user`, `state.auth`. */
export interface RequestState {
  /** The signed-in user; null for the public and for API tokens. */
  readonly user: { readonly id: number; readonly documentId: string; readonly username: string } | null;
  readonly auth: {
    readonly strategy: { readonly name: 'users-permissions' | 'api-token' };
    /** The user, or the token by its name; null for the public. */
    readonly credentials: unknown;
  };
  /** Values that middlewares set for later ones. */
  [key: string]: unknown;
}

export function requestStateOf(principal: Principal): RequestState {
  const user = principal.user === undefined ? null : { ...principal.user, username: principal.name };
  if (principal.kind !== 'token')
    return { user, auth: { strategy: { name: 'users-permissions' }, credentials: user } };
  const token = { name: principal.name, type: tokenType(principal) };
  return { user, auth: { strategy: { name: 'api-token' }, credentials: token } };
}

const tokenType = ({ grants }: Principal): 'full-access' | 'read-only' | 'custom' =>
  grants.kind === 'all' ? 'full-access' : grants.kind === 'read' ? 'read-only' : 'custom';
