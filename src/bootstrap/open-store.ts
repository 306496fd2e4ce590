import type { Config } from '../adapters/app-directory/config.js';
import type { Log } from '../application/ports/log.js';
import type { Store } from '../application/ports/store.js';
import { ok, type Result } from '../domain/result.js';
import type { Schema } from '../domain/schema/schema.js';

interface StoreOptions {
  readonly schema: Schema;
  readonly config: Config;
  readonly log: Log;
}

// What a store needs is loaded when it is chosen: the PostgreSQL driver takes longer than the rest of a start.

export async function openPostgresStore({
  url,
  schema,
  config,
  log,
}: StoreOptions & { readonly url: string }): Promise<Result<Store>> {
  const { createPostgresStore } = await import('../adapters/store/postgres/create-postgres-store.js');
  const { databasePoolSize: poolSize, statementTimeoutMs, preparedStatements } = config;
  return createPostgresStore({ url, schema, poolSize, statementTimeoutMs, preparedStatements, log });
}

export async function openMongoStore({
  url,
  schema,
  config,
  log,
}: StoreOptions & { readonly url: string }): Promise<Result<Store>> {
  const { createMongoStore } = await import('../adapters/store/mongodb/create-mongo-store.js');
  const { databasePoolSize: poolSize, statementTimeoutMs, allowNoTransactions } = config;
  return createMongoStore({ url, schema, poolSize, statementTimeoutMs, allowNoTransactions, log });
}

/** A PostgreSQL server that lives and ends with this process, unless another process runs it already. */
export async function openEmbeddedStore({
  dataDir,
  ...options
}: StoreOptions & { readonly dataDir: string }): Promise<Result<Store>> {
  const { startEmbeddedPostgres } = await import('../adapters/embedded-postgres/start-embedded-postgres.js');
  const { log } = options;
  const server = await startEmbeddedPostgres({ dataDir, log, onProgress: (step) => log.info(step) });
  if (!server.ok) return server;
  const store = await openPostgresStore({ ...options, url: server.value.url });
  if (!store.ok) {
    await server.value.stop();
    return store;
  }
  const close = async (): Promise<void> => {
    await store.value.close();
    await server.value.stop();
  };
  return ok({ ...store.value, close });
}
