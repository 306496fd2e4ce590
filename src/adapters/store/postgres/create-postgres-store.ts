import { defaultUnitTimeoutMs } from '../../../application/stores/create-units.js';
import { createChangeSignal } from '../../../application/stores/create-change-signal.js';
import { closeAfterWork } from '../../../application/stores/close-after-work.js';
import type { Log } from '../../../application/ports/log.js';
import { unobserved } from '../../../application/observations/create-observations.js';
import type { Observations } from '../../../application/ports/observations.js';
import { databaseReads, type Store } from '../../../application/ports/store.js';
import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { createAccessStore } from './access-store.js';
import { createArchiveStore } from './archive/create-archive-store.js';
import { createAuditLog } from './audit-log.js';
import { createChangeLog } from './change-log/change-log.js';
import { createRemoteSignal } from './change-log/remote-signal.js';
import { createCapturedVersions } from './history/captured-versions.js';
import { createFollowerStore } from './change-log/follower-store.js';
import { openConnection, type Connection } from './connection.js';
import { attempt, isConnectionError, isRefusal, namedError } from './database-error.js';
import { createDocumentStore } from './document-store.js';
import { createFreshness } from './freshness/freshness.js';
import { createKeyValueStore } from './key-value-store.js';
import { createPostgresUnits, joining } from './join-units.js';
import { createRateCounts } from './rate-counts.js';
import { hostOf } from './host-of.js';
import { createIndexStore } from './schema/index-store.js';
import { createSchemaStore } from './schema/create-schema-store.js';
import { requireSchema } from './schema/current-schema.js';
import { openReplicas } from './replicas/open-replicas.js';
import { noReplicas } from './replicas/replica-set.js';
import { connectionRemedy } from './remedies.js';
import { createStatisticsStore } from './statistics-store.js';
import { createTotalsStore } from './totals/totals-store.js';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The setting or option that `url` comes from, for messages; default `DATABASE_URL`. */
  readonly urlSetting?: string;
  /** The same database without a pooler in transaction mode between; absent: `url`. */
  readonly directUrl?: string;
  readonly schema: Schema;
  /** Streaming replicas of the database, which answer reads with `since`; absent: none. */
  readonly replicas?: { readonly urls: readonly string[]; readonly maxLagMs: number };
  /** Maximum number of connections, at least 2; default 10. */
  readonly poolSize?: number;
  /** Longer statements fail with `STORE.TIMEOUT`; default 30,000 ms. */
  readonly statementTimeoutMs?: number;
  /** Default true; must be false behind a pooler in transaction mode. */
  readonly preparedStatements?: boolean;
  /** How long a unit of work may take; default 60,000 ms. */
  readonly transactionTimeoutMs?: number;
  /** The number of versions from which the totals of a content-type are kept; default 2,000. */
  readonly totalsFrom?: number;
  readonly log: Log;
  /** Absent: nobody observes statements. */
  readonly observations?: Observations;
}

/** Opens a store on PostgreSQL 13 or later. Fails with `STORE.UNAVAILABLE` within 10 s if it cannot be reached. */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<Result<Store>> {
  const { url, schema, poolSize = 10, statementTimeoutMs = 30_000, preparedStatements = true, log } = options;
  const { transactionTimeoutMs = defaultUnitTimeoutMs, observations = unobserved } = options;
  const { directUrl, urlSetting = 'DATABASE_URL' } = options;
  const server = { url, urlSetting, ...(directUrl !== undefined && { directUrl }), statementTimeoutMs, log };
  let connection: Connection;
  try {
    connection = await openConnection({
      ...server,
      poolSize: Math.max(2, poolSize),
      preparedStatements,
      observations,
    });
  } catch (error) {
    return err(unreachable(url, urlSetting, namedError(error)));
  }
  const checked = await attempt(async () => {
    await requireSchema(connection);
    const own = await refuseStrapi(connection, url, urlSetting);
    return own.ok && directUrl !== undefined ? refuseOther(connection, directUrl) : own;
  });
  if (!checked.ok) {
    await connection.close();
    return checked;
  }
  const opened = await openReplicas(connection, {
    ...(options.replicas ?? { urls: [], maxLagMs: 0 }),
    poolSize: Math.max(2, poolSize),
    statementTimeoutMs,
    preparedStatements,
    log,
    observations,
  });
  if (!opened.ok) {
    await connection.close();
    return opened;
  }
  const replicas = opened.value;
  const { requireLatest } = replicas ?? noReplicas;
  const units = createPostgresUnits(connection, transactionTimeoutMs);
  const joined = joining(connection, units);
  const totals = createTotalsStore(connection, schema, options.totalsFrom);
  const schemaStore = createSchemaStore(connection, schema, log);
  const changeSignal = createChangeSignal(createRemoteSignal(connection, directUrl ?? url));
  return ok(
    closeAfterWork({
      documents: createDocumentStore({
        connection: joined,
        schema,
        kept: totals.kept,
        units,
        replicas: replicas ?? noReplicas,
      }),
      schema: {
        ...schemaStore,
        async apply(signal) {
          const applied = await schemaStore.apply(signal);
          await requireLatest();
          return applied;
        },
      },
      access: createAccessStore(connection, joined),
      archive: createArchiveStore(connection, schema),
      audit: createAuditLog(connection),
      changes: createChangeLog(connection),
      changeSignal,
      captured: createCapturedVersions(joined),
      followers: createFollowerStore(connection),
      indexes: createIndexStore(connection, schema, () =>
        openConnection({
          ...server,
          url: directUrl ?? url,
          poolSize: 3,
          preparedStatements: false,
          observations: unobserved,
        }),
      ),
      rates: createRateCounts(connection),
      values: createKeyValueStore(joined),
      statistics: createStatisticsStore(connection, schema, totals.kept),
      totals: totals.store,
      freshness: createFreshness(connection, schema),
      units,
      // PostgreSQL may fold the case of the search text again for each row.
      limits: { searchText: 8_000, longReads: databaseReads },
      serverVersion: () =>
        attempt(async () => {
          const [row] = await connection.query<{ server_version: string }>({ text: 'SHOW server_version' });
          return ok(row?.server_version ?? null);
        }),
      replicas,
      close: async () => {
        changeSignal.close();
        await replicas?.close();
        await connection.close();
      },
    }),
  );
}

