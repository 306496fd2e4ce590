import type { ClientSession } from 'mongodb';
import { defaultUnitTimeoutMs, type Units } from '../../../application/stores/create-units.js';
import { createChangeSignal } from '../../../application/stores/create-change-signal.js';
import { countedTotals } from '../../../application/totals/counted-totals.js';
import { writeEach } from '../../../application/stores/write-each.js';
import { defaultLeastVersions, noKeptTotals } from '../../../application/totals/kept-totals.js';
import { closeAfterWork } from '../../../application/stores/close-after-work.js';
import type { DocumentStore, ReadAnswer } from '../../../application/ports/document-store.js';
import type { Log } from '../../../application/ports/log.js';
import { unobserved } from '../../../application/observations/create-observations.js';
import type { Observations } from '../../../application/ports/observations.js';
import { processReads, type Store } from '../../../application/ports/store.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { ReadPlan } from '../../../domain/plan/read-plan.js';
import type { ContentType, Schema } from '../../../domain/schema/schema.js';
import { createAccessStore } from './access-store.js';
import { createArchiveStore } from './archive/create-archive-store.js';
import { createAuditLog } from './audit-log.js';
import { createChangeLog } from './change-log/change-log.js';
import { createRemoteSignal } from './change-log/remote-signal.js';
import { createCapturedVersions } from './history/captured-versions.js';
import { createFollowerStore } from './change-log/follower-store.js';
import { openConnection, type Connection } from './connection.js';
import { Counters } from './counters.js';
import { attempt, isConnectionError } from './database-error.js';
import { collectionOf, type VersionRow } from './layout.js';
import { createKeyValueStore } from './key-value-store.js';
import { createMongoUnits, type MongoUnit } from './join-units.js';
import { createRateCounts } from './rate-counts.js';
import { createIndexStore } from './schema/index-store.js';
import { createSchemaStore } from './schema/create-schema-store.js';
import { aggregateDocuments, aggregateIn } from './read/aggregate-documents.js';
import { readByLevel, readDocuments, type Reading } from './read/read-documents.js';
import { createStatisticsStore } from './statistics-store.js';
import { createTotalsStore } from './totals/totals-store.js';
import { Turns } from './write/turns.js';
import { writeDocuments } from './write/write-documents.js';

export interface MongoStoreOptions {
  /** `mongodb://…/name` or `mongodb+srv://…/name`, with the name of the database. */
  readonly url: string;
  /** The setting or option that `url` comes from, for messages; default `DATABASE_URL`. */
  readonly urlSetting?: string;
  readonly schema: Schema;
  /** The largest number of connections; 10 by default. */
  readonly poolSize?: number;
  /** How long one command may take; 30,000 by default. */
  readonly statementTimeoutMs?: number;
  /**
   * Accepts a server without transactions, on which a crash or two concurrent writers can leave a write incomplete.
   */
  readonly allowNoTransactions?: boolean;
  /**
   * How long a unit of work may take; 60,000 by default. The server itself ends transactions after a minute, unless its
   * `transactionLifetimeLimitSeconds` says otherwise.
   */
  readonly transactionTimeoutMs?: number;
  /** The number of versions from which the totals of a content-type are kept; 2,000 by default. */
  readonly totalsFrom?: number;
  readonly log: Log;
  /** Absent: nobody observes commands. */
  readonly observations?: Observations;
}

/**
 * Opens a store on a replica set of MongoDB 6 or later. Fails with `STORE.UNAVAILABLE` within 10 s if no server
 * answers.
 */
