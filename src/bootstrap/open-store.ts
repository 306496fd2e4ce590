import { join } from 'node:path';
import { controllerUids } from '../adapters/app-directory/controller-files.js';
import { createGrantFilters } from '../adapters/delivery/codec/create-grant-filters.js';
import { createClock } from '../adapters/host/create-clock.js';
import { auditedAccess } from '../application/audit/audited-access.js';
import type { Log } from '../application/ports/log.js';
import { unobserved } from '../application/observations/create-observations.js';
import type { Observations } from '../application/ports/observations.js';
import type { Store } from '../application/ports/store.js';
import { withGrants } from '../application/schema-changes/with-grants.js';
import { failure, type Failure } from '../domain/failure.js';
import { systemPrincipal, type Principal } from '../domain/permission/permission.js';
import { err, ok, type Result } from '../domain/result.js';
import { databaseKind } from './database-kind.js';
import { keepOutOfGit } from './keep-out-of-git.js';
import type { App } from './read-app.js';

/**
 * Starting the built-in PostgreSQL for the first time takes several seconds. Any other server answers quickly or not at
 * all.
 */
const openTimeoutMs = { embedded: 120_000, server: 8_000 };

export interface OpeningStore {
  /** The actor of changes of access that name none. */
  readonly changedBy?: Principal;
  /** Observes statements and the pool. */
  readonly observations?: Observations;
  /** Whether replicas answer reads; commands read from the primary only. */
  readonly usesReplicas?: boolean;
}

/** Opens the configured database. */
export async function openStore(
  app: App,
  log: Log,
  { changedBy = systemPrincipal, observations = unobserved, usesReplicas = false }: OpeningStore = {},
): Promise<Result<Store>> {
  const { databaseUrl, audit } = app.config;
  const timeoutMs = databaseUrl === undefined ? openTimeoutMs.embedded : openTimeoutMs.server;
  const { maxLagMs, urls = [] } = app.config.replicas;
  const replicas = { maxLagMs, urls: usesReplicas ? urls : [] };
  const opened = await withinTime(openChosen(app, log, { observations, replicas }), timeoutMs);
  if (opened === 'late') return err(noAnswer(databaseUrl, timeoutMs));
  if (!opened.ok) return opened;
  const store = opened.value;
  const access = audit.enabled ? auditedAccess(store.access, createClock(), changedBy) : store.access;
  const controllers = await controllerUids(app.codeDirectory);
  const grants = { schema: app.schema, filters: createGrantFilters(), controllers };
  return ok({ ...store, access, schema: withGrants(store.schema, access, grants) });
}

/** What a database is opened with. */
interface Opening {
  readonly observations: Observations;
  readonly replicas: { readonly urls: readonly string[]; readonly maxLagMs: number };
  /** Where the address comes from, if not from `DATABASE_URL`; for messages. */
  readonly urlSetting?: string;
}

async function openChosen(app: App, log: Log, opening: Opening): Promise<Result<Store>> {
  const { databaseUrl, isWorker } = app.config;
  const kind = databaseKind(databaseUrl);
  if (opening.replicas.urls.length > 0 && kind !== 'postgres') return err(ofPostgres);
  if (isWorker && (kind === 'embedded' || kind === 'memory')) return err(ofWorkers);
  if (databaseUrl === undefined) return openEmbedded(app, log, opening.observations);
  if (kind !== 'memory') return openDatabase(databaseUrl, app, log, opening);
  const { createMemoryStore } = await import('../adapters/store/memory/create-memory-store.js');
  return ok(createMemoryStore({ schema: app.schema }));
}

const ofWorkers = failure(
  'INPUT.INVALID',
  'Workers need a database that they share: name a PostgreSQL or MongoDB with DATABASE_URL',
);

const ofPostgres = failure(
  'INPUT.INVALID',
  'DATABASE_REPLICA_URLS needs a PostgreSQL in DATABASE_URL that they are replicas of: remove it, or name that',
);

/** Imports only the driver that is needed: that of PostgreSQL takes longer than the rest of a start. */
export async function openDatabase(
  url: string,
  { schema, config }: App,
  log: Log,
  { observations = unobserved, replicas, urlSetting }: Partial<Opening> = {},
): Promise<Result<Store>> {
  const { databasePoolSize: poolSize, statementTimeoutMs, allowNoTransactions, preparedStatements } = config;
  const named = urlSetting === undefined ? {} : { urlSetting };
  const options = { url, ...named, schema, poolSize, statementTimeoutMs, log, observations };
  if (databaseKind(url) === 'mongodb') {
    const { createMongoStore } = await import('../adapters/store/mongodb/create-mongo-store.js');
    return createMongoStore({ ...options, allowNoTransactions });
  }
  const { createPostgresStore } = await import('../adapters/store/postgres/create-postgres-store.js');
  const { databaseUrl, databaseDirectUrl: directUrl } = config;
  // The target of a transfer is another database.
  const direct = url === databaseUrl && directUrl !== undefined ? { directUrl } : {};
  return createPostgresStore({ ...options, preparedStatements, ...direct, ...(replicas && { replicas }) });
}

/** Starts a PostgreSQL server that stops with this process, or joins one that another process has started. */
async function openEmbedded(app: App, log: Log, observations: Observations): Promise<Result<Store>> {
  const { startEmbeddedPostgres } = await import('../adapters/embedded-postgres/start-embedded-postgres.js');
  const { replacedDatabase } = app.config;
  if (replacedDatabase !== undefined)
    log.warn(
      `config/database says ${replacedDatabase}: the built-in PostgreSQL is used instead, without the content of that database`,
    );
  const folder = join(app.directory, '.quire');
  const dataDir = join(folder, 'postgres');
  const server = await startEmbeddedPostgres({ dataDir, log, onProgress: (step) => log.info(step) });
  keepOutOfGit(folder);
  if (!server.ok) return server;
  const store = await openDatabase(server.value.url, app, log, { observations });
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

async function withinTime(
  opening: Promise<Result<Store>>,
  timeoutMs: number,
): Promise<Result<Store> | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  try {
    return await Promise.race([opening, waiting]);
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer(url: string | undefined, timeoutMs: number): Failure {
  const [place, remedy] =
    url === undefined
      ? ['The built-in PostgreSQL', 'end its processes']
      : [`The database at ${databaseAddress(url)}`, 'see what keeps it, or correct DATABASE_URL'];
  const seconds = timeoutMs / 1000;
  return failure(
    'STORE.UNAVAILABLE',
    `${place} did not answer within ${seconds} s. To go on, ${remedy}, and start again`,
  );
}

/** Returns `postgres://host:port/database`: an address without its password, the same for all ways to write it. */
export function databaseAddress(url: string): string {
  const mongo = /^(mongodb(?:\+srv)?:\/\/)(?:.*@)?([^?#]*)/.exec(url);
  if (mongo !== null) return `${mongo[1] ?? ''}${mongo[2] ?? ''}`;
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname === 'localhost' ? '127.0.0.1' : hostname}:${port === '' ? '5432' : port}${pathname}`;
}