function unreachable(url: string, urlSetting: string, error: Error) {
  const reason = error.message === '' ? 'no answer' : error.message;
  const isAway = isConnectionError(error) && !isRefusal(error);
  const kind = isAway ? 'cannot be reached' : 'refuses the connection';
  const remedy =
    connectionRemedy(error, urlSetting) ??
    (isAway ? `start it, or correct the host and port of ${urlSetting}` : `correct ${urlSetting}`);
  return failure(
    'STORE.UNAVAILABLE',
    `The database at ${hostOf(url)} ${kind}: ${reason}. To go on, ${remedy}`,
  );
}

/**
 * Refuses a database that Strapi uses and Quire does not, because both have tables of the same names, such as `files` and
 * `up_users`.
 */
async function refuseStrapi(connection: Connection, url: string, urlSetting: string): Promise<Result<null>> {
  const [found] = await connection.query<{ readonly strapi: boolean }>({
    text: `SELECT (to_regclass('strapi_core_store_settings') IS NOT NULL OR to_regclass('strapi_migrations') IS NOT NULL)
      AND to_regclass('quire_schema') IS NULL AS strapi`,
  });
  if (found?.strapi !== true) return ok(null);
  return err(
    failure(
      'STORE.UNAVAILABLE',
      `The database at ${hostOf(url)} is Strapi's database, and nothing was changed in it. Quire keeps content in tables of its own: create an empty database for it (createdb), and name that in ${urlSetting}. To bring the content over: strapi export --no-encrypt --file content, then quire import content.tar.gz`,
    ),
  );
}

/** Refuses a direct address that leads elsewhere: Quire's own tables would be made there. */
async function refuseOther(connection: Connection, directUrl: string): Promise<Result<null>> {
  const [own, direct] = [await placeOf(connection), await connection.session(placeOf)];
  if (own.database !== direct.database)
    return refusedDirect(
      `leads to another database, at ${hostOf(directUrl)}, than DATABASE_URL, and nothing was changed in either: name the same one without its pooler`,
    );
  if (own.schema !== direct.schema)
    return refusedDirect(
      `has its tables in ${shownSchema(direct)}, and DATABASE_URL in ${shownSchema(own)}; nothing was changed in either: give both the same role, or the same search_path`,
    );
  return ok(null);
}

const shownSchema = ({ schema }: Place): string => (schema === null ? 'no schema' : `the schema ${schema}`);

const refusedDirect = (message: string): Result<null> =>
  err(failure('STORE.UNAVAILABLE', `DATABASE_DIRECT_URL ${message}`));

/** Where a connection finds and makes tables. */
interface Place {
  readonly database: string;
  readonly schema: string | null;
}

async function placeOf({ query }: Pick<Connection, 'query'>): Promise<Place> {
  const [place] = await query<Place>({
    text: `SELECT concat_ws(' ', oid, datname, pg_postmaster_start_time()) AS database, quote_ident(current_schema()) AS schema
      FROM pg_database WHERE datname = current_database()`,
  });
  if (place === undefined) throw new Error('PostgreSQL did not say which database this is');
  return place;
}
