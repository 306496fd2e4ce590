import { isDocumentAction, type Action, type GrantedAction } from '../../domain/permission/permission.js';
import { fileType, localeType, roleType, userType } from '../../domain/schema/built-in-uids.js';
import type { Schema, Uid } from '../../domain/schema/schema.js';
import { grantRecords, type HeldAction } from '../access/grant-records.js';
import { standardRoles } from '../access/standard-roles.js';
import type { AccessState, RoleRecord } from '../ports/access-store.js';
import type { ArchiveContent } from './archive-content.js';
import { withoutGrant } from './exported-permissions.js';
import type { Findings } from './findings.js';
import { lengthOf, linkAt } from './link-shapes.js';

const permissionType = 'plugin::users-permissions.permission';

/** What an app serves. */
export interface ServingApp {
  readonly schema: Schema;
  /** The uids of its controllers. */
  readonly controllers: ReadonlySet<string>;
  /** The names of the plugins that code of the app extends, which can add actions to them. */
  readonly extendedPlugins: ReadonlySet<string>;
}

/** Returns the roles with what their permissions mean here. `types` has the type of each role by its id. */
export function importedRoles(
  app: ServingApp,
  { permissions, links }: Pick<ArchiveContent, 'permissions' | 'links'>,
  types: ReadonlyMap<number, string>,
  findings: Findings,
): readonly RoleRecord[] {
  const held = new Map<string, HeldAction[]>(
    [...standardRoles.map(({ type }) => type), ...types.values()].map((type) => [type, []]),
  );
  for (const shape of links.list()) {
    if (shape.owner !== permissionType || shape.attribute !== 'role') continue;
    const pairs = links.read(shape);
    for (let at = 0; at < lengthOf(pairs); at++) {
      const { owner, target } = linkAt(pairs, at);
      const [action, role] = [permissions.get(owner), types.get(target)];
      if (action === undefined || role === undefined)
        findings.lost('Permissions without a role', action ?? `permission ${owner}`);
      else held.get(role)?.push(...heldActions(app, role, action, findings));
    }
  }
  return [...held].map(([name, actions]) => ({ name, grants: grantRecords(distinct(actions)) }));
}

const distinct = (actions: readonly HeldAction[]): Iterable<HeldAction> =>
  new Map(actions.map((held) => [`${held.type} ${held.action}`, held])).values();

function heldActions(
  app: ServingApp,
  role: string,
  permission: string,
  findings: Findings,
): readonly HeldAction[] {
  const [, type = '', action = ''] = /^(.*)\.([^.]+)$/.exec(permission) ?? [];
  if (needsNoGrant(app, type, permission)) return [];
  const meant = pluginActions.get(permission) ?? actionsOfController(app, type, action);
  if (meant === undefined) {
    findings.lost('Permissions for actions that have no counterpart here', `${role}: ${permission}`);
    return [];
  }
  if (!app.schema.contentTypes.has(meant.type) || meant.actions.some((granted) => !isDocumentAction(granted)))
    findings.note(
      'Permissions for actions of own controllers, which take effect where these are served',
      `${role}: ${permission}`,
    );
  return meant.actions.map((granted) => ({ type: meant.type, action: granted }));
}

/** Actions that everybody may do here, or that signed-in users may do for themselves. */
const needsNoGrant = ({ extendedPlugins }: ServingApp, type: string, permission: string): boolean =>
  withoutGrant.has(permission) ||
  permission === 'plugin::users-permissions.permissions.getPermissions' ||
  (type === 'plugin::users-permissions.auth' && !extendedPlugins.has('users-permissions'));

interface Meant {
  readonly type: Uid;
  readonly actions: readonly GrantedAction[];
}

const actionName = /^[A-Za-z_]\w*$/;

/** The standard actions of a content-type, and those of controllers that the app has or extends. */
function actionsOfController(
  { schema, controllers, extendedPlugins }: ServingApp,
  uid: string,
  action: string,
): Meant | undefined {
  const [, api, plugin = ''] = /^(?:(api)|plugin)::([\w-]+)\.[\w-]+$/.exec(uid) ?? [];
  if (api === undefined && !extendedPlugins.has(plugin)) return undefined;
  const isContent = schema.contentTypes.has(uid);
  if (isContent && api !== undefined && exportedActions.has(action))
    return { type: uid, actions: [action as Action] };
  // An action that is named like one of this server's would be granted more than Strapi did: here, or with a later content-type.
  const isOwn = !isDocumentAction(action) || (!isContent && (api === undefined || controllers.has(uid)));
  return actionName.test(action) && isOwn ? { type: uid, actions: [action as GrantedAction] } : undefined;
}

const exportedActions: ReadonlySet<string> = new Set<Action>([
  'find',
  'findOne',
  'create',
  'update',
  'delete',
]);

const meaning = (type: Uid, ...actions: readonly Action[]): Meant => ({ type, actions });

const pluginActions: ReadonlyMap<string, Meant> = new Map([
  ['plugin::upload.content-api.find', meaning(fileType, 'find')],
  ['plugin::upload.content-api.findPage', meaning(fileType, 'find')],
  ['plugin::upload.content-api.findOne', meaning(fileType, 'findOne')],
  ['plugin::upload.content-api.upload', meaning(fileType, 'create', 'update')],
  ['plugin::upload.content-api.destroy', meaning(fileType, 'delete')],
  ['plugin::users-permissions.user.find', meaning(userType, 'find')],
  ['plugin::users-permissions.user.findOne', meaning(userType, 'findOne')],
  ['plugin::users-permissions.user.count', meaning(userType, 'find')],
  ['plugin::users-permissions.user.create', meaning(userType, 'create')],
  ['plugin::users-permissions.user.update', meaning(userType, 'update')],
  ['plugin::users-permissions.user.destroy', meaning(userType, 'delete')],
  ['plugin::users-permissions.role.find', meaning(roleType, 'find')],
  ['plugin::users-permissions.role.findOne', meaning(roleType, 'findOne')],
  ['plugin::users-permissions.role.createRole', meaning(roleType, 'create')],
  ['plugin::users-permissions.role.updateRole', meaning(roleType, 'update')],
  ['plugin::users-permissions.role.deleteRole', meaning(roleType, 'delete')],
  ['plugin::i18n.locales.listLocales', meaning(localeType, 'find')],
]);

/** Tokens are not in an archive: those of the target stay. */
export const accessOf = (
  roles: readonly RoleRecord[],
  { tokens }: Pick<AccessState, 'tokens'>,
): AccessState => ({
  revision: 0,
  roles,
  tokens,
});
