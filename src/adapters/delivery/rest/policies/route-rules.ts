import type { ActionRule, ActionRules } from '../../../../application/access/rules/action-rules.js';
import { admit, readAccessRule } from '../../../../application/access/rules/access-rule.js';
import type { AppParts, Instance } from '../../../../application/app-code/app-parts.js';
import { bindMiddlewares } from '../../../../application/app-code/middlewares.js';
import { bindPolicies } from '../../../../application/access/rules/policies.js';
import type { Action, Principal } from '../../../../domain/permission/permission.js';
import type { Schema, Uid } from '../../../../domain/schema/schema.js';
import type { RequestContext } from '../../codec/request-context.js';
import { type CoreRoute, readRouter, type Router } from './read-router.js';

/** The access rules, policies and middlewares that an app configures for the routes of content-types. */
export interface RouteRules {
  of(type: Uid): TypeRules | undefined;
}

export interface TypeRules {
  /** Actions whose routes the app has turned off. */
  readonly hidden: ReadonlySet<Action>;
  readonly byAction: ReadonlyMap<Action, RouteRule>;
}

export interface RouteRule extends ActionRule {
  /** Returns the principal with permission for the route, or null if it may not use the route. */
  admit(principal: Principal): Principal | null;
  readonly middlewares: readonly RouteMiddleware[];
}

export type RouteMiddleware = (context: RequestContext, next: () => Promise<void>) => unknown;

export interface LoadedRouteRules extends RouteRules, ActionRules {
  /**
   * Loads the routes files of the app; until then there are no rules. Returns the custom routes, which are not served.
   * Throws an error that names the file if one is faulty.
   */
  load(parts: AppParts, instance: Instance): readonly string[];
}

interface LoadedRules {
  readonly hidden: Set<Action>;
  readonly byAction: Map<Action, RouteRule & { readonly file: string }>;
}

export function createRouteRules(schema: Schema): LoadedRouteRules {
  const types = new Map<Uid, LoadedRules>();
  const rulesOf = ({ type: { uid } }: CoreRoute): LoadedRules => {
    const rules = types.get(uid) ?? { hidden: new Set(), byAction: new Map() };
    types.set(uid, rules);
    return rules;
  };
  const add = (file: string, { route, config }: Router['configs'][number], binding: Binding): void => {
    const isEmpty = [config.auth, config.policies, config.middlewares].every((one) => one === undefined);
    if (isEmpty) return;
    const { byAction } = rulesOf(route);
    const handler = `${route.type.uid}.${route.action}`;
    const other = byAction.get(route.action)?.file;
    if (other !== undefined) throw new Error(`${file}: ${other} says what goes before ${handler} already`);
    const where = `${file}: ${handler}`;
    const access = readAccessRule(config.auth, schema, where);
    byAction.set(route.action, {
      file,
      handler,
      access,
      admit: (principal) => admit(access, principal, { type: route.type.uid, action: route.action }, schema),
      policies: bindPolicies(config.policies, { ...binding, where }),
      middlewares: bindMiddlewares(config.middlewares, { ...binding, where }),
    });
  };
  return {
    of: (type) => types.get(type),
    ruleOf: (type, action) => types.get(type)?.byAction.get(action),
    isHidden: (type, action) => types.get(type)?.hidden.has(action) ?? false,
    load: (parts, instance) =>
      parts.routes.flatMap((file) => {
        const { configs, hidden, unserved } = readRouter(file, schema);
        for (const route of hidden) rulesOf(route).hidden.add(route.action);
        for (const one of configs) add(file.file, one, { parts, instance, api: file.api });
        return unserved.map((called) => `${file.file}: ${called}`);
      }),
  };
}

interface Binding {
  readonly parts: AppParts;
  readonly instance: Instance;
  readonly api: string;
}
