import type {
  ArchiveBatch,
  ArchiveCounters,
  ArchiveStore,
  TransferMark,
} from '../../../../application/ports/archive-store.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { takenOver } from '../../../../application/transfer/refusals.js';
import { failure } from '../../../../domain/failure.js';
import { ok } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Queryable } from '../connection.js';
import { attempt, violatedIndex } from '../database-error.js';
import { linkTableOf, tableOf, tablesOf, linkTableName, tableName } from '../layout.js';
import { withoutTimeout } from '../schema/schema-transaction.js';
import { literal, type Statement } from '../statement.js';
import { archiveReader, idSequence } from './archive-reader.js';
import { lowerInsertLinks, lowerInsertVersions } from './lower-insertion.js';

/** Exports and imports all content. */
export const createArchiveStore = (connection: Connection, schema: Schema): ArchiveStore => ({
  read: (work) =>
    attempt(() => inSnapshot(connection, (session) => work(archiveReader(withoutTimeout(session), schema)))),
  contents: () => attempt(async () => ok(await contents(connection, schema))),
  mark: () => attempt(async () => ok(await readMark(connection))),
  claim: (mark) => attempt(async () => ok(await claimMark(connection, schema, mark))),
  put: (batch, mark) => attempt(async () => ok(await put(connection, schema, batch, mark))),
  finish: (counters, mark) => attempt(async () => ok(await finish(connection, schema, counters, mark))),
});

/** Begins a transaction that lasts as long as the transfer, and may be idle while the other side writes. */
const begin = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
];

const inSnapshot = <T>(connection: Connection, work: (session: Queryable) => Promise<T>): Promise<T> =>
  connection.session(async (session) => {
    try {
      for (const text of begin) await session.query({ text });
      return await work(session);
    } finally {
      // Ignores errors: nothing was written, and a lost connection has ended the transaction.
      await session.query({ text: 'ROLLBACK' }).catch(() => {});
    }
  });

async function contents(connection: Queryable, schema: Schema): Promise<readonly string[]> {
  const names = [
    ...[...schema.contentTypes.values()].map(tableOf),
    ...schema.links.map(linkTableOf),
    'quire_grant',
    'quire_token',
    'quire_value',
  ];
  const tables = await connection.query<{ name: string; quoted: string }>({
    text: `SELECT relname::text AS name, quote_ident(relname) AS quoted FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') AND relname = ANY($1::text[])`,
    values: [names],
  });
  const filled: string[] = [];
  for (const { name, quoted } of tables) {
    const [row] = await connection.query<{ filled: boolean }>({
      text: `SELECT EXISTS (SELECT FROM ${quoted}) AS filled`,
    });
    if (row?.filled === true) filled.push(name);
  }
  return filled.sort();
}

async function put(
  connection: Connection,
  schema: Schema,
  batch: ArchiveBatch,
  mark: TransferMark,
): Promise<void> {
  const statement =
    batch.kind === 'versions'
      ? lowerInsertVersions(batch.type, batch.rows)
      : lowerInsertLinks(schema, batch.link, batch.rows);
  try {
    await connection.transaction(async (transaction) => {
      await moveMark(transaction, mark);
      await transaction.commit([statement]);
    });
  } catch (error) {
    if (violatedIndex(error) === undefined) throw error;
    throw new ThrownFailure(collision(error));
  }
}

const collision = (error: unknown) => {
  const { table = '', detail = '' } = error as { readonly table?: string; readonly detail?: string };
  return failure('INPUT.MISMATCH', `Two rows for "${table}" collide: ${detail}`);
};

async function finish(
  connection: Connection,
  schema: Schema,
  counters: ArchiveCounters,
  mark: TransferMark,
): Promise<void> {
  await connection.transaction(async (transaction) => {
    const { query } = withoutTimeout(transaction);
    await query({ text: 'SET LOCAL statement_timeout = 0' });
    await moveMark({ query }, mark);
    for (const statement of raisings(schema, counters)) await query(statement);
  });
  // Without statistics the planner would assume empty tables.
  for (const table of tablesOf(schema)) await withoutTimeout(connection).query({ text: `ANALYZE ${table}` });
}

function raisings(
  schema: Schema,
  { sequenceKey, itemId, versionIds }: ArchiveCounters,
): readonly Statement[] {
  const types = [...schema.contentTypes.values()].map((type) => {
    const table = tableName(type);
    const remembered = type.draftAndPublish ? `, (SELECT max(published_id) FROM ${table})` : '';
    return raise(
      idSequence(table),
      versionIds[type.uid] ?? 0,
      `, (SELECT max(id) FROM ${table})${remembered}`,
    );
  });
  const links = schema.links.map((link) => {
    const table = linkTableName(link);
    return raise(idSequence(table), 0, `, (SELECT max(id) FROM ${table})`);
  });
  return [
    raise(literal('quire_tick'), sequenceKey),
    raise(literal('quire_item_id'), itemId),
    ...types,
    ...links,
  ];
}

/** Raises a sequence to the greatest used value. Does not touch an unused one if no value is in use. */
const raise = (sequence: string, least: number, more = ''): Statement => ({
  text: `SELECT setval((${sequence})::regclass, last) FROM (
    SELECT greatest($1::bigint, pg_sequence_last_value((${sequence})::regclass)${more}) AS last) l WHERE last > 0`,
  values: [least],
});

/** A table with one row: the progress of the transfer into this database. */
const markTable = 'quire_transfer';

const makeTable = `CREATE TABLE IF NOT EXISTS ${markTable} (
  one boolean PRIMARY KEY DEFAULT true CHECK (one), run text NOT NULL, mark json NOT NULL)`;

async function readMark(connection: Queryable): Promise<TransferMark | null> {
  const [there] = await connection.query<{ there: boolean }>({
    text: `SELECT to_regclass('${markTable}') IS NOT NULL AS there`,
  });
  if (there?.there !== true) return null;
  const [row] = await connection.query<{ mark: TransferMark }>({ text: `SELECT mark FROM ${markTable}` });
  return row?.mark ?? null;
}

/** Claims the transfer for a run, whichever run had it before. */
async function claimMark(connection: Connection, schema: Schema, mark: TransferMark): Promise<void> {
  await connection.query({ text: makeTable });
  await connection.transaction(async (transaction) => {
    const { query } = withoutTimeout(transaction);
    await query({
      text: `INSERT INTO ${markTable} (run, mark) VALUES ($1::text, $2::json)
        ON CONFLICT (one) DO UPDATE SET run = excluded.run, mark = excluded.mark`,
      values: [mark.run, JSON.stringify(mark)],
    });
    for (const statement of removals(schema, mark)) await query(statement);
  });
}

/** Batches are stored together with their mark, so there are rows beyond it only if they were there before. */
function removals(schema: Schema, { at }: TransferMark): readonly Statement[] {
  if (at !== null) return [];
  return [
    { text: 'SET LOCAL statement_timeout = 0', values: [] },
    { text: `TRUNCATE ${tablesOf(schema).join(', ')}`, values: [] },
  ];
}

/** Updates the mark if the run still has the transfer, and locks it until the transaction ends; otherwise refuses. */
async function moveMark(transaction: Queryable, mark: TransferMark): Promise<void> {
  const moved = await transaction.query({
    text: `UPDATE ${markTable} SET mark = $2::json WHERE run = $1::text RETURNING run`,
    values: [mark.run, JSON.stringify(mark)],
  });
  if (moved.length === 0) throw new ThrownFailure(takenOver);
}
