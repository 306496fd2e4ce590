import type { GrantedAction } from '../../../domain/permission/permission.js';
import type { Uid } from '../../../domain/schema/schema.js';
import type { AccessRule } from './access-rule.js';
import type { BoundPolicy } from './policies.js';

/** What an app's route files declare for one action of a content-type, over REST and GraphQL. */
export interface ActionRule {
  /** `api::restaurant.restaurant.find` */
  readonly handler: string;
  /** From `auth`; undefined: the grant of the action decides. */
  readonly access: AccessRule | undefined;
  readonly policies: readonly BoundPolicy[];
  /** REST runs them; elsewhere only their number is used. */
  readonly middlewares: readonly unknown[];
}

export interface ActionRules {
  ruleOf(type: Uid, action: GrantedAction): ActionRule | undefined;
  /** Whether the route files omit the action's REST route. */
  isHidden(type: Uid, action: GrantedAction): boolean;
}
