import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppPart, Instance, RouteFile } from '../../../../application/app-code/app-parts.js';
import {
  isOriginal,
  pluginActions,
  type RunPluginAction,
} from '../../../../application/app-code/plugin-actions.js';
import { thrownBy } from '../../../../application/app-code/thrown-by.js';
import type { Registry } from '../../http/registries.js';
import { addNotOfferedMethods } from '../../not-offered.js';
import { createExtensiblePlugin, type ExtensiblePlugin, type PluginMembers } from './extensible-plugin.js';
import { readExtension, readPluginRoutes, type Extension, type RefuseMember } from './read-extension.js';

/** The plugins of an app, as extensions of them leave them. */
export interface PluginExtensions {
  /**
   * Runs `src/extensions/<plugin>/strapi-server`, and puts what they make of controllers and services in place. Rejects
   * with an error that names the file and the member if one changes what it cannot change here.
   */
  run(extensions: ReadonlyMap<string, AppPart>, instance: Instance): Promise<readonly Extension[]>;
  /** The routes of plugins of which something is changed. Throws like `run`. */
  routes(): readonly RouteFile[];
  /** The routes of a plugin, which `register` may change too. */
  routesOf(plugin: string): Readonly<Record<string, unknown>>;
}

export interface PluginExtensionsDependencies {
  readonly plugins: readonly PluginMembers[];
  readonly run: RunPluginAction;
  readonly registries: { readonly controllers: Registry; readonly services: Registry };
  /** The app directory, for the lines of messages. */
  readonly directory: string;
}

interface Extended {
  readonly members: PluginMembers;
  plugin: ExtensiblePlugin;
  /** The extension's file. */
  file?: string;
  /** Its text, for the lines of messages. */
  text?: string;
}

export function createPluginExtensions(dependencies: PluginExtensionsDependencies): PluginExtensions {
  const { plugins, run, registries } = dependencies;
  const all = new Map(
    plugins.map((members): [string, Extended] => [
      members.name,
      { members, plugin: createExtensiblePlugin(members, run) },
    ]),
  );
  for (const { members, plugin } of all.values()) register(registries, members, plugin);
  let instance: Instance = { strapi: undefined, quire: undefined };
  return {
    async run(extensions, given) {
      instance = given;
      const made: Extension[] = [];
      for (const [name, part] of extensions) {
        const extended = all.get(name);
        if (extended === undefined) throw unknownPlugin(name, part.file, [...all.keys()]);
        made.push(await extendBy(part, extended, dependencies, instance));
      }
      return made;
    },
    routes: () =>
      [...all.values()]
        .filter(({ members, file }) => file !== undefined || isReplaced(registries.controllers, members.name))
        .flatMap((extended) => readPluginRoutes(extended.plugin, readingOf(extended, instance))),
    routesOf: (name) => all.get(name)?.plugin.routes ?? {},
  };
}

/** Runs one extension, and registers the controllers and services that it leaves. */
async function extendBy(
  part: AppPart,
  extended: Extended,
  { registries, directory }: PluginExtensionsDependencies,
  instance: Instance,
): Promise<Extension> {
  extended.file = part.file;
  extended.text = await readFile(join(directory, part.file), 'utf8').catch(() => '');
  extended.plugin = await extend(extended.plugin, extended.members.name, part);
  const extension = readExtension(extended.plugin, readingOf(extended, instance));
  for (const kind of ['controllers', 'services'] as const)
    for (const [uid, one] of extension[kind]) registries[kind].set(uid, one);
  return extension;
}

function register(
  { controllers, services }: PluginExtensionsDependencies['registries'],
  { name, services: given }: PluginMembers,
  plugin: ExtensiblePlugin,
): void {
  for (const [one, service] of Object.entries(given)) {
    addNotOfferedMethods(name, one, service as object);
    services.set(`plugin::${name}.${one}`, { file: '', value: () => service });
  }
  for (const [one, controller] of Object.entries(plugin.controllers))
    controllers.set(`plugin::${name}.${one}`, { file: '', value: controller });
}

/** Whether code has replaced an action of the plugin in `register`. */
const isReplaced = (controllers: Registry, plugin: string): boolean =>
  pluginActions
    .filter(({ uid }) => uid.startsWith(`plugin::${plugin}.`))
    .some(({ uid, action }) => !isOriginal((controllers.get(uid) as Record<string, unknown>)[action]));

async function extend(
  plugin: ExtensiblePlugin,
  name: string,
  { file, value }: AppPart,
): Promise<ExtensiblePlugin> {
  if (typeof value !== 'function') throw new Error(`${file}: must export a function: (plugin) => plugin`);
  let made: unknown;
  try {
    made = await (value as (plugin: ExtensiblePlugin) => unknown)(plugin);
  } catch (thrown) {
    throw thrownBy(`${file}: the extension of ${name}`, thrown);
  }
  if (typeof made !== 'object' || made === null) throw new Error(`${file}: must return the plugin`);
  return made as ExtensiblePlugin;
}

const readingOf = (
  { members, file = `strapi.plugin('${members.name}')`, text }: Extended,
  instance: Instance,
) => ({
  file,
  members,
  instance,
  refuse: refuseIn(file, text ?? ''),
});

/** Names the line of a member as far as the text of the file has its last name. */
const refuseIn =
  (file: string, text: string): RefuseMember =>
  (path, why) => {
    const last = path.slice(path.lastIndexOf('.') + 1);
    const line = text.split('\n').findIndex((one) => one.split(/[^\w$-]+/).includes(last));
    throw new Error(`${file}${line === -1 ? '' : `:${line + 1}`}: plugin.${path} is not offered: ${why}`);
  };

const unknownPlugin = (name: string, file: string, known: readonly string[]): Error =>
  new Error(`${file} extends a plugin that is not offered: ${name}; there are: ${known.join(', ')}`);
