import type { ArchivedLink, ArchivedVersion } from '../../../../application/ports/archive-store.js';
import {
  isValue,
  isLayered,
  type ContentType,
  type Json,
  type Link,
  type Schema,
} from '../../../../domain/schema/schema.js';
import {
  columnTypeOf,
  draftColumns,
  keyColumn,
  linkColumns,
  pendingColumn,
  columnName,
  linkTableName,
  tableName,
} from '../layout.js';
import type { Statement } from '../statement.js';

interface InsertedColumn<Row> {
  readonly name: string;
  readonly type: string;
  readonly valueOf: (row: Row) => string | number | boolean | null;
}

/** A version that gets its numeric id from the database. */
export type NewVersion = Omit<ArchivedVersion, 'id'>;

/** Inserts versions, with their numeric ids if they have some. */
export function lowerInsertVersions(
  type: ContentType,
  rows: readonly ArchivedVersion[] | readonly NewVersion[],
): Statement {
  const id: InsertedColumn<ArchivedVersion> = { name: 'id', type: 'bigint', valueOf: (row) => row.id };
  return hasIds(rows)
    ? insertRows(tableName(type), [id, ...columnsOfVersions(type)], rows)
    : insertRows(tableName(type), columnsOfVersions(type), rows);
}

const hasIds = (
  rows: readonly ArchivedVersion[] | readonly NewVersion[],
): rows is readonly ArchivedVersion[] => rows[0] !== undefined && 'id' in rows[0];

/** The columns of versions but `id`. */
export function columnsOfVersions(type: ContentType): readonly InsertedColumn<NewVersion>[] {
  const system: InsertedColumn<NewVersion>[] = [
    { name: 'document_id', type: 'text', valueOf: ({ documentId }) => documentId },
    { name: 'locale', type: 'text', valueOf: ({ locale }) => locale },
    { name: 'status', type: 'text', valueOf: ({ layer }) => layer },
    { name: 'created_at', type: 'timestamptz', valueOf: ({ createdAt }) => createdAt },
    { name: 'updated_at', type: 'timestamptz', valueOf: ({ updatedAt }) => updatedAt },
    { name: 'published_at', type: 'timestamptz', valueOf: ({ publishedAt }) => publishedAt },
  ];
  const draftOnly: InsertedColumn<NewVersion>[] = [
    { name: draftColumns.publishedId, type: 'bigint', valueOf: ({ publishedId }) => publishedId },
    { name: draftColumns.hasChanges, type: 'boolean', valueOf: ({ hasChanges }) => hasChanges },
  ];
  return [...system, ...(type.draftAndPublish ? draftOnly : []), ...valuesOf(type)];
}

interface ValueColumn extends InsertedColumn<NewVersion> {
  readonly attribute: string;
  /** The text that is cast to the type of the column. */
  readonly textOf: (value: Json | undefined) => string | null;
}

/** The columns of attributes. */
export const valuesOf = (type: ContentType): readonly ValueColumn[] =>
  [...type.attributes.values()].filter(isValue).map((attribute): ValueColumn => {
    const sqlType = columnTypeOf(attribute).replace(' COLLATE "C"', '');
    const form = sqlType === 'json' ? jsonForm : String;
    const textOf = (value: Json | undefined): string | null =>
      value === undefined || value === null ? null : form(value);
    return {
      attribute: attribute.name,
      name: columnName(attribute),
      type: sqlType,
      textOf,
      valueOf: ({ values }) => textOf(values[attribute.name]),
    };
  });

const jsonForm = (value: Json): string => JSON.stringify(value);

export function lowerInsertLinks(schema: Schema, link: Link, rows: readonly ArchivedLink[]): Statement {
  const sides = ['source', 'target'] as const;
  const ends = sides.flatMap((side): InsertedColumn<ArchivedLink>[] => [
    { name: linkColumns[side].document, type: 'text', valueOf: (row) => row[side].documentId },
    { name: linkColumns[side].locale, type: 'text', valueOf: (row) => row[side].locale },
  ]);
  const keys = (['draft', 'published'] as const).flatMap((layer) =>
    sides.map((side): InsertedColumn<ArchivedLink> => ({
      name: keyColumn(layer, side),
      type: 'text',
      valueOf: (row) => row[layer]?.[side] ?? null,
    })),
  );
  const flags = sides.map((side): InsertedColumn<ArchivedLink> => ({
    name: pendingColumn(side),
    type: 'boolean',
    valueOf: ({ pending }) => pending[side],
  }));
  const id: InsertedColumn<ArchivedLink> = { name: 'id', type: 'bigint', valueOf: (row) => row.id };
  return insertRows(
    linkTableName(link),
    [id, ...ends, ...keys, ...(isLayered(schema, link) ? flags : [])],
    rows,
  );
}

/** Passes one array for each column, so that the text does not depend on the number of rows. */
function insertRows<Row>(
  table: string,
  columns: readonly InsertedColumn<Row>[],
  rows: readonly Row[],
): Statement {
  const names = columns.map(({ name }) => name).join(', ');
  const selected = columns.map(({ type }, index) => `u.c${index}::${type}`).join(', ');
  const { arrays, aliases } = unnested(columns);
  return {
    text: `INSERT INTO ${table} (${names}) SELECT ${selected} FROM unnest(${arrays}) AS u(${aliases})`,
    values: columnValues(columns, rows),
  };
}

const unnested = (columns: readonly unknown[]) => ({
  arrays: columns.map((_, index) => `$${index + 1}::text[]`).join(', '),
  aliases: columns.map((_, index) => `c${index}`).join(', '),
});

const columnValues = <Row>(columns: readonly InsertedColumn<Row>[], rows: readonly Row[]) =>
  columns.map(({ valueOf }) =>
    rows.map((row) => {
      const value = valueOf(row);
      return value === null ? null : String(value);
    }),
  );
