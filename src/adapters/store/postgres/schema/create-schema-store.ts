import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../../../../application/ports/log.js';
import type {
  CountedLeftover,
  SchemaChange,
  SchemaStore,
} from '../../../../application/ports/schema-store.js';
import {
  asListed,
  checkChanges,
  unsafeChange,
} from '../../../../application/schema-changes/check-changes.js';
import { compareSchemas, type Comparison } from '../../../../application/schema-changes/compare-schemas.js';
import {
  chooseLeftovers,
  countLeftovers,
  dropped,
  withoutLeftover,
} from '../../../../application/schema-changes/leftovers.js';
import type { PlannedChange } from '../../../../application/schema-changes/planned-change.js';
import type { StoreTraits } from '../../../../application/schema-changes/store-traits.js';
import { recordWithLatest } from '../../../../application/schema-changes/wanted-schema.js';
import { attemptWith } from '../../../../application/stores/attempt.js';
import { failure, type Failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Queryable } from '../connection.js';
import { failureOf, insufficientPrivilege } from '../database-error.js';
import { quote } from '../layout.js';
import { migrations, migrationsTable } from '../migrations/migrate.js';
import { changeStatements } from './change-statements.js';
import { countIn } from './count-check.js';
import { lacksRight } from './current-schema.js';
import { finishIndexes, largeIndexes } from './large-indexes.js';
import { readCatalog, type Catalog } from './read-catalog.js';
import { writeRecord } from './schema-record.js';
import { inSchemaTransaction, type SchemaWait, withoutTimeout, sqlState } from './schema-transaction.js';
import { contentUpgrades, type Upgrade } from './upgrades.js';
import { wantedTables } from './wanted-tables.js';

/**
 * Keeps the tables of one PostgreSQL database (its current schema) in step with `schema`. `connection` needs two
 * connections at once while it makes the indexes of large tables.
 */
export function createSchemaStore(connection: Connection, schema: Schema, log: Log): SchemaStore {
  return {
    status: () => coded(connection, () => status(connection, schema)),
    plan: (planned) => coded(connection, () => status(connection, planned)),
    apply: (signal) => coded(connection, () => apply(connection, schema, { log, signal })),
    drop: (names) =>
      coded(connection, () =>
        inSchemaTransaction(connection, (transaction) => drop(transaction, schema, names), { log }),
      ),
    leftovers: () => coded(connection, () => leftovers(connection, schema)),
  };
}

type Changes = Result<readonly SchemaChange[]>;

interface Plan {
  readonly comparison: Comparison;
  readonly upgrades: readonly Upgrade[];
  readonly isInStep: boolean;
}

const traits: StoreTraits = {
  collection: 'Table',
  field: 'Column',
  namesIndexesByCollection: false,
  indexesFollowFields: true,
  adoptsEmptyCollections: false,
};

function planChanges(schema: Schema, catalog: Catalog): Plan {
  const { defaultLocale = schema.defaultLocale } = catalog;
  const comparison = compareSchemas(
    wantedTables(schema, defaultLocale, catalog.collections),
    catalog,
    traits,
  );
  const upgrades = contentUpgrades(comparison);
  const { changes, refused, record } = comparison;
  const isDone = [changes, refused, upgrades].every(({ length }) => length === 0);
  const isRecorded = isDeepStrictEqual(recordWithLatest(record), recordWithLatest(catalog.record));
  return { comparison, upgrades, isInStep: isDone && isRecorded };
}

const listed = ({ upgrades }: Plan, changes: readonly PlannedChange[]): readonly SchemaChange[] =>
  [...changes, ...upgrades].map(asListed);

async function status(connection: Queryable, schema: Schema): Promise<Changes> {
  const plan = planChanges(schema, await readCatalog(connection));
  const { comparison } = plan;
  const count = countIn(withoutTimeout(connection), comparison.components);
  const { safe, unsafe } = await checkChanges(comparison, count);
  const pending = (await pendingMigrations(connection)).map(migrated);
  return ok([...unsafe, ...pending, ...listed(plan, safe), ...comparison.leftovers]);
}

/**
 * Returns the names of the migrations that have not run in this database. Does not use the catalogue: a migration may
 * change the tables from which it is read.
 */
async function pendingMigrations(connection: Queryable): Promise<readonly string[]> {
  const [found] = await connection.query<{ exists: boolean }>({
    text: `SELECT to_regclass(quote_ident(current_schema()) || '.${migrationsTable}') IS NOT NULL AS exists`,
  });
  const rows = found?.exists
    ? await connection.query<{ name: string }>({ text: `SELECT name FROM ${migrationsTable}` })
    : [];
  const done = new Set(rows.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !done.has(name));
}

const migrated = (name: string): SchemaChange => ({
  kind: 'safe',
  name: `quire_migrations.${name}`,
  message: `The tables of Quire itself are brought up to date (${name}).`,
});

