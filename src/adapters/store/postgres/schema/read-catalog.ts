import type {
  StoredCollection,
  StoredIndex,
} from '../../../../application/schema-changes/match-collections.js';
import { emptyRecord, type SchemaRecord } from '../../../../application/schema-changes/wanted-schema.js';
import type { Queryable } from '../connection.js';
import { readRecord } from './schema-record.js';

/** What the database has now, in the current schema. */
export interface Catalog {
  readonly collections: ReadonlyMap<string, StoredCollection>;
  readonly record: SchemaRecord;
  /** That of the database itself; undefined while it has none. */
  readonly defaultLocale: string | undefined;
}

interface Row {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[] | null;
  readonly indexes: readonly IndexRow[] | null;
}

interface IndexRow {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  readonly where: string | null;
  readonly valid: boolean;
}

const catalogQuery = `
SELECT c.relname AS name,
  (SELECT json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
     FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  (SELECT json_agg(json_build_object('name', i.relname, 'unique', x.indisunique, 'valid', x.indisvalid,
       'where', pg_get_expr(x.indpred, c.oid),
       'columns', (SELECT json_agg(coalesce(a.attname::text, pg_get_indexdef(x.indexrelid, k.place::int, true)) ORDER BY k.place)
          FROM unnest(x.indkey) WITH ORDINALITY k(number, place)
          LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number AND k.number > 0)))
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = c.oid AND NOT x.indisprimary) AS indexes
FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`;

/** Reads the catalogue and the record of what Quire made. Three statements at most. */
export async function readCatalog(connection: Queryable): Promise<Catalog> {
  const rows = await connection.query<Row>({ text: catalogQuery });
  const isRecorded = rows.some(({ name }) => name === 'quire_schema');
  const record = isRecorded ? await readRecord(connection) : emptyRecord;
  return {
    collections: new Map(rows.map((row) => [row.name, storedTable(row)])),
    record,
    defaultLocale: localeTable in record.collections ? await readDefaultLocale(connection) : undefined,
  };
}

const storedTable = ({ name, columns, indexes }: Row): StoredCollection => ({
  name,
  fields: new Map(columns ?? []),
  indexes: (indexes ?? []).map(storedIndex),
});

/** PostgreSQL prints `md5(name)`, and `md5("order")` where the name needs quotes. */
function storedIndex({
  name,
  columns: [first = '', ...others],
  unique,
  where,
  valid,
}: IndexRow): StoredIndex {
  const hashed = /^md5\("?(.*?)"?\)$/s.exec(first)?.[1];
  const words = /^quire_search_words\((?:locale|'(.*?)'::text), VARIADIC ARRAY\[(.*)\]\)$/s.exec(first);
  const searched = words?.[2]?.split(', ').map((column) => column.replace(/^"(.*)"$/, '$1')) ?? [];
  return {
    name,
    fields: words === null ? [hashed ?? first, ...others] : searched,
    ...(words !== null && { search: words[1]?.replaceAll("''", "'") ?? null }),
    unique,
    where,
    hashed: hashed !== undefined,
    isIncomplete: !valid,
  };
}

/** Of the built-in content-type for locales. */
const localeTable = 'i18n_locales';

async function readDefaultLocale(connection: Queryable): Promise<string | undefined> {
  const [row] = await connection.query<{ code: string }>({
    text: `SELECT code FROM ${localeTable} WHERE default_since IS NOT NULL ORDER BY default_since DESC, id LIMIT 1`,
  });
  return row?.code;
}
