import { Client } from 'pg';
import { openConnection, type Connection } from '../../../src/adapters/store/postgres/connection.js';
import {
  createPostgresStore,
  type PostgresStoreOptions,
} from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { unobserved } from '../../../src/application/observations/create-observations.js';
import type { Log } from '../../../src/application/ports/log.js';
import type { Store } from '../../../src/application/ports/store.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../../contract/world.js';
import { openTestDatabase } from '../../database.js';

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A store on a separate, empty database with all tables. */
export interface ScratchStore {
  readonly store: Store;
  readonly url: string;
  /** Runs one statement on a separate connection. */
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Opens another store on the same database, like a second process. */
  openAnother(options?: Partial<PostgresStoreOptions>): Promise<Store>;
  /** Opens one connection of the kind that a store has, or through a proxy; who opens it closes it. */
  connect(url?: string): Promise<Connection>;
  close(): Promise<void>;
}

export async function openScratchStore(
  schema: Schema,
  options: Partial<PostgresStoreOptions> = {},
): Promise<ScratchStore> {
  const database = await openTestDatabase();
  const { url } = database;
  const open = async (given: Partial<PostgresStoreOptions> = {}): Promise<Store> =>
    valueOf(await createPostgresStore({ url, schema, log: silent, ...given }));
  const store = await open(options);
  valueOf(await store.schema.apply());
  const others: Store[] = [];
  return {
    store,
    url,
    run: (text, values = []) => runOn(url, text, values),
    async openAnother(given) {
      const other = await open(given);
      others.push(other);
      return other;
    },
    connect: (through = url) =>
      openConnection({
        url: through,
        urlSetting: 'DATABASE_URL',
        poolSize: 1,
        statementTimeoutMs: 60_000,
        preparedStatements: true,
        log: silent,
        observations: unobserved,
      }),
    async close() {
      await Promise.all([store, ...others].map((each) => each.close()));
      await database.close();
    },
  };
}

async function runOn(url: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}
