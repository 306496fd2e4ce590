import type { RoleRecord } from '../ports/access-store.js';

/** Returns the roles of these names: as in `read`, else as in `known`, else without grants. */
export function latestRoles(
  names: Iterable<string>,
  read: ReadonlyMap<string, RoleRecord>,
  known: readonly RoleRecord[] = [],
): readonly RoleRecord[] {
  const former = new Map(known.map((role) => [role.name, role]));
  return [...names].map((name) => read.get(name) ?? former.get(name) ?? { name, grants: [] });
}
