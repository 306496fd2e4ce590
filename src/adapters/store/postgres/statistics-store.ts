import type { StatisticsStore } from '../../../application/ports/statistics-store.js';
import { attributesOfAnySize, type FanOut, type LinkStatistics } from '../../../domain/plan/statistics.js';
import { ok } from '../../../domain/result.js';
import {
  isContent,
  type ContentType,
  type Link,
  type Schema,
  type Side,
  type Uid,
} from '../../../domain/schema/schema.js';
import type { Connection, Queryable } from './connection.js';
import { attempt } from './database-error.js';
import {
  columnOf,
  linkColumns,
  linkTableOf,
  tableOf,
  columnName,
  linkTableName,
  tableName,
  tablesOf,
} from './layout.js';

/** Larger tables are not counted; the catalog's estimate is used. */
const maxCountedRows = 20_000;

/** The size of a sample, and of the larger sample of pages that it is drawn from. */
const sampledRows = 300;
const scannedRows = 6_000;

/** The count of one document's links stops here. */
const maxCountedLinks = 50_000;

/** Measures the numbers of versions and links and the sizes of values; large tables by estimate and sample. */
export function createStatisticsStore(
  connection: Connection,
  schema: Schema,
  kept: { has(type: ContentType): boolean },
): StatisticsStore {
  return {
    measure: (grown = new Set()) =>
      attempt(async () => {
        for (const table of tablesOf(schema, grown))
          await connection.query({ text: `ANALYZE (SKIP_LOCKED) ${table}` });
        const types = [...schema.contentTypes.values()];
        const tables = [...types.map(tableOf), ...schema.links.map(linkTableOf)];
        const estimated = await estimateRows(connection, tables);
        const versions = new Map<Uid, number>();
        const meanBytes = new Map<Uid, ReadonlyMap<string, number>>();
        for (const type of types) {
          const rows = await countVersions(connection, type, estimated.get(tableOf(type)) ?? 0);
          versions.set(type.uid, rows);
          meanBytes.set(type.uid, await measureBytes(connection, type, rows));
        }
        const links = new Map<string, LinkStatistics>();
        for (const link of schema.links)
          links.set(link.name, await measureLink(connection, link, estimated.get(linkTableOf(link)) ?? 0));
        const keptTotals = new Set(types.filter((type) => kept.has(type)).map(({ uid }) => uid));
        return ok({ versions, links, meanBytes, shares: await readShares(connection, types), keptTotals });
      }),
  };
}

/**
 * Takes the greater of the row count of the last `ANALYZE` and the live rows of the statistics collector, because the
 * first is missing after a restore and the second is 0 after a crash. Without either it estimates from the table's size.
 */
const estimateText = `
  SELECT c.relname AS name, greatest(c.reltuples, s.n_live_tup,
    CASE WHEN c.reltuples < 0 THEN pg_relation_size(c.oid) / 200 END)::bigint AS rows
  FROM pg_class c LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1::text[])`;

export async function estimateRows(
  connection: Queryable,
  tables: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await connection.query<{ name: string; rows: string }>({
    text: estimateText,
    values: [tables],
  });
  return new Map(found.map(({ name, rows }) => [name, Math.max(0, Number(rows))]));
}

async function countVersions(connection: Queryable, type: ContentType, estimated: number): Promise<number> {
  if (estimated > maxCountedRows) return estimated;
  const [row] = await connection.query<{ rows: string }>({
    text: `SELECT count(*) AS rows FROM ${tableName(type)}`,
  });
  return Number(row?.rows ?? 0);
}

/**
 * The share of the most common value, or that of each value if none is more common, as `ANALYZE` has found them. It tells
 * nothing of tables that it has not seen, and of small ones, in which nothing is dear, it would be a chance.
 */
const sharesText = `
  SELECT tablename::text AS name, attname::text AS field, greatest(most_common_freqs[1],
    CASE WHEN n_distinct < 0 THEN -1 / (n_distinct * greatest(c.reltuples, 1)) WHEN n_distinct > 0 THEN 1 / n_distinct END)::float8 AS share
  FROM pg_stats s JOIN pg_class c ON c.relname = s.tablename AND c.relnamespace = current_schema()::regnamespace
  WHERE s.schemaname = current_schema() AND c.reltuples > ${maxCountedRows} AND s.tablename = ANY($1::text[])`;

