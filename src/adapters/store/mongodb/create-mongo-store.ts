import { closeAfterWork } from '../../../application/stores/close-after-work.js';
import type { Log } from '../../../application/ports/log.js';
import type { Store } from '../../../application/ports/store.js';
import { failure, type Failure } from '../../../domain/failure.js';
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

export interface MongoStoreOptions {
  /** `mongodb://…/name` or `mongodb+srv://…/name`, with the name of the database. */
  readonly url: string;
  readonly schema: Schema;
  /** Connections at most; 10 by default. */
  readonly poolSize?: number;
  /** How long one command may take; 30,000 by default. */
  readonly statementTimeoutMs?: number;
  /** Accepts a server without transactions, on which a crash or two writers at once can leave a part of a write. */
  readonly allowNoTransactions?: boolean;
  readonly log: Log;
}

/** Opens a store over a replica set of MongoDB 6 or later. Fails with `STORE.UNAVAILABLE` within 10 s if it is not there. */
export async function createMongoStore(options: MongoStoreOptions): Promise<Result<Store>> {
  const {
    url,
    schema,
    poolSize = 10,
    statementTimeoutMs = 30_000,
    allowNoTransactions = false,
    log,
  } = options;
  let connection: Connection;
  try {
    connection = await openConnection({
      url,
      poolSize,
      statementTimeoutMs,
      selectionTimeoutMs: 5_000,
      log,
    });
  } catch (error) {
    return err(unreachable(url, error));
  }
  if (!connection.hasTransactions) {
    if (!allowNoTransactions) {
      await connection.close();
      return err(noTransactions);
    }
    log.warn(
      'This MongoDB has no transactions: a crash, or two writers at once, can leave a part of a write behind, such as links without their other half',
    );
  }
  const { db } = connection;
  return ok(
    closeAfterWork({
      documents: createDocumentStore(connection, schema),
      schema: createSchemaStore({ db, url, schema, log }),
      access: createAccessStore(connection),
      archive: createArchiveStore(db, schema),
      audit: createAuditLog(db),
      rates: createRateCounts(db),
      statistics: createStatisticsStore(db, schema),
      // Texts are searched by patterns, of which MongoDB takes 32,764 bytes.
      limits: { searchText: 8_000 },
      close: () => connection.close(),
    }),
  );
}

const noTransactions = failure(
  'STORE.UNAVAILABLE',
  'This MongoDB has no transactions: run it as a replica set (one member is enough), or set MONGO_ALLOW_NO_TRANSACTIONS=true and accept that a crash can leave a part of a write behind',
);

/** The message never contains the password of the address, even if it is not escaped. */
function unreachable(url: string, error: unknown): Failure {
  const place = /^mongodb(?:\+srv)?:\/\/(?:.*@)?([^?]*)/.exec(url)?.[1] ?? 'this address';
  const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
  const kind =
    isConnectionError(error) || isNameUnknown(error) ? 'cannot be reached' : 'refuses the connection';
  const remedy = 'start it, or correct the address, user and password of DATABASE_URL';
  return failure('STORE.UNAVAILABLE', `The database at ${place} ${kind}: ${reason}. To go on, ${remedy}`);
}

/** The names of `mongodb+srv` are resolved before anything else. */
const isNameUnknown = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('query');
