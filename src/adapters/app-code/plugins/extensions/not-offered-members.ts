import { methodsNotOffered } from '../../not-offered.js';

const adminPanel = "it is a part of Strapi's admin panel";
const ownWay = 'the server does not call it: replace the action of plugin.controllers that uses it';

type Names = Readonly<Record<string, string>>;

const all = (why: string, ...names: readonly string[]): Names =>
  Object.fromEntries(names.map((name) => [name, why]));

/** What plugins have in Strapi and an extension cannot change here, by plugin and member. */
const members: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  'users-permissions': {
    controllers: all(adminPanel, 'settings', 'contentmanageruser'),
    'controllers.permissions': all(adminPanel, 'getPolicies', 'getRoutes'),
    services: all(ownWay, 'permission', 'providers', 'providers-registry', 'users-permissions'),
  },
  upload: {
    controllers: all(
      adminPanel,
      'admin-upload',
      'admin-file',
      'admin-folder',
      'admin-folder-file',
      'admin-settings',
      'admin-api',
      'view-configuration',
    ),
    services: all(
      ownWay,
      'api-upload-folder',
      'extensions',
      'file',
      'folder',
      'image-manipulation',
      'provider',
      'metrics',
      'weeklyMetrics',
    ),
    'services.upload': all(ownWay, ...methodsNotOffered('upload', 'upload')),
  },
  i18n: {
    controllers: all(adminPanel, 'content-types', 'iso-locales'),
    services: all(
      ownWay,
      'content-types',
      'iso-locales',
      'localizations',
      'metrics',
      'permissions',
      'sanitize',
    ),
  },
};

/**
 * Adds what Strapi has and an extension cannot change. Reading or setting one throws an error that names it; copying
 * the members leaves it out.
 */
export function notOfferedIn<T extends object>(plugin: string, path: string, target: T): T {
  for (const [name, why] of Object.entries(members[plugin]?.[path] ?? {})) {
    const refuse = (): never => {
      throw new Error(`plugin.${path}.${name} of ${plugin} is not offered: ${why}`);
    };
    Object.defineProperty(target, name, { get: refuse, set: refuse, enumerable: false, configurable: true });
  }
  return target;
}

/** Why an extension cannot add a member with this name; undefined if it can. */
export const refusalOfMember = (plugin: string, path: string, name: string): string | undefined =>
  members[plugin]?.[path]?.[name];

/**
 * Why an extension cannot have its own method of a service: the server has it, or Strapi calls it during an upload. What
 * `base` only refuses is not enumerable, and can be added.
 */
export const refusalOfMethod = (
  plugin: string,
  service: string,
  method: string,
  base: object,
): string | undefined =>
  Object.keys(base).includes(method) || refusalOfMember(plugin, `services.${service}`, method) !== undefined
    ? ownWay
    : undefined;
