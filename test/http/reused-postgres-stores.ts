import { Client } from 'pg';
import { createPostgresStore } from '../../src/adapters/store/postgres/create-postgres-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { valueOf } from '../contract/results.js';
import { openTestDatabase } from '../database.js';
import { reusedStores } from './reused-stores.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Stores over empty PostgreSQL databases. What the first contents are is said as the statements that bring them back. */
export const reusedPostgresStores = () =>
  reusedStores<string>({
    create: openTestDatabase,
    open: openStore,
    contentsOf: (url) => inDatabase(url, keepContents),
    restore: (url, statements) => inDatabase(url, async (client) => void (await client.query(statements))),
  });

async function openStore(url: string, schema: Schema): Promise<Store> {
  const store = valueOf(await createPostgresStore({ url, schema, poolSize: 16, log: silent }));
  valueOf(await store.schema.apply());
  return store;
}

async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies the rows outside of the store's tables, and returns the statements that restore them. */
async function keepContents(client: Client): Promise<string> {
  const tables = await namesOf(client, 'tables', 'tablename');
  const sequences = await namesOf(client, 'sequences', 'sequencename');
  const filled: string[] = [];
  await client.query('CREATE SCHEMA first');
  for (const table of tables) {
    const { rows } = await client.query(`SELECT FROM public.${table} LIMIT 1`);
    if (rows.length === 0) continue;
    filled.push(table);
    await client.query(`CREATE TABLE first.${table} AS TABLE public.${table}`);
  }
  return [
    ...tables.map((table) => `DELETE FROM public.${table}`),
    ...filled.map(
      (table) => `INSERT INTO public.${table} OVERRIDING SYSTEM VALUE SELECT * FROM first.${table}`,
    ),
    ...sequences.map((sequence) => `ALTER SEQUENCE public.${sequence} RESTART`),
  ].join(';\n');
}

async function namesOf(client: Client, kind: 'tables' | 'sequences', column: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(${column}) AS name FROM pg_${kind} WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
