import type { Action } from '../../../domain/permission/permission.js';
import type { Uid } from '../../../domain/schema/schema.js';
import type { AccessRule } from './access-rule.js';
import type { BoundPolicy } from './policies.js';

/** What an app's route files put before one action of a content-type, over REST and GraphQL. */
export interface ActionRule {
  /** `api::restaurant.restaurant.find` */
  readonly handler: string;
  /** What `auth` says; undefined: the grant of the action decides. */
  readonly access: AccessRule | undefined;
  readonly policies: readonly BoundPolicy[];
  /** Only their number matters outside REST, which alone runs them. */
  readonly middlewares: readonly unknown[];
}

export interface ActionRules {
  ruleOf(type: Uid, action: Action): ActionRule | undefined;
  /** Whether the files of routes leave the REST route of the action out. */
  isHidden(type: Uid, action: Action): boolean;
}
