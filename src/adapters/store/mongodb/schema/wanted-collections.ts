import {
  fieldRecord,
  linkOrigin,
  typeOrigin,
  type Index,
  type WantedCollection,
  type WantedField,
  type WantedSchema,
} from '../../../../application/schema-changes/wanted-schema.js';
import { componentShapes } from '../../../../application/schema-changes/shapes.js';
import { familyOf } from '../../../../domain/document/value.js';
import type { Layer } from '../../../../domain/query/query.js';
import { isHeldPerLocale } from '../../../../domain/relation/link-list.js';
import {
  isUnique,
  isValue,
  isLayered,
  type ContentType,
  type Link,
  type Scalar,
  type Schema,
  type Side,
  type Stored,
} from '../../../../domain/schema/schema.js';
import {
  collectionOf,
  endFields,
  keyField,
  linkCollectionOf,
  pendingField,
  uniqueIndexOf,
  versionIndex,
} from '../layout.js';

/** The collections that a schema requires, with their indexes. Pure. */
export const wantedCollections = (schema: Schema, defaultLocale: string): WantedSchema => ({
  collections: [
    ...[...schema.contentTypes.values()].map(typeCollection),
    ...schema.links.map((link) => linkCollection(schema, link)),
  ],
  components: componentShapes(schema),
  defaultLocale,
});

const layers: readonly Layer[] = ['draft', 'published'];

const index = (name: string, fields: readonly string[], where: Index['where'] = null): Index => ({
  name,
  fields,
  unique: false,
  where,
});

const uniqueIndex = (name: string, fields: readonly string[], where: Index['where'] = null): Index => ({
  ...index(name, fields, where),
  unique: true,
});

/** Documents are listed by their numeric ids, in a layer and a locale. */
function typeCollection(type: ContentType): WantedCollection {
  const { draftAndPublish, localized, renamedFrom } = type;
  const context = [...(draftAndPublish ? ['_layer'] : []), ...(localized ? ['locale'] : [])];
  const content = [...type.attributes.values()].filter(isValue);
  return {
    name: collectionOf(type),
    ...(renamedFrom !== undefined && { renamedFrom }),
    origin: typeOrigin(type),
    fields: content.map(storedField),
    indexes: [
      uniqueIndex(versionIndex, ['documentId', 'locale', '_layer']),
      ...(context.length === 0 ? [] : [index('list', [...context, '_id'])]),
      ...(draftAndPublish ? [index('changed', ['_changed'], { _changed: true })] : []),
      ...content.flatMap((attribute) =>
        attribute.kind === 'scalar' ? scalarIndexes(attribute, context) : [],
      ),
    ],
  };
}

const storedField = (attribute: Stored): WantedField => ({
  name: attribute.name,
  ...(attribute.renamedFrom !== undefined && { renamedFrom: attribute.renamedFrom }),
  attribute: fieldRecord(attribute),
});

function scalarIndexes(attribute: Scalar, context: readonly string[]): readonly Index[] {
  const { name, type } = attribute;
  if (familyOf(type) === 'json') return [];
  const published = { _layer: 'published', [name]: { $exists: true } };
  return [
    ...(isUnique(attribute) ? [uniqueIndex(uniqueIndexOf(name), [name, 'locale'], published)] : []),
    ...(attribute.index ? [index(`${name}_index`, [...context, name, '_id'])] : []),
  ];
}

function linkCollection(schema: Schema, link: Link): WantedCollection {
  const layered = isLayered(schema, link);
  // Servers of version 0.1 read `layered` in the record.
  const origin = { layered, ...linkOrigin(schema, link) };
  return {
    name: linkCollectionOf(link),
    origin,
    fields: [],
    indexes: [
      uniqueIndex('link', ['source', 'sourceLocale', 'target', 'targetLocale']),
      ...sides.flatMap((side) => listIndexes(link, side, layered ? layers : ['published'])),
      ...(layered ? sides.map(pendingIndex) : []),
    ],
  };
}

const sides: readonly Side[] = ['source', 'target'];

const ownFields = (side: Side): readonly string[] => [endFields[side].document, endFields[side].locale];

const pendingIndex = (side: Side): Index =>
  index(`${side}_pending`, ownFields(side), { [pendingField(side)]: true });

const listIndexes = (link: Link, side: Side, inLayers: readonly Layer[]): readonly Index[] =>
  inLayers.flatMap((layer) => {
    const key = keyField(layer, side);
    const list = index(`${side}_${layer}`, [...ownFields(side), key, '_id']);
    if (link[side].many) return [list];
    const held = [...ownFields(side), ...(isHeldPerLocale({ link, side }) ? [endFields.source.locale] : [])];
    return [list, uniqueIndex(`${side}_${layer}_one`, held, { [key]: { $exists: true } })];
  });
