import {
  contentTypeOf,
  type ContentType,
  type Link,
  type LinkEnd,
  type Schema,
  type Stored,
  type Uid,
} from '../../domain/schema/schema.js';
import { valueShapeOf, type ComponentShapes, type ValueShape } from './shapes.js';

/** The collections that a schema needs in a store: tables in PostgreSQL, collections in MongoDB. Plain JSON. */
export interface WantedSchema {
  readonly collections: readonly WantedCollection[];
  readonly components: ComponentShapes;
  /** The locale that versions and links get when locales are turned on, and must have when they are turned off. */
  readonly defaultLocale: string;
}

/** Names are those in the store. */
export interface WantedCollection {
  readonly name: string;
  readonly renamedFrom?: string;
  readonly origin: Origin;
  readonly fields: readonly WantedField[];
  readonly indexes: readonly Index[];
}

export interface WantedField {
  readonly name: string;
  readonly renamedFrom?: string;
  /** The attribute that it holds; absent for fields that every collection of its kind has. */
  readonly attribute?: FieldRecord;
  /** The type of the field, for stores whose fields have types. */
  readonly type?: string;
  /** What follows the type in the field's declaration, for such stores. */
  readonly constraints?: string;
  /** The bytes that its value takes at most in an index, for stores whose index entries have a limit. */
  readonly indexBytes?: number;
}

/** How the names of indexes begin that Quire makes by itself (docs/indexes.md). The schema neither needs nor records them. */
export const madeIndexPrefix = 'quire_auto_';

export interface Index {
  readonly name: string;
  readonly fields: readonly string[];
  readonly unique: boolean;
  /** The condition that indexed rows fulfil, in the store's language. */
  readonly where: string | Readonly<Record<string, unknown>> | null;
  /** Whether the first field is indexed by its hash. */
  readonly hashed?: boolean;
  /** For an index of the words of its field: the locale of their language; null: that of each row. */
  readonly search?: string | null;
}

/** What Quire has created in a database and for what, including leftovers. Stored with the content. */
export interface SchemaRecord {
  readonly collections: Readonly<Record<string, CollectionRecord>>;
  readonly components: ComponentShapes;
}

export interface CollectionRecord {
  readonly origin: Origin;
  /** Only fields that hold attributes. */
  readonly fields: Readonly<Record<string, FieldRecord>>;
  /** The names of the indexes that Quire made. It leaves others alone. */
  readonly indexes: readonly string[];
}

export interface FieldRecord extends ValueShape {
  readonly attribute: string;
  /** Whether each locale has its own value. Absent in records of versions that did not store it. */
  readonly localized?: boolean;
}

/** What tells whether two records differ: also which of its collections each content-type had last, by their order. */
export const recordWithLatest = (record: SchemaRecord): object => ({
  ...record,
  latest: Object.fromEntries(
    Object.entries(record.collections).flatMap(([name, { origin }]) =>
      origin.kind === 'type' ? [[origin.uid, name]] : [],
    ),
  ),
});

export const emptyRecord: SchemaRecord = { collections: {}, components: {} };

/** What a collection is for. It reveals renames, leftovers and changed options (docs/schema-changes.md). */
export type Origin = TypeOrigin | LinkOrigin;

export interface TypeOrigin {
  readonly kind: 'type';
  readonly uid: Uid;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly renamedFrom?: string;
}

export interface LinkOrigin {
  readonly kind: 'link';
  readonly source: EndOrigin;
  readonly target: EndOrigin;
}

export interface EndOrigin {
  readonly type: Uid;
  readonly attribute?: string;
  readonly many: boolean;
  /** Whether links name the locale of this end. Absent in records of versions that did not store it. */
  readonly localized?: boolean;
  readonly renamedFrom?: string;
}

export const typeOrigin = ({ uid, draftAndPublish, localized, renamedFrom }: ContentType): TypeOrigin => ({
  kind: 'type',
  uid,
  draftAndPublish,
  localized,
  ...(renamedFrom !== undefined && { renamedFrom }),
});

export const linkOrigin = (schema: Schema, { source, target }: Link): LinkOrigin => ({
  kind: 'link',
  source: endOrigin(schema, source),
  target: endOrigin(schema, target),
});

function endOrigin(schema: Schema, { type, attribute, many, localized }: LinkEnd): EndOrigin {
  if (attribute === undefined) return { type, many, localized };
  const renamedFrom = contentTypeOf(schema, type).attributes.get(attribute)?.renamedFrom;
  return { type, attribute, many, localized, ...(renamedFrom !== undefined && { renamedFrom }) };
}

export const fieldRecord = (attribute: Stored): FieldRecord => ({
  attribute: attribute.name,
  ...valueShapeOf(attribute),
  localized: attribute.localized,
});
