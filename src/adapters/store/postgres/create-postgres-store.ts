import { closeAfterWork } from '../../../application/stores/close-after-work.js';
import type { Log } from '../../../application/ports/log.js';
import type { Store } from '../../../application/ports/store.js';
import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { createAccessStore } from './access-store.js';
import { createArchiveStore } from './archive/create-archive-store.js';
import { createAuditLog } from './audit-log.js';
import { openConnection, type Connection } from './connection.js';
import { attempt, isConnectionError } from './database-error.js';
import { createDocumentStore } from './document-store.js';
import { createRateCounts } from './rate-counts.js';
import { createSchemaStore } from './schema/create-schema-store.js';
import { createStatisticsStore } from './statistics-store.js';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly schema: Schema;
  /** Connections at most; 10 unless told. At least two. */
  readonly poolSize?: number;
  /** Longer statements fail with `STORE.TIMEOUT`; 30,000 ms unless told. */
  readonly statementTimeoutMs?: number;
  /** On unless told: off for poolers that give each transaction another connection. */
  readonly preparedStatements?: boolean;
  readonly log: Log;
}

/** Opens a store over PostgreSQL 13 or later. `STORE.UNAVAILABLE` within 10 s where the database is not there. */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<Result<Store>> {
  const { url, schema, poolSize = 10, statementTimeoutMs = 30_000, preparedStatements = true, log } = options;
  let connection: Connection;
  try {
    connection = await openConnection({
      url,
      poolSize: Math.max(2, poolSize),
      statementTimeoutMs,
      preparedStatements,
      log,
    });
  } catch (error) {
    return err(unreachable(url, error));
  }
  const foreign = await attempt(() => ofStrapi(connection, url));
  if (!foreign.ok) {
    await connection.close();
    return foreign;
  }
  return ok(
    closeAfterWork({
      documents: createDocumentStore(connection, schema),
      schema: createSchemaStore(connection, schema),
      access: createAccessStore(connection),
      archive: createArchiveStore(connection, schema),
      audit: createAuditLog(connection),
      rates: createRateCounts(connection),
      statistics: createStatisticsStore(connection, schema),
      // PostgreSQL may fold the case of what is searched for anew with each row.
      limits: { searchText: 8_000 },
      close: () => connection.close(),
    }),
  );
}

/** The password of the address is never told. */
function placeOf(url: string): string {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'this address', pathname: '' };
  return `${host}${pathname}`;
}

function unreachable(url: string, error: unknown) {
  const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
  const isAway = isConnectionError(error);
  const kind = isAway ? 'cannot be reached' : 'refuses the connection';
  const { code } = error as { readonly code?: unknown };
  const remedy =
    remedies[String(code)] ??
    (isAway ? 'start it, or correct the host and port of DATABASE_URL' : 'correct DATABASE_URL');
  return failure(
    'STORE.UNAVAILABLE',
    `The database at ${placeOf(url)} ${kind}: ${reason}. To go on, ${remedy}`,
  );
}

/** By SQLSTATE. */
const remedies: Readonly<Record<string, string>> = {
  '3D000': 'create the database (createdb), or name another in DATABASE_URL',
  '28P01': 'correct the user and the password of DATABASE_URL',
  '28000': 'correct the user of DATABASE_URL, or let it in by pg_hba.conf',
  '53300': 'let the server take more connections, or give fewer to each client (DATABASE_POOL_SIZE)',
  '57P03': 'wait until the server has started',
};

/**
 * Quire and Strapi have tables of the same names, such as `files` and `up_users`. A database with tables of Quire is
 * accepted.
 */
async function ofStrapi(connection: Connection, url: string): Promise<Result<null>> {
  const [found] = await connection.query<{ readonly strapi: boolean }>({
    text: `SELECT (to_regclass('strapi_core_store_settings') IS NOT NULL OR to_regclass('strapi_migrations') IS NOT NULL)
      AND to_regclass('quire_schema') IS NULL AS strapi`,
  });
  if (found?.strapi !== true) return ok(null);
  return err(
    failure(
      'STORE.UNAVAILABLE',
      `The database at ${placeOf(url)} is Strapi's database, and nothing was changed in it. Quire keeps content in tables of its own: create an empty database for it (createdb), name that in DATABASE_URL, and bring the content over through the APIs of both`,
    ),
  );
}
