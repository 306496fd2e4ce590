import type { AppPart } from '../../../application/app-code/app-parts.js';
import { isPlainObject, type PlainObject } from '../../../domain/document/plain-object.js';
import { extensibleTypes } from '../../../domain/schema/built-in.js';
import type { ContentTypeSource } from '../../../domain/schema/schema-source.js';
import { createExtensiblePlugin } from '../plugins/extensions/extensible-plugin.js';
import { asked, changedAttributes, type AddedAttributes } from './added-attributes.js';
import { placeholder } from './placeholder.js';

/** Asks `strapi-server` of extensions, which `PluginExtensions.run` runs again. Services do not work here. */
export async function askExtensions(
  extensions: ReadonlyMap<string, AppPart>,
  contentTypes: readonly ContentTypeSource[],
): Promise<AddedAttributes> {
  const types = extensibleTypes(contentTypes);
  const sources: ContentTypeSource[] = [];
  const notes: string[] = [];
  for (const [plugin, { file, value }] of extensions)
    notes.push(
      ...(await asked(file, async () => {
        for (const [name, attributes] of await askOne(plugin, value, types))
          sources.push({ uid: `plugin::${plugin}.${name}`, file, definition: { attributes } });
      })),
    );
  return { sources, notes };
}

/** Returns the attributes that an extension has added or changed, by the names of their content-types. */
async function askOne(
  plugin: string,
  extension: unknown,
  types: readonly ContentTypeSource[],
): Promise<readonly (readonly [string, PlainObject])[]> {
  if (typeof extension !== 'function') return [];
  const prefix = `plugin::${plugin}.`;
  const contentTypes = Object.fromEntries(
    types
      .filter(({ uid }) => uid.startsWith(prefix))
      .map(({ uid, definition }) => [uid.slice(prefix.length), definition as PlainObject]),
  );
  const members = { name: plugin, services: {}, contentTypes };
  const given = { ...createExtensiblePlugin(members, neverRun), services: placeholder() };
  const made: unknown = await (extension as (plugin: object) => unknown)(given);
  const left = isPlainObject(made) && isPlainObject(made['contentTypes']) ? made['contentTypes'] : {};
  return Object.entries(left).flatMap(([name, type]) => {
    const schema = isPlainObject(type) && isPlainObject(type['schema']) ? type['schema'] : type;
    const changed = changedAttributes(contentTypes[name], schema);
    return changed === null ? [] : [[name, changed]];
  });
}

/** Nobody asks a controller here. */
const neverRun = (): Promise<never> => Promise.reject(new Error('the server has not started yet'));
