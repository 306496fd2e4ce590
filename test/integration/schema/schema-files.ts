import type { Schema } from '../../../src/domain/schema/schema.js';
import { component, schemaFrom } from '../../schema-builders.js';

export type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface TypeFile {
  readonly attributes: Attributes;
  readonly collectionName?: string;
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  readonly renamedFrom?: string;
}

/** Content-types by short name (`dish` is `api::dish.dish`, in the table or collection `dishs`), components by uid. */
export interface Files {
  readonly types: Readonly<Record<string, TypeFile>>;
  readonly components?: Readonly<Record<string, Attributes>>;
}

export function schemaOf({ types, components = {} }: Files): Schema {
  return schemaFrom({
    contentTypes: Object.entries(types).map(([name, file]) => ({
      uid: `api::${name}.${name}`,
      file: `${name}.json`,
      definition: {
        kind: 'collectionType',
        collectionName: file.collectionName ?? `${name}s`,
        info: { singularName: name, pluralName: `${name}s`, displayName: name },
        options: { draftAndPublish: file.draftAndPublish ?? false },
        pluginOptions: file.localized === true ? { i18n: { localized: true } } : {},
        renamedFrom: file.renamedFrom,
        attributes: file.attributes,
      },
    })),
    components: Object.entries(components).map(([uid, attributes]) => component(uid, attributes)),
  });
}
