import { byUid, type Registry } from '../http/registries.js';
import type { PluginExtensions } from './extensions/extend-plugins.js';

/** A part of the server under the name of the plugin that existing code uses. */
export interface AppPlugin {
  /** By name. Reading an unknown one throws an error that lists those that there are. */
  readonly services: Readonly<Record<string, unknown>>;
  readonly controllers: Readonly<Record<string, unknown>>;
  readonly contentTypes: Readonly<Record<string, unknown>>;
  /** By the kind of router: `content-api`. */
  readonly routes: Readonly<Record<string, unknown>>;
  service(name: string): unknown;
  controller(name: string): unknown;
  contentType(name: string): unknown;
  /** Returns the plugin's configuration, or the value at a path in it such as `jwt.expiresIn`. */
  config(path?: string, otherwise?: unknown): unknown;
}

/** What app code gets as plugins, and what extends them. */
export interface ServerPlugins {
  /** For `strapi.plugin(name)`. */
  readonly all: Readonly<Record<string, AppPlugin>>;
  readonly extensions: PluginExtensions;
}

export interface PluginParts {
  readonly services: Readonly<Record<string, unknown>>;
  /** The names of its content-types. */
  readonly contentTypes?: readonly string[];
}

interface PluginContext {
  /** Returns a content-type as app code sees it. */
  contentType(uid: string): unknown;
  /** Reads `config/plugins`, with the settings in effect. */
  config(path: readonly string[], otherwise?: unknown): unknown;
  /** Controllers and services by UID. */
  readonly registries: { readonly controllers: Registry; readonly services: Registry };
  /** The routes of a plugin as extensions have left them. */
  routes(plugin: string): Readonly<Record<string, unknown>>;
}

/** Makes the plugins of `strapi.plugin(name)` and `strapi.plugins`. */
export const createPlugins = (
  parts: Readonly<Record<string, PluginParts>>,
  context: PluginContext,
): Readonly<Record<string, AppPlugin>> =>
  Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, createPlugin(name, one, context)]));

function createPlugin(name: string, { contentTypes = [] }: PluginParts, context: PluginContext): AppPlugin {
  const uid = `plugin::${name}.`;
  const types = Object.defineProperties(
    {},
    Object.fromEntries(
      contentTypes.map((type) => [
        type,
        { enumerable: true, get: () => context.contentType(`${uid}${type}`) },
      ]),
    ),
  ) as Readonly<Record<string, unknown>>;
  const services = named(`The plugin ${name} has no service`, byUid(context.registries.services, uid));
  const controllers = byUid(context.registries.controllers, uid);
  return {
    services,
    controllers,
    contentTypes: types,
    get routes() {
      return context.routes(name);
    },
    service: (asked) => services[asked],
    controller: (asked) => controllers[asked],
    contentType: (asked) => types[asked],
    config: (path, otherwise) =>
      context.config([`plugin::${name}`, ...(path ? path.split('.') : [])], otherwise),
  };
}

/** Names that every runtime reads of any object, such as when it is awaited or printed. */
const ofEveryObject: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'asymmetricMatch',
]);

/** Reading an unknown member throws: calling `undefined` would say less. */
const named = (
  message: string,
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  new Proxy(members, {
    get(target, key) {
      if (typeof key !== 'string' || key in target || ofEveryObject.has(key))
        return Reflect.get(target, key) as unknown;
      const there = Object.keys(target).join(', ');
      throw new Error(`${message} ${key}; there are: ${there}`);
    },
  });
