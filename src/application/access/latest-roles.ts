import type { RoleRecord } from '../ports/access-store.js';

/** The roles of these names: those that were read, and of all others what is known of them. */
export function latestRoles(
  names: Iterable<string>,
  read: ReadonlyMap<string, RoleRecord>,
  known: readonly RoleRecord[] = [],
): readonly RoleRecord[] {
  const former = new Map(known.map((role) => [role.name, role]));
  return [...names].map((name) => read.get(name) ?? former.get(name) ?? { name, grants: [] });
}
