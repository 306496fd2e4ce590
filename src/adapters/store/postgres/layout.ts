import { createHash } from 'node:crypto';
import type {
  Attribute,
  ComponentAttribute,
  ContentType,
  Link,
  Scalar,
  Side,
  Zone,
  Schema,
  Uid,
} from '../../../domain/schema/schema.js';
import type { Layer } from '../../../domain/query/query.js';
import { familyOf, type Family } from '../../../domain/document/value.js';

/** Names of all tables, columns and indexes. */

/** An attribute with a column. Components and zones are stored as JSON. */
export type Stored = Scalar | ComponentAttribute | Zone;

export const isStored = (attribute: Attribute): attribute is Stored => attribute.kind !== 'relation';

const systemColumns: Readonly<Record<string, string>> = {
  id: 'id',
  documentId: 'document_id',
  locale: 'locale',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  publishedAt: 'published_at',
  createdBy: 'created_by',
  updatedBy: 'updated_by',
};

/**
 * Columns of drafts, in types with draft & publish only: the numeric id of the published version (kept while the document
 * is unpublished), and whether the draft was edited since it was last published.
 */
export const draftColumns = { publishedId: 'published_id', hasChanges: 'has_changes' } as const;

/** Every table of PostgreSQL has these. */
const columnsOfPostgres = ['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin'];

const reserved = new Set([
  ...Object.values(systemColumns),
  ...Object.values(draftColumns),
  'status',
  ...columnsOfPostgres,
]);

export const tableOf = (type: ContentType): string => identifier(type.collectionName);

export function columnOf(attribute: Stored): string {
  if (attribute.kind === 'scalar' && attribute.system) return systemColumns[attribute.name] ?? attribute.name;
  return attributeColumn(attribute.name);
}

/** Returns the column of an attribute by its name, which may be a former name. */
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

/** Returns the column with the order keys of the lists at `side`. */
export const keyColumn = (layer: Layer, side: Side): string =>
  side === 'source' ? `${layer}_key` : `${layer}_inverse_key`;

export { otherSide } from '../../../domain/schema/schema.js';

/** Returns the column that marks a link as pending at `side`. Only layered links have it. */
export const pendingColumn = (side: Side): string => `${side}_pending`;

export const uniqueIndexOf = (type: ContentType, attribute: Scalar): string =>
  identifier(`${tableOf(type)}_${columnOf(attribute)}_unique`);

/** Returns the name that an index has where its own is also that of another index, or of a table: they share a namespace. */
export const nameApart = (table: string, index: string): string => withHash(index, `${table}.${index}`);

export function isUniqueIndexOf(index: string, type: ContentType, attribute: Scalar): boolean {
  const name = uniqueIndexOf(type, attribute);
  return index === name || index === nameApart(tableOf(type), name);
}

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

/** Returns the SQL type of an attribute's column. Components are `json`, because `jsonb` would reorder their keys. */
export const columnTypeOf = (attribute: Stored): string =>
  attribute.kind === 'scalar' ? columnTypes[familyOf(attribute.type)] : 'json';

/** Quotes an identifier. All names come from the schema, so this is a second line of defence. */
export const quote = (name: string): string => `"${name.includes('"') ? name.replaceAll('"', '""') : name}"`;

const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Shortens a name of more than 63 bytes with a hash. PostgreSQL would truncate it silently. */
export const identifier = (name: string): string =>
  Buffer.byteLength(name) <= 63 ? name : withHash(name, name);

function withHash(name: string, hashed: string): string {
  const start = Buffer.from(name)
    .subarray(0, 50)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${start}_${createHash('sha256').update(hashed).digest('hex').slice(0, 12)}`;
}

/** Caches quoted names, because a statement has dozens of them. */
const cached = <Key extends object>(nameOf: (key: Key) => string): ((key: Key) => string) => {
  const names = new WeakMap<Key, string>();
  return (key) => {
    let name = names.get(key);
    if (name === undefined) {
      name = quote(nameOf(key));
      names.set(key, name);
    }
    return name;
  };
};

export const tableName: (type: ContentType) => string = cached(tableOf);
export const columnName: (attribute: Stored) => string = cached(columnOf);
export const linkTableName: (link: Link) => string = cached(linkTableOf);

/** The quoted tables of content-types and of their links: of all types, or of some. */
export function tablesOf(schema: Schema, types?: ReadonlySet<Uid>): readonly string[] {
  const isAsked = (type: Uid): boolean => types?.has(type) ?? true;
  return [
    ...[...schema.contentTypes.values()].filter(({ uid }) => isAsked(uid)).map(tableName),
    ...schema.links
      .filter(({ source, target }) => isAsked(source.type) || isAsked(target.type))
      .map(linkTableName),
  ];
}