async function apply(connection: Connection, schema: Schema, waiting: SchemaWait): Promise<Changes> {
  const pending = await pendingMigrations(connection);
  if (pending.length === 0 && planChanges(schema, await readCatalog(connection)).isInStep) return ok([]);
  const applied = await inSchemaTransaction(
    connection,
    async (transaction) => {
      const ran = await migrateNow(connection, transaction);
      const done = await applyNow(transaction, schema);
      return done.ok ? ok({ ...done.value, ran }) : done;
    },
    waiting,
  );
  if (!applied.ok) return applied;
  const { ran, done, later } = applied.value;
  await finishIndexes(connection, later, waiting);
  return ok([...ran.map(migrated), ...done]);
}

/** Commits by itself, so that access can also be changed where the schema is refused afterwards. */
async function migrateNow(connection: Connection, transaction: Queryable): Promise<readonly string[]> {
  const pending = await pendingMigrations(transaction);
  if (pending.length > 0) await connection.migrate();
  return pending;
}

interface Applied {
  readonly done: readonly SchemaChange[];
  /** The indexes that are still to be made, outside of the transaction. */
  readonly later: readonly PlannedChange[];
}

async function applyNow(transaction: Queryable, schema: Schema): Promise<Result<Applied>> {
  const plan = planChanges(schema, await readCatalog(transaction));
  const { comparison } = plan;
  if (plan.isInStep) return ok({ done: [], later: [] });
  await lockTables(transaction, comparison, plan.upgrades);
  const { safe, unsafe } = await checkChanges(comparison, countIn(transaction, comparison.components));
  if (unsafe.length > 0) return err(unsafeChange(unsafe));
  const later = await largeIndexes(transaction, safe);
  const statements = [
    ...safe
      .filter((change) => !later.includes(change))
      .flatMap((change) => changeStatements(change, comparison.components)),
    ...plan.upgrades.flatMap((upgrade) => upgrade.statements),
  ];
  for (const text of statements) await transaction.query({ text });
  await writeRecord(transaction, comparison.record);
  return ok({ done: listed(plan, safe), later });
}

/** Keeps writers, but not readers, from tables whose rows are checked or changed: a write in between would go unseen. */
async function lockTables(
  transaction: Queryable,
  { changes, matches }: Comparison,
  upgrades: readonly Upgrade[],
): Promise<void> {
  const upgraded = new Set(upgrades.map(({ name }) => name));
  const locked = [
    ...changes
      .filter(({ kind, phase }) => phase === 'convert' || phase === 'fill' || kind === 'retargetLinks')
      .map(({ match }) => match),
    ...matches.filter(({ wanted }) => upgraded.has(wanted.name)),
  ];
  const tables = [...new Set(locked.flatMap(({ stored }) => stored?.name ?? []))].sort().map(quote);
  if (tables.length === 0) return;
  await transaction.query({ text: `LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE` });
}

async function leftovers(connection: Queryable, schema: Schema): Promise<Result<readonly CountedLeftover[]>> {
  const { comparison } = planChanges(schema, await readCatalog(connection));
  const { query } = withoutTimeout(connection);
  const counted = await countLeftovers(comparison.leftovers, async (collection, field) => {
    const what = field === undefined ? '*' : quote(field);
    const text = `SELECT count(${what}) AS count FROM ${quote(collection)}`;
    const [row] = await query<{ count: string | number }>({ text });
    return Number(row?.count ?? 0);
  });
  return ok(counted);
}

/** Removes leftovers, all or those named, inside a transaction. */
async function drop(
  transaction: Queryable,
  schema: Schema,
  names: readonly string[] | 'all',
): Promise<Changes> {
  const catalog = await readCatalog(transaction);
  const chosen = chooseLeftovers(planChanges(schema, catalog).comparison.leftovers, names);
  if (!chosen.ok || chosen.value.length === 0) return chosen;
  for (const { collection, field } of chosen.value) {
    const table = quote(collection);
    const text =
      field === undefined ? `DROP TABLE ${table}` : `ALTER TABLE ${table} DROP COLUMN ${quote(field)}`;
    await transaction.query({ text });
  }
  await writeRecord(transaction, chosen.value.reduce(withoutLeftover, catalog.record));
  return ok(dropped(chosen.value));
}

const uniqueViolation = '23505';
const indexRowTooLarge = '54000';
const lockNotAvailable = '55P03';

/** Returns failures that only the database finds. */
async function coded<T>(connection: Queryable, work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await attemptWith(failureOfChange, work);
  } catch (error) {
    if (sqlState(error) !== insufficientPrivilege) throw error;
    return attemptWith(failureOf, async () => err(await lacksRight(connection, error as Error)));
  }
}

function failureOfChange(error: unknown): Failure | null {
  const state = sqlState(error);
  // `coded` says which right.
  if (state === insufficientPrivilege) return null;
  if (state === lockNotAvailable) return tablesInUse;
  if (state !== uniqueViolation && state !== indexRowTooLarge) return failureOf(error);
  const { table = 'quire', message = '', detail = message } = error as { [key: string]: string };
  return unsafeChange([{ kind: 'unsafe', name: table, message: `"${table}": ${detail}` }]);
}

const tablesInUse = failure(
  'STORE.CONFLICT',
  'The tables are in use: a lock was not free within 5 seconds, five times. Start again when long transactions have ended.',
);
