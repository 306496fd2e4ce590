import { MongoClient, MongoServerError, type Db } from 'mongodb';
import type { Log } from '../../../../application/ports/log.js';
import type { SchemaChange, SchemaStore } from '../../../../application/ports/schema-store.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { trueAnswers } from '../connection.js';
import { Counters } from '../counters.js';
import { attempt } from '../database-error.js';
import { ownCollections } from '../layout.js';
import { applyTarget, asChange, checkSteps, isInStep } from './apply-target.js';
import { compareSchema } from './compare-schema.js';
import { currentDefaultLocale } from './current-default-locale.js';
import { targetOf } from './desired-collections.js';
import { dropLeftovers } from './drop-leftovers.js';
import { readCatalog } from './read-catalog.js';
import { inTurn, usualTimes, type TurnTimes } from './schema-turn.js';
import type { Target } from './target.js';

export interface SchemaStoreOptions {
  /** The database, whose questions may end early. */
  readonly db: Db;
  /** Its address: changes of whole collections take as long as they take, and so have connections of their own. */
  readonly url: string;
  readonly schema: Schema;
  readonly log: Log;
  readonly times?: TurnTimes;
}

/**
 * Keeps the collections of one MongoDB database in step with a schema. There are no transactions over such changes: what
 * is to be done is written down first (`schema-record.ts`), every step can be repeated, and whoever comes next goes on
 * where a start was cut off.
 */
export function createSchemaStore(options: SchemaStoreOptions): SchemaStore {
  const { schema, log, times = usualTimes } = options;
  const wanted = async (db: Db): Promise<Target> => targetOf(schema, await currentDefaultLocale(db, schema));
  return {
    status: () => attempt(() => withPatience(options, async (db) => status(db, await wanted(db)))),
    apply: () =>
      attempt(async () => {
        await makeOwn(options.db, [ownCollections.locks, ownCollections.audit]);
        if (await isInStep(options.db, await wanted(options.db))) return ok([]);
        return withPatience(options, (db) =>
          inTurn(db, log, times, async (goOn) => {
            const target = await wanted(db);
            return applyTarget({ db, counters: new Counters(db), log, goOn }, target);
          }),
        );
      }),
    drop: (names) =>
      attempt(() =>
        withPatience(options, (db) =>
          inTurn(db, log, times, async () => dropLeftovers(db, await wanted(db), names)),
        ),
      ),
  };
}

/** Transactions that are the first to write there, at once, would fail to make it. */
async function makeOwn(db: Db, names: readonly string[]): Promise<void> {
  const namespaceExists = 48;
  for (const name of names)
    try {
      await db.createCollection(name);
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== namespaceExists) throw error;
    }
}

async function withPatience<T>(
  { db, url }: SchemaStoreOptions,
  work: (patient: Db) => Promise<T>,
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

async function status(db: Db, target: Target): Promise<Result<readonly SchemaChange[]>> {
  const catalog = await readCatalog(db, Object.keys(target.collections));
  const { record, intent } = catalog.state;
  if (intent !== null) {
    const { steps } = compareSchema(intent, catalog, record, true);
    return ok(
      steps
        .map(asChange)
        .map((change) => ({ ...change, message: `${change.message} It was begun, and is not finished.` })),
    );
  }
  const comparison = compareSchema(target, catalog, record, false);
  const { safe, unsafe } = await checkSteps(db, comparison);
  return ok([...unsafe, ...safe.map(asChange), ...comparison.leftovers]);
}
