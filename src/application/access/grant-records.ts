import { actions as all, isDocumentAction, type GrantedAction } from '../../domain/permission/permission.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { GrantRecord, RoleRecord } from '../ports/access-store.js';

/** The attributes and documents that a grant covers. */
export type GrantLimits = Pick<GrantRecord, 'fields' | 'filters'>;

/** A grant of one action. */
export interface HeldAction extends GrantLimits {
  readonly type: Uid;
  readonly action: GrantedAction;
}

/** Combines actions of a content-type with equal limits into one record. The order does not depend on the store. */
export function grantRecords(held: Iterable<HeldAction>): readonly GrantRecord[] {
  const groups = new Map<
    string,
    { readonly type: Uid; readonly actions: GrantedAction[]; limits: GrantLimits }
  >();
  for (const one of held) {
    const limits = limitsOf(one);
    const key = `${one.type} ${limitsKey(limits)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { type: one.type, actions: [one.action], limits });
    else group.actions.push(one.action);
  }
  return [...groups.values()]
    .map(({ type, actions, limits }) => ({ type, actions: actions.sort(inOrder), ...limits }))
    .sort((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1));
}

/** Actions on documents first, in their order, then those of controllers by name. */
const inOrder = (left: GrantedAction, right: GrantedAction): number =>
  rankOf(left) - rankOf(right) || (left < right ? -1 : 1);

const rankOf = (action: GrantedAction): number =>
  isDocumentAction(action) ? all.indexOf(action) : all.length;

const orderOf = ({ type, actions: [first = 'find'] }: GrantRecord): string =>
  `${type} ${rankOf(first)} ${isDocumentAction(first) ? '' : first}`;

/** Returns one grant for each action; the last one counts. */
export function heldActions(grants: Iterable<GrantRecord>): ReadonlyMap<string, HeldAction> {
  const held = new Map<string, HeldAction>();
  for (const grant of grants)
    for (const action of grant.actions)
      held.set(`${grant.type} ${action}`, { type: grant.type, action, ...limitsOf(grant) });
  return held;
}

/** Databases store absence as null. */
export const limitsOf = ({
  fields,
  filters,
}: {
  readonly fields?: GrantLimits['fields'] | null;
  readonly filters?: GrantLimits['filters'];
}): GrantLimits => ({
  ...(fields != null && { fields }),
  ...(filters != null && { filters }),
});

/** Equal for limits with equal text. */
export const limitsKey = ({ fields, filters }: GrantLimits): string =>
  fields === undefined && filters === undefined ? '' : JSON.stringify([fields ?? null, filters ?? null]);

/** Returns the roles of these names: as in `read`, else as in `known`, else without grants. */
export function latestRoles(
  names: Iterable<string>,
  read: ReadonlyMap<string, RoleRecord>,
  known: readonly RoleRecord[] = [],
): readonly RoleRecord[] {
  const former = new Map(known.map((role) => [role.name, role]));
  return [...names].map((name) => read.get(name) ?? former.get(name) ?? { name, grants: [] });
}
