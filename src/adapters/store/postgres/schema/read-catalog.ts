import type { SchemaRecord } from './schema-record.js';
import { emptyRecord } from './schema-record.js';
import type { Queryable } from '../connection.js';

/** What the database has now, in the current schema. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, StoredTable>;
  readonly sequences: ReadonlySet<string>;
  readonly record: SchemaRecord;
  readonly version: number;
  /** The one that the database itself has, if it has any yet. */
  readonly defaultLocale: string | undefined;
}

export interface StoredTable {
  readonly name: string;
  /** Type by column name, as PostgreSQL prints it. */
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: readonly StoredIndex[];
}

export interface StoredIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  readonly where: string | null;
  /** False while it is built, and after a failed build. */
  readonly valid: boolean;
}

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly columns: readonly (readonly [string, string])[] | null;
  readonly indexes: readonly StoredIndex[] | null;
}

const catalogQuery = `
SELECT c.relname AS name, c.relkind AS kind,
  (SELECT json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
     FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  (SELECT json_agg(json_build_object('name', i.relname, 'unique', x.indisunique, 'valid', x.indisvalid,
       'where', pg_get_expr(x.indpred, c.oid),
       'columns', (SELECT json_agg(coalesce(a.attname::text, pg_get_indexdef(x.indexrelid, k.place::int, true)) ORDER BY k.place)
          FROM unnest(x.indkey) WITH ORDINALITY k(number, place)
          LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number AND k.number > 0)))
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = c.oid AND NOT x.indisprimary) AS indexes
FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')`;

/** Reads the catalogue and the record of what Quire made. Three statements at most. */
export async function readCatalog(connection: Queryable): Promise<Catalog> {
  const rows = await connection.query<Row>({ text: catalogQuery });
  const sequences = rows.filter(({ kind }) => kind === 'S').map(({ name }) => name);
  const tables = rows
    .filter(({ kind }) => kind !== 'S')
    .map((row): [string, StoredTable] => [row.name, storedTable(row)]);
  const kept = tables.some(([name]) => name === 'quire_schema') ? await readRecord(connection) : undefined;
  return {
    tables: new Map(tables),
    sequences: new Set(sequences),
    record: kept?.record ?? emptyRecord,
    version: Number(kept?.version ?? 0),
    defaultLocale:
      kept?.record.tables[localeTable] === undefined ? undefined : await readDefaultLocale(connection),
  };
}

const storedTable = ({ name, columns, indexes }: Row): StoredTable => ({
  name,
  columns: new Map(columns ?? []),
  indexes: (indexes ?? []).map((index) => ({ ...index, columns: index.columns.map(unquoteHashed) })),
});

/** `md5("order")` is `md5(order)` here, whether PostgreSQL finds the quotes needed or not. */
const unquoteHashed = (column: string): string => column.replace(/^md5\("(.*)"\)$/, 'md5($1)');

/** Of the built-in content-type for locales. */
const localeTable = 'i18n_locales';

async function readDefaultLocale(connection: Queryable): Promise<string | undefined> {
  const [row] = await connection.query<{ code: string }>({
    text: `SELECT code FROM ${localeTable} WHERE default_since IS NOT NULL ORDER BY default_since DESC, id LIMIT 1`,
  });
  return row?.code;
}

async function readRecord(connection: Queryable) {
  const [row] = await connection.query<{ version: string; record: SchemaRecord }>({
    text: 'SELECT version, record FROM quire_schema',
  });
  return row;
}
