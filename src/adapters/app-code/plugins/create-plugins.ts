import { failure } from '../../../domain/failure.js';
import { AppError } from '../app-error.js';

/** A part of the server under the name of the plugin that existing code uses. */
export interface AppPlugin {
  /** By name. Reading an unknown one throws an error that lists those that there are. */
  readonly services: Readonly<Record<string, unknown>>;
  readonly controllers: Readonly<Record<string, unknown>>;
  readonly contentTypes: Readonly<Record<string, unknown>>;
  service(name: string): unknown;
  controller(name: string): unknown;
  contentType(name: string): unknown;
  /** Returns the plugin's configuration, or the value at a path in it such as `jwt.expiresIn`. */
  config(path?: string, otherwise?: unknown): unknown;
}

export interface PluginParts {
  readonly services: Readonly<Record<string, unknown>>;
  readonly controllers?: Readonly<Record<string, unknown>>;
  /** The names of its content-types. */
  readonly contentTypes?: readonly string[];
}

interface PluginContext {
  /** Returns a content-type as app code sees it. */
  contentType(uid: string): unknown;
  /** Reads `config/plugins`, with the settings in effect. */
  config(path: readonly string[], otherwise?: unknown): unknown;
}

/** Makes the plugins of `strapi.plugin(name)` and `strapi.plugins`. */
export const createPlugins = (
  parts: Readonly<Record<string, PluginParts>>,
  context: PluginContext,
): Readonly<Record<string, AppPlugin>> =>
  Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, createPlugin(name, one, context)]));

function createPlugin(
  name: string,
  { services, controllers = {}, contentTypes = [] }: PluginParts,
  context: PluginContext,
): AppPlugin {
  const types = Object.defineProperties(
    {},
    Object.fromEntries(
      contentTypes.map((type) => [
        type,
        { enumerable: true, get: () => context.contentType(`plugin::${name}.${type}`) },
      ]),
    ),
  ) as Readonly<Record<string, unknown>>;
  return {
    services: named(`The plugin ${name} has no service`, services),
    controllers,
    contentTypes: types,
    service: (asked) => named(`The plugin ${name} has no service`, services)[asked],
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
      throw new AppError(failure('QUERY.INVALID', `${message} ${key}; there are: ${there}`));
    },
  });
