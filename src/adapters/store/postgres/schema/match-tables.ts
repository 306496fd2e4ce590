import { formerLink } from '../../../../domain/schema/origin.js';
import { attributeColumn, identifier } from '../layout.js';
import type { Catalog, StoredTable } from './read-catalog.js';
import type { SchemaRecord, TableRecord } from './schema-record.js';
import type { Table } from './table.js';

/** A wanted table and the stored one that it is now, under this name or a former one. */
export interface Match {
  readonly table: Table;
  readonly stored: StoredTable | undefined;
  readonly record: TableRecord | undefined;
  /** Stored column by wanted column; a column that is to be made is absent. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Finds each wanted table and column in the database, following declared renames. */
export function matchTables(tables: readonly Table[], catalog: Catalog): readonly Match[] {
  const wanted = new Set(tables.map(({ name }) => name));
  const free = (name: string): boolean => !wanted.has(name) && catalog.tables.has(name);
  const types = tables
    .filter(({ origin }) => origin.kind === 'type')
    .map((table) => matchTable(table, formerType(table, catalog.record, free), catalog));
  const formerUid = (uid: string): string => {
    const match = types.find(({ table }) => table.origin.kind === 'type' && table.origin.uid === uid);
    return match?.record?.origin.kind === 'type' ? match.record.origin.uid : uid;
  };
  const links = tables.flatMap((table) =>
    table.origin.kind === 'link'
      ? [matchTable(table, formerLink(catalog.record.tables, table.origin.source, free, formerUid), catalog)]
      : [],
  );
  return [...types, ...links];
}

type Free = (name: string) => boolean;

function formerType({ origin }: Table, record: SchemaRecord, free: Free): string | undefined {
  if (origin.kind !== 'type' || origin.renamedFrom === undefined) return undefined;
  const name = identifier(origin.renamedFrom);
  return free(name) && record.tables[name]?.origin.kind === 'type' ? name : undefined;
}

function matchTable(table: Table, former: string | undefined, catalog: Catalog): Match {
  const name = catalog.tables.has(table.name) ? table.name : former;
  const stored = name === undefined ? undefined : catalog.tables.get(name);
  const record = name === undefined ? undefined : catalog.record.tables[name];
  return { table, stored, record, columns: stored === undefined ? new Map() : matchColumns(table, stored) };
}

function matchColumns(table: Table, stored: StoredTable): ReadonlyMap<string, string> {
  const wanted = new Set(table.columns.map(({ name }) => name));
  const pairs = table.columns.flatMap(({ name, attribute }): [string, string][] => {
    if (stored.columns.has(name)) return [[name, name]];
    const former = attribute?.renamedFrom === undefined ? undefined : attributeColumn(attribute.renamedFrom);
    return former !== undefined && stored.columns.has(former) && !wanted.has(former) ? [[name, former]] : [];
  });
  return new Map(pairs);
}

/** The record with what is renamed under its new name. */
export function moveRecord(record: SchemaRecord, matches: readonly Match[]): SchemaRecord {
  const moved = new Map(Object.entries(record.tables));
  for (const { table, stored, record: before, columns } of matches) {
    if (stored === undefined || before === undefined) continue;
    moved.delete(stored.name);
    const newName = new Map([...columns].map(([wanted, now]) => [now, wanted]));
    const entries = Object.entries(before.columns).map(([name, column]) => [
      newName.get(name) ?? name,
      column,
    ]);
    moved.set(table.name, { ...before, columns: Object.fromEntries(entries) });
  }
  return { ...record, tables: Object.fromEntries(moved) };
}
