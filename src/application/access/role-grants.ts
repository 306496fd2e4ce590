import { ok, type Result } from '../../domain/result.js';
import type { AccessChange, AccessStore, GrantRecord, RoleActions } from '../ports/access-store.js';
import type { AccessCache } from './access-cache.js';
import {
  checkActions,
  checkGrant,
  checkRole,
  checkType,
  type GrantRequest,
  type Holder,
  checkEach,
} from './check-grants.js';
import type { GrantReading } from './read-permission.js';

export interface RoleGrants {
  grant(role: unknown, uid: unknown, actions: unknown, limits?: RequestedLimits): Promise<Result<void>>;
  revoke(role: unknown, uid: unknown, actions: unknown): Promise<Result<void>>;
  checkGrants(role: string, grants: readonly GrantRequest[]): Result<readonly GrantRecord[]>;
  change(change: AccessChange): Promise<Result<void>>;
}

export type RequestedLimits = Pick<GrantRequest, 'fields' | 'filters'>;

/** The role methods of `Access`. */
export function createRoleGrants(
  cache: AccessCache,
  { store, reading }: { readonly store: AccessStore; readonly reading: GrantReading },
): RoleGrants {
  const change = async (wanted: AccessChange): Promise<Result<void>> => {
    const changed = await store.change(wanted);
    return changed.ok ? cache.refreshAfterChange() : changed;
  };
  return {
    async grant(role, uid, actions, limits) {
      const known = await knownRole(cache, role);
      if (!known.ok) return known;
      const request = { uid, actions, fields: limits?.fields, filters: limits?.filters };
      const grant = checkGrant(reading, request, holderOf(known.value));
      return grant.ok ? change({ grant: [{ role: known.value, ...grant.value }] }) : grant;
    },
    async revoke(role, uid, actions) {
      const known = await knownRole(cache, role);
      if (!known.ok) return known;
      const checked = checkRevoked(cache, reading, known.value, uid, actions);
      return checked.ok ? change({ revoke: [checked.value] }) : checked;
    },
    checkGrants: (role, grants) => checkEach(reading, grants, holderOf(role)),
    change,
  };
}

export const holderOf = (role: string): Holder => (role === 'public' ? 'nobody' : 'user');

/** Refreshes the cache before it refuses, because another process may have just created the role. */
async function knownRole(cache: AccessCache, role: unknown): Promise<Result<string>> {
  const known = checkRole(cache.state().roles, role);
  if (known.ok) return known;
  const refreshed = await cache.refresh();
  return refreshed.ok ? checkRole(cache.state().roles, role) : refreshed;
}

/** Also accepts content-types and actions that no longer exist, if the role still has grants for them. */
function checkRevoked(
  cache: AccessCache,
  reading: GrantReading,
  role: string,
  uid: unknown,
  actions: unknown,
): Result<RoleActions> {
  const held = cache.state().roles.find(({ name }) => name === role)?.grants ?? [];
  const ofType = held.filter(({ type }) => type === uid);
  const type = ofType[0] === undefined ? checkType(reading, uid) : ok(ofType[0].type);
  if (!type.ok) return type;
  const asked = Array.isArray(actions) ? actions : [actions];
  const heldNow = ofType.flatMap((grant) => grant.actions);
  // What is held can be taken back, whether or not it is still there.
  const kept = heldNow.filter((action) => asked.includes(action));
  const others = asked.filter((action) => !(kept as readonly unknown[]).includes(action));
  if (others.length === 0 && kept.length > 0) return ok({ role, type: type.value, actions: kept });
  const checked = checkActions(reading, type.value, others);
  return checked.ok ? ok({ role, type: type.value, actions: [...kept, ...checked.value] }) : checked;
}
