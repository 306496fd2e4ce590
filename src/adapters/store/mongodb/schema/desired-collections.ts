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
import { isHeldPerLocale } from '../../../../domain/relation/link-list.js';
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
    const held = [...ownFields(side), ...heldBy(link, side)];
    return [list, uniqueIndex(`${side}_${layer}_one`, held, { [key]: { $exists: true } })];
  });

/** A target without locales may be held once in each locale of its sources: it is read in one of them. */
const heldBy = (link: Link, side: Side): readonly string[] =>
  isHeldPerLocale({ link, side }) ? [endFields.source.locale] : [];

function endOrigin(schema: Schema, { type, attribute, many, localized }: LinkEnd): EndOrigin {
  const { draftAndPublish: drafts, attributes } = contentTypeOf(schema, type);
  const relation = attribute === undefined ? undefined : attributes.get(attribute);
  return {
    type,
    many,
    drafts,
    localized,
    ...(attribute !== undefined && { attribute }),
    ...(relation?.renamedFrom !== undefined && { renamedFrom: relation.renamedFrom }),
  };
}
