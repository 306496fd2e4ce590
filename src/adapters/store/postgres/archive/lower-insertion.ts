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

export function lowerInsertVersions(type: ContentType, rows: readonly ArchivedVersion[]): Statement {
  const system: InsertedColumn<ArchivedVersion>[] = [
    { name: 'id', type: 'bigint', valueOf: ({ id }) => id },
    { name: 'document_id', type: 'text', valueOf: ({ documentId }) => documentId },
    { name: 'locale', type: 'text', valueOf: ({ locale }) => locale },
    { name: 'status', type: 'text', valueOf: ({ layer }) => layer },
    { name: 'created_at', type: 'timestamptz', valueOf: ({ createdAt }) => createdAt },
    { name: 'updated_at', type: 'timestamptz', valueOf: ({ updatedAt }) => updatedAt },
    { name: 'published_at', type: 'timestamptz', valueOf: ({ publishedAt }) => publishedAt },
  ];
  const draftOnly: InsertedColumn<ArchivedVersion>[] = [
    { name: draftColumns.publishedId, type: 'bigint', valueOf: ({ publishedId }) => publishedId },
    { name: draftColumns.hasChanges, type: 'boolean', valueOf: ({ hasChanges }) => hasChanges },
  ];
  const content = [...type.attributes.values()]
    .filter(isValue)
    .map((attribute): InsertedColumn<ArchivedVersion> => {
      const sqlType = columnTypeOf(attribute).replace(' COLLATE "C"', '');
      const form = sqlType === 'json' ? jsonForm : String;
      return {
        name: columnName(attribute),
        type: sqlType,
        valueOf: ({ values }) => {
          const value = values[attribute.name];
          return value === undefined || value === null ? null : form(value);
        },
      };
    });
  return insertRows(
    tableName(type),
    [...system, ...(type.draftAndPublish ? draftOnly : []), ...content],
    rows,
  );
}

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
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = columns.map((_, index) => `c${index}`).join(', ');
  return {
    text: `INSERT INTO ${table} (${names}) SELECT ${selected} FROM unnest(${arrays}) AS u(${aliases})`,
    values: columns.map(({ valueOf }) =>
      rows.map((row) => {
        const value = valueOf(row);
        return value === null ? null : String(value);
      }),
    ),
  };
}
