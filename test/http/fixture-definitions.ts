/** The parts of schema files. */
export type Definition = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, Definition>>;

/** A collection type without drafts, unless `rest` says otherwise. */
export const contentType = (name: string, plural: string, attributes: Attributes, rest: Definition = {}) => ({
  uid: `api::${name}.${name}`,
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

export const relation = (kind: string, target: string, ends: Definition = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...ends,
});
