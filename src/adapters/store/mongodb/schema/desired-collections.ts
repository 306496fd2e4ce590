import type { IndexDescription } from 'mongodb';
import {
  isLayered,
  type ContentType,
  type Link,
  type Scalar,
  type Schema,
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

export interface Collection {
  readonly name: string;
  readonly indexes: readonly IndexDescription[];
}

/** The collections that a schema wants, with their indexes. Pure. */
export const desiredCollections = (schema: Schema): readonly Collection[] => [
  ...[...schema.contentTypes.values()].map(typeCollection),
  ...schema.links.map((link) => linkCollection(schema, link)),
];

const layers: readonly Layer[] = ['draft', 'published'];

const index = (
  name: string,
  fields: readonly string[],
  more: Partial<IndexDescription> = {},
): IndexDescription => ({ name, key: Object.fromEntries(fields.map((field) => [field, 1])), ...more });

/** Documents are listed by their numeric ids, in a layer and a locale. */
function typeCollection(type: ContentType): Collection {
  const context = [...(type.draftAndPublish ? ['_layer'] : []), ...(type.localized ? ['locale'] : [])];
  return {
    name: collectionOf(type),
    indexes: [
      index(versionIndex, ['documentId', 'locale', '_layer'], { unique: true }),
      ...(context.length === 0 ? [] : [index('list', [...context, '_id'])]),
      ...(type.draftAndPublish
        ? [index('changed', ['_changed'], { partialFilterExpression: { _changed: true } })]
        : []),
      ...[...type.attributes.values()].flatMap((attribute) =>
        attribute.kind === 'scalar' && !attribute.system ? scalarIndexes(attribute, context) : [],
      ),
    ],
  };
}

function scalarIndexes(attribute: Scalar, context: readonly string[]): readonly IndexDescription[] {
  const { name, type, unique } = attribute;
  if (familyOf(type) === 'json') return [];
  const published = { _layer: 'published', [name]: { $exists: true } };
  return [
    ...(unique || type === 'uid'
      ? [index(uniqueIndexOf(name), [name, 'locale'], { unique: true, partialFilterExpression: published })]
      : []),
    ...(attribute.index ? [index(`${name}_index`, [...context, name, '_id'])] : []),
  ];
}

function linkCollection(schema: Schema, link: Link): Collection {
  const layered = isLayered(schema, link);
  const ends = (['source', 'target'] as const).map((side) => ({
    side,
    end: link[side],
    fields: endFields[side],
  }));
  const lists = ends.flatMap((each) =>
    layers
      .filter((layer) => layered || layer === 'published')
      .map((layer) => ({ ...each, layer, key: keyField(layer, each.side) })),
  );
  return {
    name: linkCollectionOf(link),
    indexes: [
      index('link', ['source', 'sourceLocale', 'target', 'targetLocale'], { unique: true }),
      ...lists.map(({ side, layer, fields, key }) =>
        index(`${side}_${layer}`, [fields.document, fields.locale, key, '_id']),
      ),
      ...lists
        .filter(({ end }) => !end.many)
        .map(({ side, layer, fields, key }) =>
          index(`${side}_${layer}_one`, [fields.document, fields.locale], {
            unique: true,
            partialFilterExpression: { [key]: { $exists: true } },
          }),
        ),
      ...(layered
        ? ends.map(({ side, fields }) =>
            index(`${side}_pending`, [fields.document, fields.locale], {
              partialFilterExpression: { [pendingField(side)]: true },
            }),
          )
        : []),
    ],
  };
}
