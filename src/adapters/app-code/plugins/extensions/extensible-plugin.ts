import {
  markOriginal,
  pluginActions,
  type RunPluginAction,
} from '../../../../application/app-code/plugin-actions.js';
import type { PlainObject } from '../../../../domain/document/plain-object.js';
import { notOfferedIn } from './not-offered-members.js';

type Members = Record<string, unknown>;

/** A route as extensions see and change it. */
export interface PluginRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: unknown;
  config: Members;
}

export interface PluginRouter {
  readonly type: string;
  prefix?: string;
  routes: PluginRoute[];
}

/** A plugin as `strapi-server` of an extension gets it, and may change all of it. */
export interface ExtensiblePlugin {
  controllers: Members;
  services: Members;
  routes: Members;
  policies: Members;
  middlewares: Members;
  contentTypes: Members;
  config: object;
  register: unknown;
  bootstrap: unknown;
  destroy: unknown;
}

/** What an extension can change of a plugin, as the server has it. */
export interface PluginMembers {
  readonly name: string;
  readonly services: Readonly<Record<string, unknown>>;
  /** Content-types by their names, as app code sees them. */
  readonly contentTypes: Readonly<Record<string, object>>;
  /** The attributes that `strapi-server` has added before (`addedAttributes`), by the names of their content-types. */
  readonly added?: Readonly<Record<string, PlainObject>>;
}

/** The step that every plugin has, for extensions that call the one before them. */
export const noStep = async (): Promise<void> => {};

/** The configuration that every plugin has, for extensions that read or copy it. */
export const emptyConfig = (): object => ({ default: {}, validator: accept });

const accept = (): void => {};

/** Makes a plugin for an extension. The actions of its controllers are those of the server. */
export function createExtensiblePlugin(
  { name, services, contentTypes }: PluginMembers,
  run: RunPluginAction,
): ExtensiblePlugin {
  const factories = Object.entries(services).map(([one, service]) => [
    one,
    callable({ ...(service as object) }),
  ]);
  const router: PluginRouter = { type: 'content-api', routes: routesOf(name) };
  return {
    controllers: notOfferedIn(name, 'controllers', Object.fromEntries(controllersOf(name, run))),
    services: notOfferedIn(name, 'services', Object.fromEntries(factories) as Members),
    // In some versions a router is a function of `{ strapi }`.
    routes: { 'content-api': callable(router), admin: { type: 'admin', routes: [] } },
    policies: {},
    middlewares: {},
    contentTypes: Object.fromEntries(
      Object.entries(contentTypes).map(([one, schema]) => [one, { schema: changeable(schema) }]),
    ),
    config: emptyConfig(),
    register: noStep,
    bootstrap: noStep,
    destroy: noStep,
  };
}

/** Returns a copy that extensions may change. */
function changeable(schema: object): object {
  const { attributes } = schema as { readonly attributes?: object };
  return structuredClone({ ...schema, attributes: { ...attributes } });
}

/**
 * Controllers and services are functions of `{ strapi }` in some versions and objects in others. A function with the
 * members of the object is both: called, it returns its members as they are by then.
 */
function callable(members: object): object {
  const factory = (): object => Object.fromEntries(Object.entries(factory));
  return Object.assign(factory, members);
}

function controllersOf(plugin: string, run: RunPluginAction): readonly (readonly [string, object])[] {
  const prefix = `plugin::${plugin}.`;
  const ofPlugin = pluginActions.filter(({ uid }) => uid.startsWith(prefix));
  return [...new Set(ofPlugin.map(({ uid }) => uid))].map((uid) => {
    const actions = ofPlugin
      .filter((one) => one.uid === uid)
      .map(({ action }) => [action, markOriginal((context: never) => run(uid, action, context))]);
    const controller = uid.slice(prefix.length);
    return [
      controller,
      notOfferedIn(plugin, `controllers.${controller}`, callable(Object.fromEntries(actions))),
    ];
  });
}

/** The routes of the server under the names of the plugin. Those of accounts do not have the plugin's prefix. */
export const routesOf = (plugin: string): PluginRoute[] =>
  pluginActions
    .filter(({ uid }) => uid.startsWith(`plugin::${plugin}.`))
    .flatMap(({ uid, action, limit, routes }) => {
      const controller = uid.slice(`plugin::${plugin}.`.length);
      const isBare = controller === 'auth' || controller === 'user';
      return routes.map(([method, path]) => ({
        method,
        path,
        handler: `${controller}.${action}`,
        config: {
          ...(isBare && { prefix: '' }),
          ...(limit !== undefined && { middlewares: ['plugin::users-permissions.rateLimit'] }),
        },
      }));
    });

/** The members of a controller or service that an extension has left: of the function's result, or of the object. */
export function membersOf(made: unknown, instance: object): Members {
  if (typeof made === 'function') return (made as (instance: object) => Members)(instance);
  return made as Members;
}
