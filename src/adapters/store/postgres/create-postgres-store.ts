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
import { isConnectionError } from './database-error.js';
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
  return ok(
    closeAfterWork({
      documents: createDocumentStore(connection, schema),
      schema: createSchemaStore(connection, schema),
      access: createAccessStore(connection),
      archive: createArchiveStore(connection, schema),
      audit: createAuditLog(connection),
      rates: createRateCounts(connection),
      statistics: createStatisticsStore(connection, schema),
      close: () => connection.close(),
    }),
  );
}

/** The password of the address is never told. */
function unreachable(url: string, error: unknown) {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'this address', pathname: '' };
  const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
  const kind = isConnectionError(error) ? 'can not be reached' : 'refuses the connection';
  return failure('STORE.UNAVAILABLE', `The database at ${host}${pathname} ${kind}: ${reason}`);
}
