import { attributesForCode } from '../../domain/schema/built-in.js';
import { internalTypes } from '../../domain/schema/built-in-uids.js';
import {
  isAuthor,
  type Component,
  type ContentType,
  type Schema,
  type Shaped,
} from '../../domain/schema/schema.js';
import { attributeText, width } from './attribute-text.js';
import { interfaceName, memberName, quote } from './literal.js';

/** The package whose types the files complete: that which the code of the app imports. */
export type TypePackage = '@strapi/strapi' | 'quire-cms/types';

/** A file name without a folder, and the text of the file. */
export type TypeFile = readonly [name: string, text: string];

const header = `/* eslint-disable */
// Written by \`quire types\`. Change the schema files instead.
`;

/** Returns the files that describe the content-types and components. They depend on nothing but the arguments. */
export function typeFiles(schema: Schema, from: TypePackage): readonly TypeFile[] {
  const types = [...schema.contentTypes.values()]
    .filter(({ uid, attributes }) => attributes.size > 0 && !internalTypes.has(uid))
    .sort(byUid);
  const components = [...schema.components.values()].sort(byUid);
  return [
    ['contentTypes.d.ts', fileText(from, 'ContentTypes', types.map(contentTypeText), types)],
    ['components.d.ts', fileText(from, 'Components', components.map(componentText), components)],
    ['content.d.ts', contentText],
  ];
}

const byUid = (a: Shaped, b: Shaped): number => (a.uid < b.uid ? -1 : 1);

const contentText = `${header}
import type { Components } from './components.js';
import type { ContentTypes } from './contentTypes.js';

/** All content, for \`createClient<Content>()\` of quire-cms/client. */
export interface Content {
  contentTypes: ContentTypes;
  components: Components;
}
`;

function fileText(
  from: TypePackage,
  name: 'ContentTypes' | 'Components',
  texts: readonly ((interfaceName: string) => string)[],
  all: readonly Shaped[],
): string {
  const names = uniqueNames(all);
  const members = all.map(({ uid }, at) => `  ${memberName(uid)}: ${names[at]};\n`).join('');
  const registry = name === 'ContentTypes' ? 'ContentTypeSchemas' : 'ComponentSchemas';
  return `${header}
${all.length === 0 ? '' : `import type { Schema, Struct } from ${quote(from)};\n\n`}${texts
    .map((text, at) => `${text(names[at] ?? '')}\n`)
    .join('')}export interface ${name} {${members === '' ? '' : `\n${members}`}}

declare module ${quote(from)} {
  export namespace Public {
    export interface ${registry} extends ${name} {}
  }
}
`;
}

/** Two UIDs can have the same words: `api::a-b.c` and `api::a.b-c`. */
function uniqueNames(all: readonly Shaped[]): readonly string[] {
  const taken = new Set(['ContentTypes', 'Components', 'Schema', 'Struct']);
  return all.map(({ uid }) => {
    const base = interfaceName(uid);
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`;
    taken.add(name);
    return name;
  });
}

const contentTypeText = (type: ContentType) => (name: string) => {
  const base = type.kind === 'singleType' ? 'SingleTypeSchema' : 'CollectionTypeSchema';
  const { singularName, pluralName, displayName, description } = type;
  return `${headOf(name, base)}
  collectionName: ${quote(type.collectionName)};
  info: {
    ${membersOf({ singularName, pluralName, displayName, ...(description !== '' && { description }) })}
  };
  options: {
    draftAndPublish: ${type.draftAndPublish};
  };
${type.localized ? localizedText : ''}  attributes: ${attributesText(type)};
}
`;
};

function headOf(name: string, base: string): string {
  const line = `export interface ${name} extends Struct.${base} {`;
  return line.length <= width ? line : `export interface ${name}\n  extends Struct.${base} {`;
}

const localizedText = `  pluginOptions: {
    i18n: {
      localized: true;
    };
  };
`;

const componentText = (component: Component) => (name: string) =>
  `${headOf(name, 'ComponentSchema')}
  info: {
    ${membersOf({ displayName: component.displayName })}
  };
  attributes: ${attributesText(component)};
}
`;

const membersOf = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([name, text]) => `${name}: ${quote(text)};`)
    .join('\n    ');

const everywhere: ReadonlySet<string> = new Set(['id', 'documentId']);

/** `id` and `documentId` come with every document, and authors only where a query names them. */
function attributesText(shaped: Shaped): string {
  const own = attributesForCode(shaped).filter((one) => !everywhere.has(one.name) && !isAuthor(one));
  return own.length === 0 ? '{}' : `{\n${own.map(attributeText).join('\n')}\n  }`;
}
