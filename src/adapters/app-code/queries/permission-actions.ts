import { fileType, localeType, roleType, userType } from '../../../domain/schema/built-in-uids.js';

/** A grant by the names that it has here. */
export interface GrantName {
  readonly uid: string;
  readonly action: string;
}

/** Actions of plugins' controllers, and the grants that stand for them. */
const ofPlugins: ReadonlyMap<string, GrantName> = new Map(
  Object.entries({
    [fileType]: [
      'plugin::upload.content-api',
      { find: 'find', findOne: 'findOne', create: 'upload', delete: 'destroy' },
    ],
    [localeType]: ['plugin::i18n.locales', { find: 'listLocales' }],
    [userType]: [userType, { delete: 'destroy' }],
    [roleType]: [roleType, { create: 'createRole', update: 'updateRole', delete: 'deleteRole' }],
  } satisfies Record<string, [string, Record<string, string>]>).flatMap(([uid, [controller, names]]) =>
    Object.entries(names).map(([action, name]) => [`${controller}.${name}`, { uid, action }] as const),
  ),
);

const names: ReadonlyMap<string, string> = new Map(
  [...ofPlugins].map(([name, { uid, action }]) => [`${uid}.${action}`, name]),
);

/** Returns the grant that a permission's action names; undefined if the text cannot name one. */
export function grantOf(name: string): GrantName | undefined {
  const known = ofPlugins.get(name);
  if (known !== undefined) return known;
  const dot = name.lastIndexOf('.');
  return dot <= 0 || dot === name.length - 1
    ? undefined
    : { uid: name.slice(0, dot), action: name.slice(dot + 1) };
}

export const nameOfGrant = ({ uid, action }: GrantName): string =>
  names.get(`${uid}.${action}`) ?? `${uid}.${action}`;

const auth = 'plugin::users-permissions.auth';

const ofEverybody = [
  'callback',
  'connect',
  'forgotPassword',
  'resetPassword',
  'register',
  'emailConfirmation',
  'sendEmailConfirmation',
].map((action) => `${auth}.${action}`);

const ofUsers = [
  ...['changePassword', 'refresh', 'logout'].map((action) => `${auth}.${action}`),
  'plugin::users-permissions.user.me',
];

/** Actions that every holder of a role has: routes of accounts, which settings turn on and off, not grants. */
export const standingActions = (role: string): readonly string[] =>
  role === 'public' ? ofEverybody : [...ofEverybody, ...ofUsers];
