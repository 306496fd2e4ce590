import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import { lastingName } from './check-token-request.js';

/** Who asked for work that happens later. Their permissions count when it happens. */
export interface Planner {
  readonly kind: 'user' | 'administrator' | 'token' | 'system';
  readonly name: string;
  /** The numeric id of a user or an administrator. */
  readonly id?: number;
}

/** Returns the principal with the grants of today; null: somebody who is gone or blocked. */
export type PrincipalOfPlanner = (planner: Planner) => Promise<Result<Principal | null>>;

/** Tells planners apart. */
export const ownerOf = ({ kind, name, id }: Planner): string => `${kind} ${id ?? name}`;

/**
 * Null: the public cannot be asked for its permissions later. The old secret of a rotated token is the same client as the new
 * one.
 */
export const plannerOf = ({ kind, name, user }: Principal): Planner | null =>
  kind === 'public'
    ? null
    : { kind, name: kind === 'token' ? lastingName(name) : name, ...(user !== undefined && { id: user.id }) };

/** Whether the principal has planned the work. */
export const isOwn = (principal: Principal, { owner }: { readonly owner: string }): boolean => {
  const planner = plannerOf(principal);
  return planner !== null && ownerOf(planner) === owner;
};
