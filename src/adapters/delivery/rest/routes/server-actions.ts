import type { RoleService } from '../../../../application/access/roles/role-service.js';
import type { Documents } from '../../../../application/documents/documents.js';
import type { Locales } from '../../../../application/ports/locales.js';
import {
  createAccountActions,
  type AccountActions,
  type AccountDelivery,
} from '../accounts/mount-accounts.js';
import { signInActions, type SignInDelivery } from '../accounts/mount-sign-in.js';
import { createRoleActions, type RoleActions, type RoleDelivery } from '../access/mount-roles.js';
import { listLocalesAction } from '../list-locales.js';
import type { RestOptions } from '../options.js';
import type { AppRoutes } from './app-routes.js';
import { createMediaActions, type MediaActions, type MediaDelivery } from '../upload/mount-media.js';
import type { ServerAction } from './server-action.js';

export interface ServerActionDependencies extends RoleDelivery {
  readonly documents: Documents;
  readonly routes?: AppRoutes | undefined;
  readonly accounts?: AccountDelivery | undefined;
  readonly roles?: RoleService | undefined;
  readonly media?: MediaDelivery | undefined;
  readonly locales?: Locales | undefined;
  readonly signIn?: SignInDelivery | undefined;
}

/** What the routes of files, accounts, roles and locales do; undefined where there are no such routes. */
export interface ServerActions {
  readonly accounts: AccountActions | undefined;
  readonly roles: RoleActions | undefined;
  readonly media: MediaActions | undefined;
  readonly locales: ServerAction | undefined;
  /** By the names of plugins: `plugin::users-permissions.user.me`. */
  readonly byName: ReadonlyMap<string, ServerAction>;
}

export function createServerActions(around: ServerActionDependencies): ServerActions {
  const { accounts, roles, media, locales, documents, signIn, audit, options } = around;
  const made = {
    accounts: accounts && createAccountActions(accounts, around),
    roles: roles && createRoleActions(roles, around),
    media: media && createMediaActions(media.media, around),
    locales: locales && listLocalesAction({ documents, locales }),
  };
  const byName = new Map(
    [
      ...(made.accounts ? ofAccounts(made.accounts, signIn && { ...signIn, audit }, options) : []),
      ...(made.roles ? ofRoles(made.roles) : []),
      ...(made.media ? ofFiles(made.media) : []),
      ['plugin::i18n.locales.listLocales', made.locales] as const,
    ].flatMap(([name, action]) => (action === undefined ? [] : [[name, action] as const])),
  );
  return { ...made, byName };
}

type Named = readonly (readonly [name: string, action: ServerAction | undefined])[];

function ofAccounts(
  { auth, users }: AccountActions,
  signIn: SignInDelivery | undefined,
  options: RestOptions,
): Named {
  const paths = {
    register: 'local/register',
    forgotPassword: 'forgot-password',
    resetPassword: 'reset-password',
    emailConfirmation: 'email-confirmation',
    sendEmailConfirmation: 'send-email-confirmation',
    changePassword: 'change-password',
    refresh: 'refresh',
    logout: 'logout',
  };
  const local = auth.get('local');
  const withProviders = signIn && signInActions(signIn, options);
  const callback: ServerAction = async (call) => {
    const { provider = 'local' } = call.params;
    await (provider === 'local' ? local : withProviders?.exchange)?.(call);
  };
  const { list: find, count, me, find: findOne, create, update, remove: destroy } = users;
  const ofUsers = { find, count, me, findOne, create, update, destroy };
  return [
    ['plugin::users-permissions.auth.callback', callback],
    ['plugin::users-permissions.auth.connect', withProviders?.connect],
    ...named(
      'plugin::users-permissions.auth',
      Object.entries(paths).map(([action, path]) => [action, auth.get(path)]),
    ),
    ...named('plugin::users-permissions.user', Object.entries(ofUsers)),
  ];
}

const named = (uid: string, actions: Named): Named =>
  actions.map(([action, run]) => [`${uid}.${action}`, run]);

const ofRoles = ({ list, find, create, update, remove, permissions }: RoleActions): Named => [
  ...named('plugin::users-permissions.role', [
    ['find', list],
    ['findOne', find],
    ['createRole', create],
    ['updateRole', update],
    ['deleteRole', remove],
  ]),
  ['plugin::users-permissions.permissions.getPermissions', permissions],
];

const ofFiles = ({ upload, find, findOne, remove: destroy }: MediaActions): Named =>
  named('plugin::upload.content-api', Object.entries({ upload, find, findOne, destroy }));
