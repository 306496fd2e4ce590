import type { Scope } from '../../../../application/access/rules/access-rule.js';
import type { ActionRules } from '../../../../application/access/rules/action-rules.js';

/** What an app's route files configure for actions that GraphQL has too. */
export interface RestRoutes {
  readonly rules: ActionRules;
  /** Of the paths of REST: `/api`. */
  readonly prefix: string;
  /** Gets a warning for each root field that differs from its route. */
  readonly warn: (message: string) => void;
}

type Scopes = ReadonlyMap<string, Scope>;

/**
 * Names the root fields that do not have all of their route: its middlewares, which work on an answer of REST, and that it
 * was taken away, which says nothing of GraphQL. `hasOwn`: whether the app has configured middlewares for the resolver.
 */
export function warnOfDifferences(
  { rules, warn }: RestRoutes,
  scopes: Scopes,
  hasOwn: (path: string) => boolean,
): void {
  const paths = (differs: (scope: Scope, path: string) => boolean): string =>
    [...scopes].flatMap(([path, scope]) => (differs(scope, path) ? [path] : [])).join(', ');
  const unrun = paths(
    ({ type, action }, path) => (rules.ruleOf(type, action)?.middlewares.length ?? 0) > 0 && !hasOwn(path),
  );
  if (unrun !== '')
    warn(
      `the middlewares of their REST routes do not run before ${unrun}: where they guard, use policies, or give these resolvers middlewares by resolversConfig ([] for none)`,
    );
  const served = paths(({ type, action }) => rules.isHidden(type, action));
  if (served !== '')
    warn(
      `served over GraphQL, though their REST routes are left out: ${served} (see shadowCRUD, disableAction)`,
    );
}
