import type { Document } from 'mongodb';
import {
  contentTypeOf,
  isContent,
  isLayered,
  type ContentType,
  type Link,
  type LinkEnd,
  type Scalar,
  type Schema,
  type Side,
} from '../../../../domain/schema/schema.js';
import { familyOf } from '../../../../domain/document/value.js';
import type { Layer } from '../../../../domain/query/query.js';
import {
  collectionOf,
  endFields,
  keyField,
  linkCollectionOf,
  pendingField,
  uniqueIndexOf,
  versionIndex,
} from '../layout.js';
import { attributeRecord, componentRecords } from './shape.js';
import type { EndOrigin, Index, Target, Wanted } from './target.js';

/** The collections that a schema wants, with their indexes. Pure. */
export const targetOf = (schema: Schema, defaultLocale: string): Target => ({
  collections: Object.fromEntries([
    ...[...schema.contentTypes.values()].map((type) => [collectionOf(type), typeCollection(type)]),
    ...schema.links.map((link) => [linkCollectionOf(link), linkCollection(schema, link)]),
  ]) as Target['collections'],
  components: componentRecords(schema),
  defaultLocale,
});

const layers: readonly Layer[] = ['draft', 'published'];

const index = (name: string, fields: readonly string[], where: Document | null = null): Index => ({
  name,
  fields,
  unique: false,
  where,
});

const uniqueIndex = (name: string, fields: readonly string[], where: Document | null = null): Index => ({
  ...index(name, fields, where),
  unique: true,
});

/** Documents are listed by their numeric ids, in a layer and a locale. */
function typeCollection(type: ContentType): Wanted {
  const { uid, draftAndPublish, localized, renamedFrom } = type;
  const context = [...(draftAndPublish ? ['_layer'] : []), ...(localized ? ['locale'] : [])];
  const content = [...type.attributes.values()].filter(isContent);
  return {
    origin: {
      kind: 'type',
      uid,
      draftAndPublish,
      localized,
      ...(renamedFrom !== undefined && { renamedFrom }),
    },
    attributes: Object.fromEntries(
      content.map((attribute) => [
        attribute.name,
        attributeRecord(attribute, localized && attribute.localized),
      ]),
    ),
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

function scalarIndexes(attribute: Scalar, context: readonly string[]): readonly Index[] {
  const { name, type, unique } = attribute;
  if (familyOf(type) === 'json') return [];
  const published = { _layer: 'published', [name]: { $exists: true } };
  return [
    ...(unique || type === 'uid' ? [uniqueIndex(uniqueIndexOf(name), [name, 'locale'], published)] : []),
    ...(attribute.index ? [index(`${name}_index`, [...context, name, '_id'])] : []),
  ];
}

function linkCollection(schema: Schema, link: Link): Wanted {
  const layered = isLayered(schema, link);
  const sides = ['source', 'target'] as const;
  const lists = sides.flatMap((side) =>
    layers
      .filter((layer) => layered || layer === 'published')
      .map((layer) => ({ side, layer, own: [endFields[side].document, endFields[side].locale] })),
  );
  return {
    origin: {
      kind: 'link',
      layered,
      source: endOrigin(schema, link.source),
      target: endOrigin(schema, link.target),
    },
    attributes: {},
    indexes: [
      uniqueIndex('link', ['source', 'sourceLocale', 'target', 'targetLocale']),
      ...lists.map(({ side, layer, own }) =>
        index(`${side}_${layer}`, [...own, keyField(layer, side), '_id']),
      ),
      ...lists
        .filter(({ side }) => !link[side].many)
        .map(({ side, layer, own }) =>
          uniqueIndex(`${side}_${layer}_one`, [...own, ...heldBy(link, side)], {
            [keyField(layer, side)]: { $exists: true },
          }),
        ),
      ...(layered
        ? sides.map((side) =>
            index(`${side}_pending`, [endFields[side].document, endFields[side].locale], {
              [pendingField(side)]: true,
            }),
          )
        : []),
    ],
  };
}

/** A target without locales may be held once in each locale of its sources: it is read in one of them. */
const heldBy = ({ source, target }: Link, side: Side): readonly string[] =>
  side === 'target' && source.localized && !target.localized ? [endFields.source.locale] : [];

function endOrigin(schema: Schema, { type, attribute, many, localized }: LinkEnd): EndOrigin {
  const relation =
    attribute === undefined ? undefined : contentTypeOf(schema, type).attributes.get(attribute);
  return {
    type,
    many,
    localized,
    ...(attribute !== undefined && { attribute }),
    ...(relation?.renamedFrom !== undefined && { renamedFrom: relation.renamedFrom }),
  };
}
