import type { Request } from 'express';
import { admit } from '../../../../application/access/rules/access-rule.js';
import { reportRefusal, type RefusalReports } from '../../../../application/audit/refusals.js';
import { denied } from '../../../../domain/failure.js';
import { nobody, type Action, type Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Schema, Uid } from '../../../../domain/schema/schema.js';
import { withCaller } from '../../codec/client-address.js';
import type { Authenticate } from '../authenticate.js';
import type { AppRoutes } from './app-routes.js';

/** For routes that read or write documents in other ways than those that an app's code knows. */

/**
 * Whether no code of the app runs around or instead of an action. Such code may hide or refuse what the grants allow, and it
 * cannot run for other ways to the same documents.
 */
export function runsWithoutCode(
  { uid }: ContentType,
  action: Action,
  routes: AppRoutes | undefined,
): boolean {
  if (routes === undefined) return true;
  const rule = routes.ruleOf(uid, action);
  const isPlain = routes.controllers().isPlain(uid, action);
  const hasCode = rule !== undefined && rule.policies.length + rule.middlewares.length > 0;
  return isPlain && !hasCode && !routes.isHidden(uid, action);
}

export const findsWithoutCode = (type: ContentType, routes: AppRoutes | undefined): boolean =>
  runsWithoutCode(type, 'find', routes);

/**
 * Whether code of the app decides who reads or changes documents of the type over REST: policies can refuse requests, and
 * narrow what they find. The history cannot apply that to earlier versions, so it is not served then.
 */
export function isGuardedByCode({ uid, kind }: ContentType, routes: AppRoutes | undefined): boolean {
  if (routes === undefined) return false;
  return ([kind === 'singleType' ? 'find' : 'findOne', 'update'] as const).some((action) => {
    const rule = routes.ruleOf(uid, action);
    const isGuarded = rule !== undefined && (rule.policies.length > 0 || rule.middlewares.length > 0);
    return isGuarded || routes.isHidden(uid, action);
  });
}

/** Whether a policy of the app can refuse the route of an action. */
export const hasPolicies = (uid: Uid, action: Action, routes: AppRoutes | undefined): boolean =>
  (routes?.ruleOf(uid, action)?.policies.length ?? 0) > 0;

export interface FindAccess {
  readonly authenticate: Authenticate;
  readonly schema: Schema;
  readonly routes?: AppRoutes | undefined;
}

/** Returns the principal of a request, if `find` of the type and its route admit them. */
export async function callerOfFind(
  { authenticate, routes, schema }: FindAccess,
  req: Request,
  type: Uid,
): Promise<Result<Principal>> {
  const access = routes?.ruleOf(type, 'find')?.access;
  const principal = access?.kind === 'everybody' ? ok(nobody) : await authenticate(req.headers.authorization);
  if (!principal.ok) return principal;
  const admitted = admit(access, principal.value, { type, action: 'find' }, schema);
  return admitted === null ? err(denied) : ok(withCaller(admitted, req));
}

/** Reports that `callerOfFind` has refused types, for the log of development. */
export async function reportDeniedFinds(
  delivery: FindAccess & RefusalReports,
  req: Request,
  types: readonly Uid[],
): Promise<void> {
  const principal = await delivery.authenticate(req.headers.authorization);
  if (!principal.ok) return;
  for (const type of types)
    await reportRefusal(delivery, withCaller(principal.value, req), { action: 'find', type });
}
