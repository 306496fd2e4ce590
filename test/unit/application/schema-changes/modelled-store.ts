import {
  compareSchemas,
  type Comparison,
} from '../../../../src/application/schema-changes/compare-schemas.js';
import type {
  StoredCollection,
  StoredSchema,
} from '../../../../src/application/schema-changes/match-collections.js';
import type { PlannedChange } from '../../../../src/application/schema-changes/planned-change.js';
import { componentShapes } from '../../../../src/application/schema-changes/shapes.js';
import type { StoreTraits } from '../../../../src/application/schema-changes/store-traits.js';
import {
  emptyRecord,
  fieldRecord,
  linkOrigin,
  typeOrigin,
  type Index,
  type WantedCollection,
  type WantedField,
  type WantedSchema,
} from '../../../../src/application/schema-changes/wanted-schema.js';
import { familyOf } from '../../../../src/domain/document/value.js';
import { isContent, type ContentType, type Schema } from '../../../../src/domain/schema/schema.js';

/** A store with typed fields and indexes that follow them, like PostgreSQL. */
export const typedStore: StoreTraits = {
  collection: 'Table',
  field: 'Column',
  namesIndexesByCollection: false,
  indexesFollowFields: true,
  adoptsEmptyCollections: false,
};

/** A store without a catalogue of fields, like MongoDB. */
export const untypedStore: StoreTraits = {
  ...typedStore,
  collection: 'Collection',
  field: 'Attribute',
  namesIndexesByCollection: true,
  indexesFollowFields: false,
  adoptsEmptyCollections: true,
};

/** The collections of the API's content-types and links in such a store. */
export const wantedOf = (schema: Schema, traits: StoreTraits): WantedSchema => ({
  collections: [
    ...[...schema.contentTypes.values()]
      .filter(({ uid }) => uid.startsWith('api::'))
      .map((type) => typeCollection(type, traits)),
    ...schema.links
      .filter(({ source }) => source.type.startsWith('api::'))
      .map((link): WantedCollection => ({
        name: link.name,
        origin: linkOrigin(schema, link),
        fields: ownFields('source_key', traits),
        indexes: link.source.many ? [] : [unique(`${link.name}_one`, 'source_key')],
      })),
  ],
  components: componentShapes(schema),
  defaultLocale: 'en',
});

/** Only a store with typed fields declares fields without an attribute. */
const ownFields = (name: string, { indexesFollowFields }: StoreTraits): readonly WantedField[] =>
  indexesFollowFields ? [{ name, type: 'text' }] : [];

function typeCollection(type: ContentType, traits: StoreTraits): WantedCollection {
  const { collectionName: name, renamedFrom } = type;
  const content = [...type.attributes.values()].filter(isContent);
  return {
    name,
    ...(renamedFrom !== undefined && { renamedFrom }),
    origin: typeOrigin(type),
    fields: [
      ...ownFields('document_id', traits),
      ...content.map((attribute) => ({
        name: attribute.name,
        ...(attribute.renamedFrom !== undefined && { renamedFrom: attribute.renamedFrom }),
        type: attribute.kind === 'scalar' ? familyOf(attribute.type) : 'json',
        attribute: fieldRecord(attribute),
      })),
    ],
    indexes: content.flatMap((attribute) =>
      attribute.kind === 'scalar' && attribute.unique
        ? [unique(`${name}_${attribute.name}_unique`, attribute.name)]
        : [],
    ),
  };
}

const unique = (name: string, field: string): Index => ({ name, fields: [field], unique: true, where: null });

export const emptyStore: StoredSchema = { collections: new Map(), record: emptyRecord };

/** Applies the changes of a comparison one after another to the structure of the store. */
export function applied(
  stored: StoredSchema,
  { changes, record }: Comparison,
  traits: StoreTraits,
): StoredSchema {
  const collections = new Map(stored.collections);
  for (const change of changes) {
    const { name } = change.match.wanted;
    if (change.kind === 'createCollection') {
      const { fields } = change.match.wanted;
      const made = { name, fields: new Map(fields.map((each) => [each.name, each.type ?? ''])), indexes: [] };
      collections.set(name, traits.indexesFollowFields ? made : { name, indexes: [] });
      continue;
    }
    if (change.kind === 'renameCollection') {
      const moved = collections.get(change.former);
      if (moved !== undefined) collections.set(name, { ...moved, name });
      collections.delete(change.former);
      continue;
    }
    // Indexes are removed before their collection is renamed.
    const held = change.phase === 'unindex' ? (change.match.stored?.name ?? name) : name;
    const before = collections.get(held);
    if (before === undefined) throw new Error(`${change.message} There is no "${held}" yet.`);
    collections.set(held, changed(before, change));
  }
  return { collections, record };
}

function changed(before: StoredCollection, change: PlannedChange): StoredCollection {
  const { fields, indexes } = before;
  switch (change.kind) {
    case 'addField':
    case 'renameField': {
      if (fields === undefined) return before;
      const former = change.kind === 'renameField' ? change.former : change.field.name;
      if (fields.has(former) === (change.kind === 'addField')) throw new Error(`Not so: ${change.message}`);
      const kept = [...fields].filter(([name]) => name !== former);
      const type = fields.get(former) ?? change.field.type ?? '';
      return {
        ...before,
        fields: new Map([...kept, [change.field.name, type]]),
        indexes: indexes.map((index) => ({
          ...index,
          fields: index.fields.map((field) => (field === former ? change.field.name : field)),
        })),
      };
    }
    case 'convertField': {
      const { field } = change.conversion;
      const wanted = change.match.wanted.fields.find(({ name }) => name === field);
      return fields === undefined
        ? before
        : { ...before, fields: new Map([...fields, [field, wanted?.type ?? '']]) };
    }
    case 'removeIndex':
      return { ...before, indexes: indexes.filter(({ name }) => name !== change.index.name) };
    case 'renameIndex':
      return {
        ...before,
        indexes: indexes.map((index) =>
          index.name === change.former ? { ...index, name: change.index.name } : index,
        ),
      };
    case 'createIndex':
      if (indexes.some(({ name }) => name === change.index.name)) throw new Error(`Twice: ${change.message}`);
      return { ...before, indexes: [...indexes, change.index] };
    default:
      return before;
  }
}

export const compared = (schema: Schema, stored: StoredSchema, traits: StoreTraits): Comparison =>
  compareSchemas(wantedOf(schema, traits), stored, traits);
