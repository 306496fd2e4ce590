import type { Client } from 'pg';
import { linkTableOf, quote, tableOf } from '../../src/adapters/store/postgres/layout.js';
import { contentTypeOf, type Schema } from '../../src/domain/schema/schema.js';

/** The numbers of documents beside so many places; how many of them belong to one another does not change with the size. */
export const numbersOf = (places: number) => ({
  places,
  owners: Math.ceil(places / 20),
  categories: Math.ceil(places / 20),
  regions: Math.ceil(places / 2_000),
  cities: Math.ceil(places / 20),
});

/** The documentId of the nth document of a type, counting from 1. `idSql` is the same in SQL. */
export const idSql = (type: string, n: string): string => `left(md5('${type}' || (${n})), 24)`;

interface Seeding {
  readonly client: Client;
  readonly schema: Schema;
  readonly places: number;
  readonly log: (line: string) => void;
}

/**
 * Fills the empty tables with SQL, set by set, and makes their indexes again afterwards, which takes a fraction of the
 * time that inserting into them takes.
 */
export async function seed({ client, schema, places, log }: Seeding): Promise<void> {
  const count = numbersOf(places);
  const run = async (what: string, text: string): Promise<void> => {
    const started = performance.now();
    await client.query(text);
    log(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${what}`);
  };
  const table = (name: string) => tableOf(contentTypeOf(schema, `api::${name}.${name}`));
  const rows = (name: string, many: number, columns: Readonly<Record<string, string>>) =>
    run(`${many.toLocaleString('en')} × ${name}`, insertRows(quote(table(name)), name, many, columns));
  const link = (source: string, attribute: string, target: string, many: number, ends: number) =>
    run(
      `${many.toLocaleString('en')} × ${source}.${attribute}`,
      insertLinks(
        quote(linkOf(schema, source, attribute)),
        idSql(source, 'n'),
        idSql(target, belongsTo(ends)),
        many,
      ),
    );

  await client.query(`SET synchronous_commit = off`);
  await client.query(`SET maintenance_work_mem = '1GB'`);
  const tables = [
    ...['place', 'owner', 'category', 'region'].map(table),
    linkOf(schema, 'place', 'owner'),
    linkOf(schema, 'place', 'categories'),
    linkOf(schema, 'owner', 'region'),
  ];
  const indexes = await dropIndexes(client, tables);
  await rows('region', count.regions, { name: `'Region ' || n` });
  await rows('category', count.categories, { name: `'Category ' || n` });
  await rows('owner', count.owners, { name: `'Owner ' || n` });
  await rows('place', places, placeValues(count.cities));
  await link('owner', 'region', 'region', count.owners, count.regions);
  await link('place', 'owner', 'owner', places, count.owners);
  await link('place', 'categories', 'category', places, count.categories);
  for (const { name, definition } of indexes) await run(name, definition);
  // As the server does: ANALYZE would compute the words of 30,000 texts.
  for (const { name, definition } of indexes)
    if (definition.includes(' USING gin '))
      await client.query(`ALTER INDEX ${quote(name)} ALTER COLUMN 1 SET STATISTICS 0`);
  await run('statistics', 'VACUUM (ANALYZE, PARALLEL 0)');
  await client.query('CHECKPOINT');
}

/** Whose the nth document is. Neighbours belong to different ones, so that their links are not beside each other. */
const belongsTo = (many: number): string => `n * 7919::bigint % ${many} + 1`;

const placeValues = (cities: number) => ({
  name: `'Place ' || md5('name' || n)`,
  city: `'City ' || ${belongsTo(cities)}`,
  rating: 'n % 6',
  kind: `(ARRAY['bistro', 'diner', 'gastro'])[n % 3 + 1]`,
  price: '(n % 9000) / 100.0',
  opened: `date '1950-01-01' + n % 20000`,
  about: `'A place to eat, number ' || n || ', with a sentence or two about what it cooks, and house word w' || n / 20`,
});

const insertRows = (table: string, type: string, many: number, columns: Readonly<Record<string, string>>) => `
  INSERT INTO ${table} (document_id, status, created_at, updated_at, published_at, ${Object.keys(columns).join(', ')})
  SELECT ${idSql(type, 'n')}, 'published', t, t, t, ${Object.values(columns).join(', ')}
  FROM generate_series(1, ${many}) n,
    LATERAL (SELECT timestamptz '2020-01-01' + n * interval '11.123 seconds' AS t) at`;

const insertLinks = (table: string, source: string, target: string, many: number) => `
  INSERT INTO ${table} (source_document, target_document, published_key, published_inverse_key)
  SELECT source, target, key, key
  FROM (SELECT ${source} AS source, ${target} AS target, 'k' || lpad(to_hex(nextval('quire_tick')), 11, '0') AS key
    FROM generate_series(1, ${many}) n) ends`;

function linkOf(schema: Schema, type: string, attribute: string): string {
  const relation = contentTypeOf(schema, `api::${type}.${type}`).attributes.get(attribute);
  if (relation?.kind !== 'relation' || relation.place.kind !== 'link')
    throw new Error(`no link ${attribute}`);
  return linkTableOf(relation.place.link);
}

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** All but the primary keys. */
async function dropIndexes(client: Client, tables: readonly string[]): Promise<readonly Index[]> {
  const { rows } = await client.query<Index>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = current_schema() AND tablename = ANY($1) AND indexname NOT LIKE '%\\_pkey'`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${quote(name)}`);
  return rows;
}

export interface Size {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly indexBytes: number;
}

/** The largest tables, with what their indexes take. */
export async function sizesOf(client: Client): Promise<readonly Size[]> {
  const { rows } = await client.query<Size>(`
    SELECT relname AS name, reltuples::float8 AS rows, pg_table_size(oid)::float8 AS bytes, pg_indexes_size(oid)::float8 AS "indexBytes"
    FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND reltuples > 1000
    ORDER BY pg_total_relation_size(oid) DESC LIMIT 8`);
  return rows;
}
