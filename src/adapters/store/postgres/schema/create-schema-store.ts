import { isDeepStrictEqual } from 'node:util';
import type { SchemaChange, SchemaStore } from '../../../../application/ports/schema-store.js';
import { failure, type Failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { asChange, checkSteps } from './check-steps.js';
import { compareSchema, type Comparison } from './compare-schema.js';
import { dropLeftovers } from './drop-leftovers.js';
import { finishIndexes, largeIndexes } from './large-indexes.js';
import { pendingMigrations } from '../migrations/pending-migrations.js';
import { readCatalog, type Catalog } from './read-catalog.js';
import type { Connection, Queryable } from '../connection.js';
import { failureOf } from '../database-error.js';
import { quote } from '../layout.js';
import { writeRecord } from './schema-record.js';
import { inSchemaTransaction, patient, sqlState } from './schema-transaction.js';
import type { Step } from './step.js';

/**
 * Keeps the tables of one PostgreSQL database (its current schema) in step with `schema`. `connection` needs two
 * connections at once while it makes the indexes of large tables.
 */
export function createSchemaStore(connection: Connection, schema: Schema): SchemaStore {
  return {
    status: () => coded(() => status(connection, schema)),
    apply: () => coded(() => apply(connection, schema)),
    drop: (names) =>
      coded(() =>
        inSchemaTransaction(connection, (transaction) => dropLeftovers(transaction, schema, names)),
      ),
  };
}

type Changes = Result<readonly SchemaChange[]>;

async function status(connection: Queryable, schema: Schema): Promise<Changes> {
  const comparison = compareSchema(schema, await readCatalog(connection));
  const { safe, unsafe } = await checkSteps(patient(connection), comparison);
  const pending = (await pendingMigrations(connection)).map(migrated);
  return ok([...unsafe, ...pending, ...safe.map(asChange), ...comparison.leftovers]);
}

const migrated = (name: string): SchemaChange => ({
  kind: 'safe',
  name: `quire_migrations.${name}`,
  message: `The tables of Quire itself are brought up to date (${name}).`,
});

async function apply(connection: Connection, schema: Schema): Promise<Changes> {
  const pending = await pendingMigrations(connection);
  const catalog = await readCatalog(connection);
  if (pending.length === 0 && isInStep(compareSchema(schema, catalog), catalog)) return ok([]);
  const applied = await inSchemaTransaction(connection, async (transaction) => {
    const ran = await migrateNow(connection, transaction);
    const done = await applyNow(transaction, schema);
    return done.ok ? ok({ ...done.value, ran }) : done;
  });
  if (!applied.ok) return applied;
  const { ran, done, later } = applied.value;
  await finishIndexes(connection, later);
  return ok([...ran.map(migrated), ...done.map(asChange)]);
}

/** Commits by itself, so that access can be changed also where the schema is refused afterwards. */
async function migrateNow(connection: Connection, transaction: Queryable): Promise<readonly string[]> {
  const pending = await pendingMigrations(transaction);
  if (pending.length > 0) await connection.migrate();
  return pending;
}

const isInStep = ({ steps, refused, record }: Comparison, catalog: Catalog): boolean =>
  steps.length === 0 && refused.length === 0 && isDeepStrictEqual(record, catalog.record);

async function applyNow(
  transaction: Queryable,
  schema: Schema,
): Promise<Result<{ readonly done: readonly Step[]; readonly later: readonly Step[] }>> {
  const catalog = await readCatalog(transaction);
  const comparison = compareSchema(schema, catalog);
  if (isInStep(comparison, catalog)) return ok({ done: [], later: [] });
  await holdTables(transaction, comparison.steps);
  const { safe, unsafe } = await checkSteps(transaction, comparison);
  if (unsafe.length > 0) return err(unsafeChange(unsafe));
  const later = await largeIndexes(transaction, safe);
  for (const step of safe) {
    if (later.includes(step)) continue;
    for (const text of step.statements) await transaction.query({ text });
  }
  await writeRecord(transaction, comparison.record);
  return ok({ done: safe, later });
}

/** Readers go on. What a writer changed after the checks could not be told from what they saw. */
async function holdTables(transaction: Queryable, steps: readonly Step[]): Promise<void> {
  const tables = [...new Set(steps.flatMap(({ holds = [] }) => holds))].sort().map(quote);
  if (tables.length === 0) return;
  await transaction.query({ text: `LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE` });
}

const unsafeChange = (changes: readonly SchemaChange[]): Failure =>
  failure(
    'SCHEMA.UNSAFE_CHANGE',
    `The stored data does not fit the schema:\n${changes.map(({ message }) => `- ${message}`).join('\n')}`,
    { changes },
  );

const uniqueViolation = '23505';
const indexRowTooLarge = '54000';
const lockNotAvailable = '55P03';

/** Failures that only the database finds. */
async function coded(work: () => Promise<Changes>): Promise<Changes> {
  try {
    return await work();
  } catch (error) {
    const state = sqlState(error);
    if (state === lockNotAvailable) return err(tablesInUse);
    if (state === uniqueViolation || state === indexRowTooLarge) {
      const { table = 'quire', message = '', detail = message } = error as { [key: string]: string };
      return err(unsafeChange([{ kind: 'unsafe', name: table, message: `"${table}": ${detail}` }]));
    }
    const expected = failureOf(error);
    if (expected === null) throw error;
    return err(expected);
  }
}

const tablesInUse = failure(
  'STORE.CONFLICT',
  'The tables are in use: a lock was not free within 5 seconds, five times. Start again when long transactions have ended.',
);