async function readShares(
  connection: Queryable,
  types: readonly ContentType[],
): Promise<ReadonlyMap<Uid, ReadonlyMap<string, number>>> {
  const rows = await connection.query<{ name: string; field: string; share: number | null }>({
    text: sharesText,
    values: [types.map(tableOf)],
  });
  const shares = new Map(rows.map(({ name, field, share }) => [`${name}.${field}`, share]));
  return new Map(
    types.map((type) => {
      const contents = [...type.attributes.values()].filter(isContent);
      const known = contents.flatMap((field) => {
        const share = shares.get(`${tableOf(type)}.${columnOf(field)}`) ?? null;
        return share === null ? [] : [[field.name, share] as const];
      });
      return [type.uid, new Map(known)] as const;
    }),
  );
}

/** For text, `octet_length` reads only the value's header, even if it is stored out of line; for JSON it reads the value. */
async function measureBytes(
  connection: Queryable,
  type: ContentType,
  rows: number,
): Promise<ReadonlyMap<string, number>> {
  const attributes = attributesOfAnySize(type);
  if (attributes.length === 0) return new Map();
  const columns = attributes.map(columnName);
  const means = columns.map((column) => `avg(coalesce(octet_length(${column}::text), 0))::float8`);
  const text = `
    SELECT ARRAY[${means.join(', ')}] AS means FROM (
      SELECT ${columns.join(', ')} FROM ${tableName(type)} ${sampleOf(rows)}) sample`;
  const [row] = await connection.query<{ means: readonly (number | null)[] }>({ text });
  const measured = attributes.flatMap(({ name }, index) => {
    const mean = row?.means[index] ?? null;
    return mean === null ? [] : [[name, mean] as const];
  });
  return new Map(measured);
}

/** Samples a table with about `rows` rows, from pages all over it. */
const sampleOf = (rows: number): string => {
  const percent = Math.min(100, (100 * scannedRows) / Math.max(1, rows));
  return `TABLESAMPLE SYSTEM (${percent}) ORDER BY random() LIMIT ${sampledRows}`;
};

async function measureLink(connection: Queryable, link: Link, estimated: number): Promise<LinkStatistics> {
  const isSmall = estimated <= maxCountedRows;
  const measure = isSmall ? countFanOut : sampleFanOut;
  const source = await measure(connection, link, 'source', estimated);
  const target = await measure(connection, link, 'target', estimated);
  return { count: isSmall ? source.count : estimated, source: source.fanOut, target: target.fanOut };
}

interface Measured {
  readonly count: number;
  readonly fanOut: FanOut;
}

type FanOutRow = Readonly<Record<'count' | 'typical' | 'most', string | null>>;

const measuredOf = (row: FanOutRow | undefined): Measured => ({
  count: Number(row?.count ?? 0),
  fanOut: { typical: Number(row?.typical ?? 0), most: Number(row?.most ?? 0) },
});

async function countFanOut(connection: Queryable, link: Link, side: Side): Promise<Measured> {
  const { document, locale } = linkColumns[side];
  const degrees = `SELECT count(*)::float8 AS d FROM ${linkTableName(link)} GROUP BY ${document}, ${locale}`;
  const text = `SELECT sum(d) AS count, sum(d * d) / sum(d) AS typical, max(d) AS most FROM (${degrees}) x`;
  const [row] = await connection.query<FanOutRow>({ text });
  return measuredOf(row);
}

/**
 * A random link belongs to a document with a probability proportional to its number of links. `typical` is the mean
 * over such documents, and documents with many links are likely to be in the sample.
 */
async function sampleFanOut(
  connection: Queryable,
  link: Link,
  side: Side,
  estimated: number,
): Promise<Measured> {
  const { document, locale } = linkColumns[side];
  const table = linkTableName(link);
  const text = `
    WITH sample AS (
      SELECT ${document} AS document, ${locale} AS locale
      FROM ${table} ${sampleOf(estimated)}),
    documents AS (SELECT document, locale, count(*)::float8 AS weight FROM sample GROUP BY document, locale)
    SELECT sum(weight) AS count, sum(weight * d) / sum(weight) AS typical, max(d) AS most FROM documents,
      LATERAL (SELECT count(*)::float8 AS d FROM (
        SELECT FROM ${table} k WHERE k.${document} = documents.document AND k.${locale} = documents.locale
        LIMIT ${maxCountedLinks}) l) x`;
  const [row] = await connection.query<FanOutRow>({ text });
  return measuredOf(row);
}
