/** Short ways to write down schema files. */

export const typeNames = [
  'restaurant',
  'category',
  'dish',
  'chef',
  'review',
  'hall',
  'event',
  'permit',
  'article',
  'topic',
  'shelf',
  'homepage',
  'settings',
  'file',
] as const;

/** The short names of the content-types: `restaurant` is `api::restaurant.restaurant`, `file` that of the media. */
export type TypeName = (typeof typeNames)[number];

export const uidOf = (name: TypeName): string =>
  name === 'file' ? 'plugin::upload.file' : `api::${name}.${name}`;

type Options = Readonly<Record<string, unknown>>;

export type Attributes = Readonly<Record<string, Options>>;

export interface Traits {
  readonly drafts?: boolean;
  readonly locales?: boolean;
  readonly single?: boolean;
}

/** For an attribute, or a content-type: it differs by locale. */
export const localized = { pluginOptions: { i18n: { localized: true } } };

export const contentType = (
  name: TypeName,
  plural: string,
  { drafts = false, locales = false, single = false }: Traits,
  attributes: Attributes,
) => ({
  uid: uidOf(name),
  file: `src/api/${name}/content-types/${name}/schema.json`,
  definition: {
    kind: single ? 'singleType' : 'collectionType',
    collectionName: plural,
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish: drafts },
    ...(locales && localized),
    attributes,
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

export const relation = (kind: string, target: TypeName, other: Options = {}) => ({
  type: 'relation',
  relation: kind,
  target: uidOf(target),
  ...other,
});
