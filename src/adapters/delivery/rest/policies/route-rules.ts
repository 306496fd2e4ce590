import type { ActionRule, ActionRules } from '../../../../application/access/rules/action-rules.js';
import { admit, readAccessRule } from '../../../../application/access/rules/access-rule.js';
import type { AppParts, Instance } from '../../../../application/app-code/app-parts.js';
import { bindMiddlewares } from '../../../../application/app-code/middlewares.js';
import { bindPolicies } from '../../../../application/access/rules/policies.js';
import type { Action, Principal } from '../../../../domain/permission/permission.js';
import type { Schema, Uid } from '../../../../domain/schema/schema.js';
import type { RequestContext } from '../../codec/request-context.js';
import { type CoreRoute, readRouter, type Router } from './read-router.js';

/** What the app's own code puts before the routes of content-types. */
export interface RouteRules {
  of(type: Uid): TypeRules | undefined;
}

export interface TypeRules {
  /** Actions whose routes are not there. */
  readonly hidden: ReadonlySet<Action>;
  readonly byAction: ReadonlyMap<Action, RouteRule>;
}

export interface RouteRule extends ActionRule {
  /** The principal that may use the route, with the permission for it; null: it may not. */
  admit(principal: Principal): Principal | null;
  readonly middlewares: readonly RouteMiddleware[];
}

export type RouteMiddleware = (context: RequestContext, next: () => Promise<void>) => unknown;

export interface LoadedRouteRules extends RouteRules, ActionRules {
  /**
   * Takes the app's files of routes; before, there are no rules. Answers the routes that are not served. Throws an
   * error that names the file where one is faulty.
   */
  load(parts: AppParts, instance: Instance): readonly string[];
}

interface Draft {
  readonly hidden: Set<Action>;
  readonly byAction: Map<Action, RouteRule & { readonly file: string }>;
}

export function createRouteRules(schema: Schema): LoadedRouteRules {
  const types = new Map<Uid, Draft>();
  const draftOf = ({ type: { uid } }: CoreRoute): Draft => {
    const draft = types.get(uid) ?? { hidden: new Set(), byAction: new Map() };
    types.set(uid, draft);
    return draft;
  };
  const add = (file: string, { route, config }: Router['configs'][number], binding: Binding): void => {
    const said = [config.auth, config.policies, config.middlewares].some((one) => one !== undefined);
    if (!said) return;
    const { byAction } = draftOf(route);
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
        for (const route of hidden) draftOf(route).hidden.add(route.action);
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
