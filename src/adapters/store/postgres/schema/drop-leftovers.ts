import { chooseLeftovers, dropped } from '../../../../application/schema-changes/choose-leftovers.js';
import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { quote } from '../layout.js';
import { compareSchema } from './compare-schema.js';
import { readCatalog } from './read-catalog.js';
import type { Queryable } from '../connection.js';
import { writeRecord, type SchemaRecord } from './schema-record.js';

/** Removes leftovers, all or those named, inside a transaction. */
export async function dropLeftovers(
  transaction: Queryable,
  schema: Schema,
  names: readonly string[] | 'all',
): Promise<Result<readonly SchemaChange[]>> {
  const catalog = await readCatalog(transaction);
  const { leftovers } = compareSchema(schema, catalog);
  const chosen = chooseLeftovers(leftovers, names);
  if (!chosen.ok || chosen.value.length === 0) return chosen;
  let { record } = catalog;
  for (const { name } of chosen.value) {
    const [table = '', column] = splitName(name, record);
    const statement =
      column === undefined
        ? `DROP TABLE ${quote(table)}`
        : `ALTER TABLE ${quote(table)} DROP COLUMN ${quote(column)}`;
    await transaction.query({ text: statement });
    record = forget(record, table, column);
  }
  await writeRecord(transaction, record);
  return ok(dropped(chosen.value));
}

function splitName(name: string, record: SchemaRecord): readonly string[] {
  if (name in record.tables) return [name];
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

function forget(record: SchemaRecord, table: string, column: string | undefined): SchemaRecord {
  const { [table]: dropped, ...tables } = record.tables;
  if (column === undefined || dropped === undefined) return { ...record, tables };
  const { [column]: _gone, ...columns } = dropped.columns;
  return { ...record, tables: { ...tables, [table]: { ...dropped, columns } } };
}
