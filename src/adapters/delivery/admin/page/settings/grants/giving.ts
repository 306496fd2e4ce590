import type { Action } from '../../../../../../domain/permission/permission.js';
import type { Uid } from '../../../../../../domain/schema/schema.js';
import type { OwnerGrant } from '../../../contract/grants.js';
import type { Rights } from '../../../contract/start.js';
import type { Session } from '../../session/session.js';
import type { Grantable, Limits } from './held-grants.js';

/** What decides which grants an administrator gives and takes. */
export interface Giver {
  /** Gives everything, also the actions of controllers, of which `rights` has none. */
  readonly isOwner: boolean;
  readonly rights: Rights;
  readonly ownerGrants: readonly OwnerGrant[];
}

/** Whether the administrator is an owner, and does not see the page as another role. */
export const actsAsOwner = ({ administrator, seesAs }: Session): boolean =>
  administrator.role === 'owner' && seesAs === null;

/** Why a grant is not theirs to set: they may not do it themselves, or only owners set it. */
export type Bar = 'rights' | 'owner';

/** The attributes with which only owners grant an action; null: they alone grant it. */
export function ownerFields({ ownerGrants }: Giver, type: Uid, action: string): readonly string[] | null {
  const found = ownerGrants.find((one) => one.type === type && one.action === action);
  return found === undefined ? [] : found.fields;
}

/** The grant of an action with as much as the administrator may give. */
export function widest(giver: Giver, { uid, fields }: Grantable, action: string): Limits {
  const owned = ownerFields(giver, uid, action) ?? [];
  return {
    fields: owned.length === 0 ? null : fields.filter((name) => !owned.includes(name)),
    filters: null,
  };
}

/** Why the administrator may not set an action that is granted with these limits, or not yet. */
export function barOf(
  giver: Giver,
  one: Grantable,
  action: string,
  limits: Limits | undefined,
): Bar | undefined {
  if (giver.isOwner) return undefined;
  const right = giver.rights[one.uid]?.[action as Action];
  if (right?.fields !== null || right.rows !== 'all') return 'rights';
  const owned = ownerFields(giver, one.uid, action);
  const { fields } = limits ?? widest(giver, one, action);
  const isOwned = owned === null || owned.some((name) => fields?.includes(name) ?? true);
  return isOwned ? 'owner' : undefined;
}
