import { MongoClient, type Db } from 'mongodb';
import type { Log } from '../../../../application/ports/log.js';
import type {
  CountedLeftover,
  SchemaChange,
  SchemaStore,
} from '../../../../application/ports/schema-store.js';
import { asListed, checkChanges } from '../../../../application/schema-changes/check-changes.js';
import {
  chooseLeftovers,
  countLeftovers,
  dropped,
  withoutLeftover,
  type Leftover,
} from '../../../../application/schema-changes/leftovers.js';
import type { WantedSchema } from '../../../../application/schema-changes/wanted-schema.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { localeType } from '../../../../domain/schema/built-in-uids.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { trueAnswers } from '../connection.js';
import { Counters } from '../counters.js';
import { attempt } from '../database-error.js';
import { collectionOf, ownCollections } from '../layout.js';
import { withoutTotals } from '../totals/kept-sums.js';
import { applySchema, compare, compareResumed, isInStep, namesOf } from './apply-schema.js';
import { countIn } from './count-check.js';
import { ignoring, namespaceExists } from './ignored-errors.js';
import { namesIn, readCatalog } from './read-catalog.js';
import { writeRecord } from './schema-record.js';
import { withLease, defaultLeaseTimes, type LeaseTimes } from './schema-lease.js';
import { wantedCollections } from './wanted-collections.js';

export interface SchemaStoreOptions {
  /** The database, through connections whose operations time out. */
  readonly db: Db;
  /** Its address, for connections of their own: changes of whole collections may take long. */
  readonly url: string;
  readonly schema: Schema;
  readonly log: Log;
  readonly times?: LeaseTimes;
}

/**
 * Keeps the collections of one MongoDB database in step with a schema. No transaction can hold such changes, so the wanted
 * schema is written down first (`schema-record.ts`) and every change can be repeated: the next start completes what was
 * cut off.
 */
export function createSchemaStore(options: SchemaStoreOptions): SchemaStore {
  const { schema, log, times = defaultLeaseTimes } = options;
  const wanted = async (db: Db, wantedBy = schema): Promise<WantedSchema> =>
    wantedCollections(wantedBy, await currentDefaultLocale(db, wantedBy));
  return {
    status: () => attempt(() => withoutTimeout(options, async (db) => status(db, await wanted(db)))),
    plan: (planned) =>
      attempt(() => withoutTimeout(options, async (db) => status(db, await wanted(db, planned)))),
    apply: (signal) =>
      attempt(async () => {
        await makeOwn(options.db, usedInTransactions);
        if (await isInStep(options.db, await wanted(options.db))) return ok([]);
        return withoutTimeout(options, (db) =>
          withLease(
            db,
            log,
            times,
            async (confirmLease) => {
              const leased = { db, counters: new Counters(db), log, confirmLease };
              return applySchema(leased, await wanted(db));
            },
            signal,
          ),
        );
      }),
    leftovers: () => attempt(() => withoutTimeout(options, async (db) => leftovers(db, await wanted(db)))),
    drop: (names) =>
      attempt(() =>
        withoutTimeout(options, (db) =>
          withLease(db, log, times, async () => drop(db, await wanted(db), names)),
        ),
      ),
  };
}

/** The default locale of the database; that of the schema while the database has none. */
async function currentDefaultLocale(db: Db, schema: Schema): Promise<string> {
  const type = schema.contentTypes.get(localeType);
  if (type === undefined) return schema.defaultLocale;
  const row = await db
    .collection<{ code: string }>(collectionOf(type))
    .findOne({ defaultSince: { $exists: true } }, { sort: { defaultSince: -1, _id: -1 } });
  return row?.code ?? schema.defaultLocale;
}

/** Transactions that wrote to a missing collection at once would fail. */
async function makeOwn(db: Db, names: readonly string[]): Promise<void> {
  const there = await namesIn(db);
  for (const name of names.filter((own) => !there.has(own)))
    await db.createCollection(name).catch(ignoring(namespaceExists));
}

/** Collections that must exist before a transaction writes to them: not every server makes them there. */
const usedInTransactions = [
  ownCollections.locks,
  ownCollections.audit,
  ownCollections.changeInbox,
  ownCollections.changes,
  ownCollections.captured,
  ownCollections.totals,
  ownCollections.roles,
  ownCollections.tokens,
  ownCollections.values,
  ownCollections.counters,
];

/** Runs `work` on connections that wait for answers as long as it takes. */
export async function withoutTimeout<T>(
  { db, url }: Pick<SchemaStoreOptions, 'db' | 'url'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(url, {
    maxPoolSize: 2,
    socketTimeoutMS: 0,
    serverSelectionTimeoutMS: 5_000,
    ignoreUndefined: true,
    ...trueAnswers,
  });
  try {
    return await work(client.db(db.databaseName));
  } finally {
    await client.close();
  }
}

async function status(db: Db, wanted: WantedSchema): Promise<Result<readonly SchemaChange[]>> {
  const catalog = await readCatalog(db, namesOf(wanted));
  const { record, intent } = catalog.state;
  if (intent !== null) {
    const begun = compareResumed(intent, catalog, record).changes.map(asListed);
    return ok(
      begun.map((change) => ({ ...change, message: `${change.message} It was begun, and is not finished.` })),
    );
  }
  const comparison = compare(wanted, catalog);
  const { safe, unsafe } = await checkChanges(comparison, countIn(db, comparison.components));
  return ok([...unsafe, ...safe.map(asListed), ...comparison.leftovers]);
}

async function leftovers(db: Db, wanted: WantedSchema): Promise<Result<readonly CountedLeftover[]>> {
  const catalog = await readCatalog(db, namesOf(wanted));
  if (catalog.state.intent !== null) return err(interrupted);
  const counted = await countLeftovers(compare(wanted, catalog).leftovers, (collection, field) =>
    db.collection(collection).countDocuments(field === undefined ? {} : { [field]: { $ne: null } }),
  );
  return ok(counted);
}

/** Removes leftovers, all or those named. What a drop that was cut off left behind is listed again. */
async function drop(
  db: Db,
  wanted: WantedSchema,
  names: readonly string[] | 'all',
): Promise<Result<readonly SchemaChange[]>> {
  const catalog = await readCatalog(db, namesOf(wanted));
  if (catalog.state.intent !== null) return err(interrupted);
  const chosen = chooseLeftovers(compare(wanted, catalog).leftovers, names);
  if (!chosen.ok || chosen.value.length === 0) return chosen;
  for (const leftover of chosen.value) await dropOne(db, leftover);
  await writeRecord(db, chosen.value.reduce(withoutLeftover, catalog.state.record), null);
  return ok(dropped(chosen.value));
}

async function dropOne(db: Db, { collection, field, index }: Leftover): Promise<void> {
  const rows = db.collection(collection);
  if (index !== undefined) await rows.dropIndex(index);
  else if (field === undefined) await withoutTotals(db, [collection], () => rows.drop());
  else await rows.updateMany({ [field]: { $exists: true } }, { $unset: { [field]: '' } });
}

const interrupted = failure(
  'STORE.CONFLICT',
  'A change of the schema was begun, and is not finished. Start the server, or run `quire schema apply`, then drop.',
);