export async function createMongoStore(options: MongoStoreOptions): Promise<Result<Store>> {
  const {
    url,
    urlSetting = 'DATABASE_URL',
    schema,
    poolSize = 10,
    statementTimeoutMs = 30_000,
    allowNoTransactions = false,
    transactionTimeoutMs = defaultUnitTimeoutMs,
    totalsFrom = defaultLeastVersions,
    log,
    observations = unobserved,
  } = options;
  let connection: Connection;
  try {
    connection = await openConnection({
      url,
      poolSize,
      statementTimeoutMs,
      selectionTimeoutMs: 5_000,
      log,
      observations,
    });
  } catch (error) {
    return err(unreachable(url, urlSetting, error));
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
  const totals = connection.hasTransactions
    ? createTotalsStore({ connection, url, schema, leastVersions: totalsFrom })
    : { store: countedTotals, kept: noKeptTotals };
  const units = createMongoUnits(connection, transactionTimeoutMs);
  const changeSignal = createChangeSignal(createRemoteSignal(db));
  return ok(
    closeAfterWork({
      documents: createDocumentStore({ connection, schema, kept: totals.kept }, units),
      schema: createSchemaStore({ db, url, schema, log }),
      access: createAccessStore(connection, units),
      archive: createArchiveStore({ connection, schema, log }),
      audit: createAuditLog(db),
      changes: createChangeLog(connection),
      changeSignal,
      captured: createCapturedVersions(db, units),
      followers: createFollowerStore(db),
      indexes: createIndexStore({ db, url, schema, log }, connection.indexes),
      rates: createRateCounts(db),
      values: createKeyValueStore(db, units),
      statistics: createStatisticsStore(db, schema, totals.kept),
      totals: totals.store,
      freshness: null,
      replicas: null,
      units,
      limits: {
        // Text is searched with regular expressions, which may have 32,764 bytes in MongoDB.
        searchText: 8_000,
        // A condition on a relation costs this process five times what it costs PostgreSQL (docs/performance.md).
        longReads: { ...processReads, cost: 2_000 },
      },
      serverVersion: () =>
        attempt(async () => {
          const { version } = await db.command({ buildInfo: 1 });
          return ok(String(version));
        }),
      close: () => {
        changeSignal.close();
        return connection.close();
      },
    }),
  );
}

const noTransactions = failure(
  'STORE.UNAVAILABLE',
  'This MongoDB has no transactions: run it as a replica set (one member is enough), or set MONGO_ALLOW_NO_TRANSACTIONS=true and accept that a crash can leave a part of a write behind',
);

/** The message never contains the password of the address, even if it is not escaped. */
function unreachable(url: string, urlSetting: string, error: unknown): Failure {
  const place = /^mongodb(?:\+srv)?:\/\/(?:.*@)?([^?]*)/.exec(url)?.[1] ?? 'this address';
  const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
  const kind =
    isConnectionError(error) || isNameUnknown(error) ? 'cannot be reached' : 'refuses the connection';
  const remedy = `start it, or correct the address, user and password of ${urlSetting}`;
  return failure('STORE.UNAVAILABLE', `The database at ${place} ${kind}: ${reason}. To go on, ${remedy}`);
}

/** Whether the DNS lookup of a `mongodb+srv` address failed. */
const isNameUnknown = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('query');

/** Stores documents in the collections that `layout.ts` names. */
function createDocumentStore(reading: Reading, units: Units<MongoUnit>): DocumentStore {
  const { connection, schema } = reading;
  const { db } = connection;
  const counters = new Counters(db);
  const writing = { connection, schema, counters, turns: new Turns() };
  const identify = async (type: ContentType, ids: readonly number[], session?: ClientSession) => {
    const rows = await db
      .collection<VersionRow>(collectionOf(type))
      .find({ _id: { $in: [...ids] } }, { projection: { documentId: 1 }, ...(session && { session }) })
      .toArray();
    return new Map(rows.map((row) => [row._id, row.documentId]));
  };
  const write: DocumentStore['write'] = (work) =>
    attempt(async () =>
      ok(
        await units.join(
          (unit) => writeDocuments(writing, work, unit.session === undefined ? null : unit),
          () => writeDocuments(writing, work),
        ),
      ),
    );
  return {
    read: (plan, deadline) =>
      attempt(async () => {
        const outside = () => readDocuments(reading, plan, deadline);
        return ok(await units.join((unit) => readInUnit(reading, plan, unit, outside), outside));
      }),
    aggregate: (plan, deadline) =>
      attempt(async () => {
        const outside = () => aggregateDocuments(connection, schema, plan, deadline);
        return ok(
          await units.join((unit) => {
            if (unit.session === undefined) return outside();
            unit.isUsed = true;
            return aggregateIn(db, schema, plan, { server: connection, session: unit.session });
          }, outside),
        );
      }),
    write,
    writeAll: writeEach(write),
    // A transaction that writes what another has written fails at once, and waits for nothing.
    lock: null,
    identify: (type, ids) =>
      attempt(async () =>
        ok(
          await units.join(
            (unit) => identify(type, ids, unit.session),
            () => identify(type, ids),
          ),
        ),
      ),
    reserveItemIds: (count) => attempt(async () => ok(await counters.ids('item', count))),
  };
}

/** Reads level by level, because a command that fails, as a large aggregate may, ends the transaction. */
async function readInUnit(
  { connection, schema, kept }: Reading,
  plan: ReadPlan,
  unit: MongoUnit,
  outside: () => Promise<ReadAnswer>,
): Promise<ReadAnswer> {
  const { session } = unit;
  if (session === undefined) return outside();
  unit.isUsed = true;
  return readByLevel(connection.db, schema, plan, {
    server: connection,
    session,
    written: nothingWritten,
    kept,
  });
}

const nothingWritten = { get: () => undefined };
