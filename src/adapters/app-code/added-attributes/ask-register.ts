import { isPlainObject, type PlainObject } from '../../../domain/document/plain-object.js';
import { attributesIn, extensibleTypes } from '../../../domain/schema/built-in.js';
import type { ContentTypeSource } from '../../../domain/schema/schema-source.js';
import type { AppBase } from '../create-app-base.js';
import { asked, changedAttributes, type AddedAttributes } from './added-attributes.js';
import { placeholder, withPlaceholders } from './placeholder.js';

/** `register` of `src/index`, and the file that has it. */
export interface RegisterStep {
  readonly file: string;
  readonly run: (context: unknown) => unknown;
}

/**
 * Asks `register` of `src/index`, which runs again at the start. Of the app object it gets the configuration, the folders, and
 * content-types that it may change; everything else does nothing. `use` makes an object `global.strapi`.
 */
export async function askRegister(
  { file, run }: RegisterStep,
  base: AppBase,
  contentTypes: readonly ContentTypeSource[],
  use: (strapi: object) => void,
): Promise<AddedAttributes> {
  const types = changeableTypes(contentTypes);
  const strapi = askedApp(base, Object.fromEntries(types.map(({ uid, given }) => [uid, given])));
  use(strapi);
  const notes = await asked(file, () => run({ strapi, quire: strapi }));
  const sources = types.flatMap(({ uid, before, given }) => {
    const attributes = changedAttributes(before, given);
    return attributes === null ? [] : [{ uid, file, definition: { attributes } }];
  });
  return { sources, notes };
}

interface ChangeableType {
  readonly uid: string;
  readonly before: unknown;
  /** A copy that code may change. */
  readonly given: PlainObject;
}

function changeableTypes(contentTypes: readonly ContentTypeSource[]): readonly ChangeableType[] {
  const own = contentTypes.filter(({ uid }) => uid.startsWith('api::'));
  return [...own, ...extensibleTypes(contentTypes)].flatMap(({ uid, definition }) => {
    if (!isPlainObject(definition)) return [];
    const attributes = attributesIn(definition);
    return [{ uid, before: definition, given: structuredClone({ uid, ...definition, attributes }) }];
  });
}

function askedApp({ config, dirs }: AppBase, contentTypes: Readonly<Record<string, PlainObject>>): object {
  const contentType = (uid: string) => (Object.hasOwn(contentTypes, uid) ? contentTypes[uid] : undefined);
  const plugin = (name: string): object => {
    const prefix = `plugin::${name}.`;
    const ofPlugin = Object.entries(contentTypes)
      .filter(([uid]) => uid.startsWith(prefix))
      .map(([uid, type]) => [uid.slice(prefix.length), type]);
    return withPlaceholders({
      contentTypes: Object.fromEntries(ofPlugin) as object,
      contentType: (type: string) => contentType(prefix + type),
    });
  };
  return withPlaceholders({
    config,
    dirs,
    contentTypes,
    contentType,
    getModel: contentType,
    plugin,
    plugins: new Proxy({}, { get: (_, name) => (typeof name === 'string' ? plugin(name) : undefined) }),
    log: placeholder(),
  });
}
