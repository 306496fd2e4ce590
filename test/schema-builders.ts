import { buildSchema } from '../src/domain/schema/build-schema.js';
import type { SchemaSources } from '../src/domain/schema/schema-source.js';
import type { Schema } from '../src/domain/schema/schema.js';

/** Short forms of schema files, for all tests. */

export type Definition = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, Definition>>;

/** For an attribute or a content-type: each locale has its own. */
export const localized = { pluginOptions: { i18n: { localized: true } } };

/** For a content-type. */
export const drafts = { options: { draftAndPublish: true } };

/** `restaurant` is `api::restaurant.restaurant`; a uid stays as it is. */
export const uidOf = (name: string): string => (name.includes('::') ? name : `api::${name}.${name}`);

/** A collection type without drafts, unless `rest` says otherwise. */
export const contentType = (name: string, plural: string, attributes: Attributes, rest: Definition = {}) => ({
  uid: uidOf(name),
  file: `src/api/${name}/content-types/${name}/schema.json`,
  definition: {
    kind: 'collectionType',
    collectionName: plural,
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish: false },
    attributes,
    ...rest,
  },
});

export const component = (uid: string, attributes: Attributes) => ({
  uid,
  file: `src/components/${uid.replace('.', '/')}.json`,
  definition: {
    collectionName: `components_${uid.replace('.', '_')}`,
    info: { displayName: uid },
    attributes,
  },
});

/** `target` is the name of a content-type, or a uid. */
export const relation = (kind: string, target: string, ends: Definition = {}) => ({
  type: 'relation',
  relation: kind,
  target: uidOf(target),
  ...ends,
});

/** The schema files of an app directory, by path. */
export const appFiles = ({
  contentTypes = [],
  components = [],
}: Partial<SchemaSources>): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...contentTypes, ...components].map(({ file, definition }) => [file, definition]));

/** Throws the faults of a schema that is not valid. */
export function schemaFrom({ contentTypes = [], components = [] }: Partial<SchemaSources>): Schema {
  const built = buildSchema({ contentTypes, components });
  if (built.ok) return built.value;
  throw new Error(`${built.failure.message} ${JSON.stringify(built.failure.details)}`);
}
