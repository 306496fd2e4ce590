import type { Controllers } from '../../../../application/app-code/controllers.js';
import { isDocumentAction } from '../../../../domain/permission/permission.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { AppRoute } from './app-route.js';
import { actionsOf, type DeclaredRoute } from './read-router.js';

/** The name by which grants, rules and the log know a handler. */
export const nameOf = (handler: DeclaredRoute['handler']): string =>
  'uid' in handler ? `${handler.uid}.${handler.action}` : 'a function';

/** The content-type and action of a handler that the server itself has. */
export function coreOf({ contentTypes }: Schema, target: DeclaredRoute['handler']): AppRoute['core'] {
  if (!('uid' in target) || !isDocumentAction(target.action)) return undefined;
  const type = contentTypes.get(target.uid);
  if (type?.exposed !== true || !actionsOf(type).includes(target.action)) return undefined;
  return { type, action: target.action };
}

/** Throws if no controller has the action. */
export function checkHandler(
  controllers: Controllers,
  { uid, action }: { readonly uid: string; readonly action: string },
  where: string,
): void {
  if (controllers.actionOf(uid, action) !== undefined) return;
  const there = controllers.actionsOf(uid);
  const hint = there.length === 0 ? `there is no controller ${uid}` : `${uid} has: ${there.join(', ')}`;
  throw new Error(`${where} has an unknown handler ${JSON.stringify(`${uid}.${action}`)}; ${hint}`);
}
