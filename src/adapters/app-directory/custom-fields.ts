import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import { attributesIn } from '../../domain/schema/built-in.js';
import type { SchemaSources } from '../../domain/schema/schema-source.js';
import { projectFiles } from './project-files.js';

/** Custom fields of plugins that many projects have, with the types in which they keep their values. */
const known: Readonly<Record<string, string>> = {
  'plugin::ckeditor.CKEditor': 'richtext',
  'plugin::ckeditor5.CKEditor': 'richtext',
  'plugin::color-picker.color': 'string',
};

/**
 * Gives attributes of the type `customField` the types in which they keep their values: of fields that are known, and of
 * those that the code of the app registers. The schema is needed before that code runs, so the text of the code is searched.
 * Unknown fields stay, and are reported with all other faults.
 */
export async function withCustomFields(sources: SchemaSources, codeDir: string): Promise<SchemaSources> {
  const named = [...sources.contentTypes, ...sources.components].flatMap(({ definition }) =>
    fieldsOf(definition),
  );
  if (named.length === 0) return sources;
  const types: Readonly<Record<string, string>> = named.every((uid) => Object.hasOwn(known, uid))
    ? known
    : { ...known, ...(await registeredIn(codeDir)) };
  const typed = <T extends { readonly definition: unknown }>(source: T): T => ({
    ...source,
    definition: withTypes(source.definition, types),
  });
  return {
    ...sources,
    contentTypes: sources.contentTypes.map(typed),
    components: sources.components.map(typed),
  };
}

const fieldOf = (attribute: unknown): string | undefined =>
  isPlainObject(attribute) &&
  attribute['type'] === 'customField' &&
  typeof attribute['customField'] === 'string'
    ? attribute['customField']
    : undefined;

const fieldsOf = (definition: unknown): readonly string[] =>
  Object.values(attributesIn(definition)).flatMap((attribute) => fieldOf(attribute) ?? []);

function withTypes(definition: unknown, types: Readonly<Record<string, string>>): unknown {
  if (!isPlainObject(definition) || fieldsOf(definition).length === 0) return definition;
  const attributes = Object.entries(attributesIn(definition)).map(([name, attribute]) => {
    const type = types[fieldOf(attribute) ?? ''];
    return [name, type === undefined ? attribute : { ...(attribute as PlainObject), type }];
  });
  return { ...definition, attributes: Object.fromEntries(attributes) as unknown };
}

/** A registration, up to the end of the object or list that it is given. */
const registration = /customFields\s*\.\s*register\s*\(\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[[^\]]*\])/g;

/** Reads `strapi.customFields.register({ name, plugin, type })` in the code below `src`, by the UID of the field. */
async function registeredIn(codeDir: string): Promise<Readonly<Record<string, string>>> {
  const files = (await projectFiles(codeDir, 'src')).filter((file) => /\.[cm]?[jt]s$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(codeDir, file), 'utf8').catch(() => '')));
  const found: Record<string, string> = {};
  for (const text of texts)
    for (const [, given = ''] of text.matchAll(registration))
      for (const object of given.match(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g) ?? []) {
        const [name, plugin, type] = ['name', 'plugin', 'type'].map((key) => member(object, key));
        if (name !== undefined && type !== undefined) found[fieldUid(name, plugin)] = type;
      }
  return found;
}

const member = (object: string, key: string): string | undefined =>
  new RegExp(`\\b${key}['"]?\\s*:\\s*(['"\`])([^'"\`]+)\\1`).exec(object)?.[2];

const fieldUid = (name: string, plugin: string | undefined): string =>
  plugin === undefined ? `global::${name}` : `plugin::${plugin}.${name}`;
