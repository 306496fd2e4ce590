import { isDocumentAction, type Action, type GrantedAction } from '../../domain/permission/permission.js';
import { fileType, localeType, roleType, userType } from '../../domain/schema/built-in-uids.js';
import { holderOf } from '../access/role-grants.js';
import type { AccessState } from '../ports/access-store.js';
import type { Ids } from '../ports/ids.js';
import type { Findings } from './findings.js';

const permissionType = 'plugin::users-permissions.permission';

/** Returns a row and its link for each permission that Strapi has for the grants of roles. */
export function* exportedPermissions(
  { roles }: Pick<AccessState, 'roles'>,
  roleIds: ReadonlyMap<string, number>,
  ids: Ids,
  now: string,
  findings: Findings,
): Generator<{ readonly row: object; readonly link: object }> {
  let id = 0;
  for (const { name, grants } of roles) {
    const role = roleIds.get(name);
    if (role === undefined) continue;
    const names = new Set<string>(holderOf(name) === 'nobody' ? ofEverybody : ofUsers);
    for (const { type, actions, fields, filters } of grants)
      for (const action of actions) {
        const permission = fields === undefined && filters === undefined ? permissionOf(type, action) : null;
        if (permission !== null) names.add(permission);
        else findings.lost('Grants that Strapi has no permission for', `${name}: ${action} ${type}`);
      }
    for (const action of names) {
      id++;
      const times = { createdAt: now, updatedAt: now, publishedAt: now, locale: null };
      yield {
        row: { type: permissionType, id, data: { documentId: ids.documentId(), action, ...times } },
        link: {
          kind: 'relation.basic',
          relation: 'manyToOne',
          left: { type: permissionType, field: 'role', ref: id },
          right: { type: roleType, field: 'permissions', ref: role, pos: names.size },
        },
      };
    }
  }
}

/** What everybody may do here without a grant, and needs a permission in Strapi. */
const ofEverybody = [
  'callback',
  'connect',
  'register',
  'forgotPassword',
  'resetPassword',
  'emailConfirmation',
  'sendEmailConfirmation',
  'refresh',
].map((action) => `plugin::users-permissions.auth.${action}`);

/** The same for those who are signed in. */
const ofUsers = [
  'user.me',
  'auth.changePassword',
  'auth.logout',
  'auth.getSessions',
  'auth.revokeSession',
].map((action) => `plugin::users-permissions.${action}`);

/** Permissions of Strapi that stand for no grant here. */
export const withoutGrant: ReadonlySet<string> = new Set([...ofEverybody, ...ofUsers]);

/** Null if Strapi does not know the action. */
function permissionOf(type: string, action: GrantedAction): string | null {
  if (!isDocumentAction(action)) return `${type}.${action}`;
  const named = pluginActions[type];
  if (named !== undefined) return named[action] ?? null;
  const isKnown = ['find', 'findOne', 'create', 'update', 'delete'].includes(action);
  return isKnown && type.startsWith('api::') ? `${type}.${action}` : null;
}

const users = 'plugin::users-permissions.user';
const roles = 'plugin::users-permissions.role';
const files = 'plugin::upload.content-api';

const pluginActions: Readonly<Record<string, Readonly<Partial<Record<Action, string>>>>> = {
  [fileType]: {
    find: `${files}.find`,
    findOne: `${files}.findOne`,
    create: `${files}.upload`,
    update: `${files}.upload`,
    delete: `${files}.destroy`,
  },
  [userType]: {
    find: `${users}.find`,
    findOne: `${users}.findOne`,
    create: `${users}.create`,
    update: `${users}.update`,
    delete: `${users}.destroy`,
  },
  [roleType]: {
    find: `${roles}.find`,
    findOne: `${roles}.findOne`,
    create: `${roles}.createRole`,
    update: `${roles}.updateRole`,
    delete: `${roles}.deleteRole`,
  },
  [localeType]: { find: 'plugin::i18n.locales.listLocales' },
};
