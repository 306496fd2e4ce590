import type { Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { componentShapes, type ComponentShapes } from './shape.js';
import type { Origin } from '../../../../domain/schema/origin.js';
import type { Table } from './table.js';

/** What Quire has made in this database and what for, leftovers included. One row of `quire_schema` holds it. */
export interface SchemaRecord {
  readonly tables: Readonly<Record<string, TableRecord>>;
  readonly components: ComponentShapes;
}

export interface TableRecord {
  readonly origin: Origin;
  /** Attribute columns only. */
  readonly columns: Readonly<Record<string, ColumnRecord>>;
  /** Names of the indexes that Quire made; others on the table are somebody else's. */
  readonly indexes: readonly string[];
}

export interface ColumnRecord {
  readonly attribute: string;
  readonly shape: string;
  /** Absent in records of versions that did not write it down. */
  readonly localized?: boolean;
}

export const emptyRecord: SchemaRecord = { tables: {}, components: {} };

/**
 * The record once `tables` are there: what it held before and the schema no longer names stays in it. In `moved`,
 * renamed tables and columns already bear their new names.
 */
export function nextRecord(schema: Schema, tables: readonly Table[], moved: SchemaRecord): SchemaRecord {
  const names = new Set(tables.map(({ name }) => name));
  const kept = Object.entries(moved.tables).filter(([name]) => !names.has(name));
  const current = tables.map((table): [string, TableRecord] => [
    table.name,
    tableRecord(table, moved.tables[table.name]),
  ]);
  return { tables: Object.fromEntries([...kept, ...current]), components: nextComponents(schema, moved) };
}

function tableRecord(table: Table, before: TableRecord | undefined): TableRecord {
  const columns = table.columns.flatMap(({ name, attribute }): [string, ColumnRecord][] =>
    attribute === undefined
      ? []
      : [[name, { attribute: attribute.name, shape: attribute.shape, localized: attribute.localized }]],
  );
  return {
    origin: table.origin,
    columns: { ...before?.columns, ...Object.fromEntries(columns) },
    indexes: table.indexes.map(({ name }) => name),
  };
}

/** Attributes that a component lost stay known: their values stay in its items, and must fit when they come back. */
function nextComponents(schema: Schema, before: SchemaRecord): ComponentShapes {
  const current = componentShapes(schema);
  const uids = new Set([...Object.keys(before.components), ...Object.keys(current)]);
  return Object.fromEntries([...uids].map((uid) => [uid, { ...before.components[uid], ...current[uid] }]));
}

/** Every change of the tables counts the version up. */
export async function writeRecord(transaction: Queryable, record: SchemaRecord): Promise<void> {
  await transaction.query({
    text: 'UPDATE quire_schema SET version = version + 1, record = $1::json',
    values: [JSON.stringify(record)],
  });
}
