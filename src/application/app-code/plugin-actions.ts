import { fileType, localeType, roleType, userType } from '../../domain/schema/built-in-uids.js';
import type { LimitedUseCase } from '../accounts/rate-limits.js';
import type { Scope } from '../access/rules/access-rule.js';

/** Who may call an action of the server: everybody, people who are signed in, or holders of a grant. */
export type PluginAccess = 'everybody' | 'users' | Scope;

/** An action of the server under the name that it has as a controller's action of one of Strapi's plugins. */
export interface PluginAction {
  /** `plugin::users-permissions.user`. */
  readonly uid: string;
  readonly action: string;
  readonly access: PluginAccess;
  /** Each request is counted, as the action checks a secret, sends mail or creates an account. */
  readonly limit?: LimitedUseCase;
  /** Its routes, as the plugin has them: below the prefix of REST and that of the plugin. */
  readonly routes: readonly (readonly [method: string, path: string])[];
}

const [users, auth, roles] = ['user', 'auth', 'role'].map((name) => `plugin::users-permissions.${name}`) as [
  string,
  string,
  string,
];
const files = 'plugin::upload.content-api';

type Row = readonly [
  uid: string,
  action: string,
  access: PluginAccess,
  routes: readonly string[],
  limit?: LimitedUseCase,
];

const ofUsers = (action: Scope['action']): Scope => ({ type: userType, action });
const ofRoles = (action: Scope['action']): Scope => ({ type: roleType, action });
const ofFiles = (action: Scope['action']): Scope => ({ type: fileType, action });

/** In the order in which the routes are tried. */
const rows: readonly Row[] = [
  [auth, 'callback', 'everybody', ['POST /auth/local', 'POST /auth/:provider/callback'], 'login'],
  [auth, 'connect', 'everybody', ['GET /connect/:provider']],
  [auth, 'register', 'everybody', ['POST /auth/local/register'], 'register'],
  [auth, 'forgotPassword', 'everybody', ['POST /auth/forgot-password'], 'forgotPassword'],
  [auth, 'resetPassword', 'everybody', ['POST /auth/reset-password'], 'resetPassword'],
  [auth, 'emailConfirmation', 'everybody', ['GET /auth/email-confirmation'], 'confirmEmail'],
  [auth, 'sendEmailConfirmation', 'everybody', ['POST /auth/send-email-confirmation'], 'sendConfirmation'],
  [auth, 'changePassword', 'users', ['POST /auth/change-password'], 'changePassword'],
  [auth, 'refresh', 'everybody', ['POST /auth/refresh'], 'refresh'],
  [auth, 'logout', 'users', ['POST /auth/logout']],
  [users, 'count', ofUsers('find'), ['GET /users/count']],
  [users, 'find', ofUsers('find'), ['GET /users']],
  [users, 'me', 'users', ['GET /users/me']],
  [users, 'findOne', ofUsers('findOne'), ['GET /users/:id']],
  [users, 'create', ofUsers('create'), ['POST /users']],
  [users, 'update', ofUsers('update'), ['PUT /users/:id']],
  [users, 'destroy', ofUsers('delete'), ['DELETE /users/:id']],
  [roles, 'findOne', ofRoles('findOne'), ['GET /roles/:id']],
  [roles, 'find', ofRoles('find'), ['GET /roles']],
  [roles, 'createRole', ofRoles('create'), ['POST /roles']],
  [roles, 'updateRole', ofRoles('update'), ['PUT /roles/:role']],
  [roles, 'deleteRole', ofRoles('delete'), ['DELETE /roles/:role']],
  ['plugin::users-permissions.permissions', 'getPermissions', ofRoles('find'), ['GET /permissions']],
  [files, 'upload', ofFiles('create'), ['POST /']],
  [files, 'find', ofFiles('find'), ['GET /files']],
  [files, 'findOne', ofFiles('findOne'), ['GET /files/:id']],
  [files, 'destroy', ofFiles('delete'), ['DELETE /files/:id']],
  ['plugin::i18n.locales', 'listLocales', { type: localeType, action: 'find' }, ['GET /locales']],
];

/** The actions of the server that an extension of a plugin can wrap or replace. */
export const pluginActions: readonly PluginAction[] = rows.map(([uid, action, access, routes, limit]) => ({
  uid,
  action,
  access,
  ...(limit !== undefined && { limit }),
  routes: routes.map((route) => route.split(' ') as [string, string]),
}));

const byName = new Map(pluginActions.map((one) => [`${one.uid}.${one.action}`, one]));

export const pluginActionOf = (uid: string, action: string): PluginAction | undefined =>
  byName.get(`${uid}.${action}`);

/** Runs an action of the server for a context of koa, as its answer. Throws what the action refuses. */
export type RunPluginAction = (uid: string, action: string, context: never) => Promise<void>;

/** The actions of the server. A delivery provides them; nothing calls them before it serves requests. */
export interface PluginActionRunner {
  readonly run: RunPluginAction;
  provide(run: RunPluginAction): void;
}

export function createPluginActionRunner(): PluginActionRunner {
  let provided: RunPluginAction = (uid, action) =>
    Promise.reject(new Error(`${uid}.${action} cannot run before the server serves requests`));
  return {
    run: (uid, action, context) => provided(uid, action, context),
    provide: (run) => void (provided = run),
  };
}

const original: unique symbol = Symbol.for('quire.original');

export const markOriginal = <F extends object>(action: F): F =>
  Object.defineProperty(action, original, { value: true });

/** Whether a function is the server's own, so that a route can leave it to the server. */
export const isOriginal = (action: unknown): boolean =>
  typeof action === 'function' && Object.hasOwn(action, original);
