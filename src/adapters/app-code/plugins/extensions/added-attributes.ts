import { isDeepStrictEqual } from 'node:util';
import type { AppPart } from '../../../../application/app-code/app-parts.js';
import type { PlainObject } from '../../../../domain/document/plain-object.js';
import { attributesIn, extensibleTypes } from '../../../../domain/schema/built-in.js';
import type { ContentTypeSource } from '../../../../domain/schema/schema-source.js';
import { createExtensiblePlugin } from './extensible-plugin.js';

/** What extensions add to content-types of plugins. */
export interface AddedAttributes {
  /** With the attributes that code has added or changed. */
  readonly sources: readonly ContentTypeSource[];
  /** Sentences for the log: extensions that could not be asked. */
  readonly notes: readonly string[];
}

/**
 * Runs `strapi-server` of extensions once before there is a schema, as it may add attributes; `PluginExtensions.run` runs
 * it again at the start, for all else. Services do not work here. What fails adds nothing, and is refused at the start.
 */
export async function addedAttributes(
  extensions: ReadonlyMap<string, AppPart>,
  contentTypes: readonly ContentTypeSource[],
): Promise<AddedAttributes> {
  const types = extensibleTypes(contentTypes);
  const sources: ContentTypeSource[] = [];
  const notes: string[] = [];
  for (const [plugin, { file, value }] of extensions)
    try {
      for (const [name, attributes] of await askOne(plugin, value, types))
        sources.push({ uid: `plugin::${plugin}.${name}`, file, definition: { attributes } });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      notes.push(`${file} cannot add attributes, as running it before the database is open failed: ${why}`);
    }
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
  const left = isObject(made) && isObject(made['contentTypes']) ? made['contentTypes'] : {};
  return Object.entries(left).flatMap(([name, type]) => {
    const changed = Object.entries(attributesOf(type)).filter(
      ([attribute, value]) => !isDeepStrictEqual(value, attributesOf(contentTypes[name])[attribute]),
    );
    return changed.length === 0 ? [] : [[name, Object.fromEntries(changed)]];
  });
}

const isObject = (value: unknown): value is PlainObject => typeof value === 'object' && value !== null;

function attributesOf(type: unknown): PlainObject {
  const schema = isObject(type) && isObject(type['schema']) ? type['schema'] : type;
  return attributesIn(schema);
}

/** Nobody asks a controller here. */
const neverRun = (): Promise<never> => Promise.reject(new Error('the server has not started yet'));

/** Stands for services: has all members, can be called, and does nothing. */
function placeholder(): object {
  return new Proxy(() => {}, {
    get: (target, name) =>
      typeof name === 'symbol' || name === 'then' || name in target
        ? Reflect.get(target, name)
        : placeholder(),
    apply: placeholder,
  });
}
