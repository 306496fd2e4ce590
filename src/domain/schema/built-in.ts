import { isPlainObject, type PlainObject } from '../document/plain-object.js';
import { builtIns } from './built-in-definitions.js';
import { fileType, internalTypes, roleType, userType } from './built-in-uids.js';
import type { Definition } from './definition.js';
import type { Attribute, Shaped } from './schema.js';
import type { ContentTypeSource, SchemaFault, SchemaSources } from './schema-source.js';

/** Whether only the server itself writes the attribute of a built-in type: tokens of accounts, for example. */
export function isServersOwn(uid: string, name: string): boolean {
  const attributes = builtIns.get(uid)?.attributes ?? {};
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return attribute?.['private'] === true && attribute['type'] !== 'password';
}

/** What only the server writes of users although Strapi's users have it too. */
const knownToCode: ReadonlySet<string> = new Set(['resetPasswordToken', 'confirmationToken']);

/**
 * Whether code of the app does not have the attribute: existing code takes the secrets of Strapi's users out of a row by
 * name, and answers the rest.
 */
export const isHiddenFromCode = (uid: string, name: string): boolean =>
  uid === userType && isServersOwn(uid, name) && !knownToCode.has(name);

/** The attributes that code of the app has. */
export const attributesForCode = ({ uid, attributes }: Shaped): readonly Attribute[] =>
  [...attributes.values()].filter(({ name }) => !isHiddenFromCode(uid, name));

/** Adds the built-in types to the sources. The app's file for a built-in type is merged into it. */
export function withBuiltIns(
  sources: readonly ContentTypeSource[],
  faults: SchemaFault[],
): readonly ContentTypeSource[] {
  const extended = new Set(sources.map(({ uid }) => uid));
  const untouched = [...builtIns].filter(([uid]) => !extended.has(uid));
  return [
    ...untouched.map(([uid, definition]) => ({ uid, file: fileOf(uid), definition })),
    ...sources.flatMap((source) => extend(source, faults)),
  ];
}

/** The built-in types that an app can extend, as its files and the server declare them, without what only the server knows. */
export function extensibleTypes(sources: readonly ContentTypeSource[]): readonly ContentTypeSource[] {
  const faults: SchemaFault[] = [];
  const types = withBuiltIns(sources, faults).filter(
    ({ uid, definition }) => builtIns.has(uid) && !internalTypes.has(uid) && isPlainObject(definition),
  );
  return types.map((source) => {
    const attributes = Object.entries(attributesIn(source.definition)).filter(
      ([name]) => !isHiddenFromCode(source.uid, name),
    );
    const definition = { ...(source.definition as PlainObject), attributes: Object.fromEntries(attributes) };
    return { ...source, definition };
  });
}

/** Joins the attributes that code adds to content-types with their files. */
export function withAttributesByCode(
  sources: SchemaSources,
  byCode: readonly ContentTypeSource[],
): SchemaSources {
  const contentTypes = [...sources.contentTypes];
  for (const added of byCode) {
    const place = contentTypes.findIndex(({ uid }) => uid === added.uid);
    const there = contentTypes[place];
    if (there === undefined) contentTypes.push(added);
    else contentTypes[place] = joined(there, added);
  }
  return { ...sources, contentTypes };
}

function joined(source: ContentTypeSource, { file, definition }: ContentTypeSource): ContentTypeSource {
  if (!isPlainObject(source.definition)) return source;
  const attributes = { ...attributesIn(source.definition), ...attributesIn(definition) };
  return { ...source, file: `${source.file} and ${file}`, definition: { ...source.definition, attributes } };
}

/** The attributes that code adds to a content-type. */
export const attributesByCode = (byCode: readonly ContentTypeSource[], uid: string): PlainObject =>
  Object.assign(
    {},
    ...byCode.filter((source) => source.uid === uid).map(({ definition }) => attributesIn(definition)),
  ) as PlainObject;

/** The attributes of a schema file; none if it has no such object. */
export const attributesIn = (definition: unknown): PlainObject =>
  isPlainObject(definition) && isPlainObject(definition['attributes']) ? definition['attributes'] : {};

