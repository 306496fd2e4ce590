import { Client } from 'pg';
import { createPostgresStore } from '../../src/adapters/store/postgres/create-postgres-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { valueOf } from './results.js';
import { openTestDatabase } from '../database.js';
import { openUntilEnd } from '../open-until-end.js';
import { reusedStores } from '../reused-stores.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Stores over empty PostgreSQL databases. What the first contents are is said as the statements that bring them back.
 * `keepsOpen` is for tests of documents: those of schemas and indexes need connections that nobody had before.
 */
export function postgresStores({ keepsOpen = false } = {}) {
  /** A new connection for each test would read the catalog of all tables again. */
  const clients = new Map<string, Promise<Client>>();

  const clientOf = (url: string): Promise<Client> => {
    const client = clients.get(url) ?? connected(url);
    clients.set(url, client);
    return client;
  };

  return reusedStores<string>({
    create: openTestDatabase,
    keepsOpen,
    open: openStore,
    contentsOf: async (url) => keepContents(await clientOf(url)),
    restore: async (url, statements) => void (await (await clientOf(url)).query(statements)),
  });
}

const openStore = async (url: string, schema: Schema): Promise<Store> =>
  valueOf(await createPostgresStore({ url, schema, poolSize: 16, log: silent }));

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // The database may be dropped before the connection ends.
  client.on('error', () => {});
  await client.connect();
  openUntilEnd(() => client.end());
  return client;
}

/** Copies the rows outside of the store's tables, and returns the statements that restore them. */
async function keepContents(client: Client): Promise<string> {
  const tables = await listed(client, 'quote_ident(tablename)', 'pg_tables');
  // `ALTER SEQUENCE` would write each of them anew.
  const restarts = await listed(
    client,
    "format('SELECT setval(%L, %s, false)', format('public.%I', sequencename), start_value)",
    'pg_sequences',
  );
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
    ...restarts,
  ].join(';\n');
}

/** Returns an expression for each of the store's own tables or sequences. */
async function listed(client: Client, expression: string, catalog: string): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(
    `SELECT ${expression} AS said FROM ${catalog} WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ said }) => said);
}
