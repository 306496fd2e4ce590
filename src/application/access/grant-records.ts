import { actions as all, type Action } from '../../domain/permission/permission.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { GrantRecord } from '../ports/access-store.js';

/** What one grant of one action is about, beside its content-type. */
export type GrantLimits = Pick<GrantRecord, 'fields' | 'filters'>;

/** A grant of one action. */
export interface HeldAction extends GrantLimits {
  readonly type: Uid;
  readonly action: Action;
}

/** One record for the actions of a content-type whose limits are equal: in one order, whichever store they come from. */
export function grantRecords(held: Iterable<HeldAction>): readonly GrantRecord[] {
  const groups = new Map<string, { readonly type: Uid; readonly actions: Action[]; limits: GrantLimits }>();
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

const inOrder = (left: Action, right: Action): number => all.indexOf(left) - all.indexOf(right);

const orderOf = ({ type, actions: [first = 'find'] }: GrantRecord): string => `${type} ${all.indexOf(first)}`;

/** One for each action: the last of those that say something about the same one. */
export function heldActions(grants: Iterable<GrantRecord>): ReadonlyMap<string, HeldAction> {
  const held = new Map<string, HeldAction>();
  for (const grant of grants)
    for (const action of grant.actions)
      held.set(`${grant.type} ${action}`, { type: grant.type, action, ...limitsOf(grant) });
  return held;
}

/** Null stands for absence, as databases have it. */
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

/** Equal for limits that say the same in the same words. */
export const limitsKey = ({ fields, filters }: GrantLimits): string =>
  fields === undefined && filters === undefined ? '' : JSON.stringify([fields ?? null, filters ?? null]);
