import { createHash } from 'node:crypto';
import type {
  Attribute,
  ComponentAttribute,
  ContentType,
  Link,
  Scalar,
  Side,
  Zone,
} from '../../../domain/schema/schema.js';
import type { Layer } from '../../../domain/query/query.js';
import { familyOf, type Family } from '../../../domain/document/value.js';

/** Where everything stands in the database: the one place that names tables, columns and indexes. */

/** Attributes with a column: components and zones are JSON in one. */
export type Stored = Scalar | ComponentAttribute | Zone;

export const isStored = (attribute: Attribute): attribute is Stored => attribute.kind !== 'relation';

const systemColumns: Readonly<Record<string, string>> = {
  id: 'id',
  documentId: 'document_id',
  locale: 'locale',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  publishedAt: 'published_at',
};

/**
 * Of a draft: the numeric id that its published version has, or will have again; and whether it was edited since it was
 * last published. Only types with drafts have them.
 */
export const draftColumns = { publishedId: 'published_id', hasChanges: 'has_changes' } as const;

const reserved = new Set([...Object.values(systemColumns), ...Object.values(draftColumns), 'status']);

export const tableOf = (type: ContentType): string => identifier(type.collectionName);

export function columnOf(attribute: Stored): string {
  if (attribute.kind === 'scalar' && attribute.system) return systemColumns[attribute.name] ?? attribute.name;
  return attributeColumn(attribute.name);
}

/** The column of an attribute by name (also a former name). */
export function attributeColumn(name: string): string {
  const column = identifier(snakeCase(name));
  return reserved.has(column) ? `${column}_` : column;
}

/** Columns of the link tables. */
export const linkColumns = {
  source: { document: 'source_document', locale: 'source_locale' },
  target: { document: 'target_document', locale: 'target_locale' },
} as const;

export const linkTableOf = (link: Link): string => identifier(link.name);

/** The column of a list's order keys, as seen from `side`. */
export const keyColumn = (layer: Layer, side: Side): string =>
  side === 'source' ? `${layer}_key` : `${layer}_inverse_key`;

export { otherSide } from '../../../domain/schema/schema.js';

/** Whether a link waits for the publishing of its document at `side`. Only layered links have it. */
export const pendingColumn = (side: Side): string => `${side}_pending`;

export const uniqueIndexOf = (type: ContentType, attribute: Scalar): string =>
  identifier(`${tableOf(type)}_${columnOf(attribute)}_unique`);

const columnTypes: Readonly<Record<Family, string>> = {
  text: 'text COLLATE "C"',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'double precision',
  decimal: 'numeric(20,2)',
  boolean: 'boolean',
  date: 'date',
  time: 'time(3)',
  datetime: 'timestamptz(3)',
  json: 'json',
};

/** The SQL type of an attribute's column. `json` keeps what is in a component as it was written; `jsonb` reorders keys. */
export const columnTypeOf = (attribute: Stored): string =>
  attribute.kind === 'scalar' ? columnTypes[familyOf(attribute.type)] : 'json';

/** Quotes an identifier. Names come from the schema only; this is the second lock on that door. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** PostgreSQL cuts identifiers at 63 bytes, silently: longer ones end in a hash instead. */
export function identifier(name: string): string {
  if (Buffer.byteLength(name) <= 63) return name;
  const start = Buffer.from(name)
    .subarray(0, 50)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${start}_${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}