/** Where an app that has no such file yet can add attributes. */
function fileOf(uid: string): string {
  const [plugin, name] = uid.slice('plugin::'.length).split('.');
  return internalTypes.has(uid)
    ? `built-in ${uid}`
    : `a new file src/extensions/${plugin}/content-types/${name}/schema.json`;
}

function extend(source: ContentTypeSource, faults: SchemaFault[]): readonly ContentTypeSource[] {
  if (!source.uid.startsWith('plugin::')) return [source];
  const { file, definition } = source;
  const builtIn = internalTypes.has(source.uid) ? undefined : builtIns.get(source.uid);
  if (builtIn === undefined) {
    const others = [...builtIns.keys()].filter((uid) => !internalTypes.has(uid));
    const message = `there is no content-type ${source.uid} to extend: only ${others.join(', ')} can be extended`;
    faults.push({ file, path: '', message });
    return [];
  }
  if (!isPlainObject(definition)) return [source];
  const add = (path: string, message: string): void => void faults.push({ file, path, message });
  const attributes = mergeAttributes(source.uid, builtIn, attributesIn(definition), add);
  if (isPlainObject(definition.options) && definition.options.draftAndPublish === true) {
    add('options.draftAndPublish', `${source.uid} has no drafts: remove it`);
  }
  return [{ ...source, definition: { ...definition, ...withoutAttributes(builtIn), attributes } }];
}

/** Attributes that types have in Strapi and the server keeps elsewhere, by how copies of Strapi's files declare them. */
const keptElsewhere: Readonly<Record<string, Readonly<Record<string, PlainObject>>>> = {
  [fileType]: {
    related: { type: 'relation', relation: 'morphToMany' },
    folderPath: { type: 'string', required: true, private: true },
  },
  [roleType]: { permissions: { type: 'relation', target: 'plugin::users-permissions.permission' } },
};

function isKeptElsewhere(uid: string, name: string, given: unknown): boolean {
  const ofType = keptElsewhere[uid] ?? {};
  const strapis = Object.hasOwn(ofType, name) ? ofType[name] : undefined;
  return (
    strapis !== undefined &&
    isPlainObject(given) &&
    Object.entries(strapis).every(([key, value]) => given[key] === value)
  );
}

const withoutAttributes = ({ collectionName, info: names }: Definition) => ({ collectionName, info: names });

/** The server relies on these: an app may restrict an attribute of a built-in type, but not change its type. */
const fixed = ['type', 'relation', 'target', 'inversedBy', 'mappedBy'];
const kept = ['private', 'unique', 'required'];

function mergeAttributes(
  uid: string,
  builtIn: Definition,
  own: Readonly<Record<string, unknown>>,
  add: (path: string, message: string) => void,
): Readonly<Record<string, unknown>> {
  const merged = new Map<string, unknown>(Object.entries(builtIn.attributes));
  for (const [name, given] of Object.entries(own)) {
    if (isKeptElsewhere(uid, name, given)) continue;
    const base = Object.hasOwn(builtIn.attributes, name) ? builtIn.attributes[name] : undefined;
    if (base === undefined || !isPlainObject(given)) {
      merged.set(name, given);
      continue;
    }
    const attribute = uid === fileType && name === 'folder' ? withoutFiles(given) : given;
    if (isHiddenFromCode(uid, name))
      add(`attributes.${name}`, 'is an attribute of the server: choose another name');
    for (const key of fixed) {
      if (attribute[key] !== base[key]) {
        add(
          `attributes.${name}.${key}`,
          `must stay ${JSON.stringify(base[key]) ?? 'absent'}: the server itself uses "${name}"`,
        );
      }
    }
    merged.set(name, {
      ...base,
      ...attribute,
      ...Object.fromEntries(kept.filter((key) => base[key]).map((key) => [key, true])),
    });
  }
  return Object.fromEntries(merged);
}

/** In Strapi, folders list their files as an attribute. */
function withoutFiles(given: PlainObject): PlainObject {
  const { inversedBy, ...rest } = given;
  return inversedBy === 'files' ? rest : given;
}
