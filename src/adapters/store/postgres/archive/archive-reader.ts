import type {
  ArchiveCounters,
  ArchivedLink,
  ArchivedVersion,
  ArchiveReader,
  Inventory,
} from '../../../../application/ports/archive-store.js';
import { isValue, type ContentType, type Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { columnOf, tableName } from '../layout.js';
import { literal } from '../statement.js';
import { lowerInventory, lowerLinks, lowerVersions, type InventoryRow } from './lower-selection.js';

/** Reads in the transaction that is open on the session. Only one read may run at a time. */
export const archiveReader = (session: Queryable, schema: Schema): ArchiveReader => ({
  isSnapshot: true,
  inventory: () => inventory(session, schema),
  counters: () => readCounters(session, schema),
  async *versions(type, after) {
    for await (const rows of batches<ArchivedVersion>(session, lowerVersions(type, after)))
      yield rows.map((row) => ({ ...row, values: valuesIn(type, row.values) }));
  },
  links: (link, after) => batches<ArchivedLink>(session, lowerLinks(schema, link, after)),
});

/** Returns the values by attribute, whose names may be longer than those of columns, without nulls. */
const valuesIn = (type: ContentType, columns: ArchivedVersion['values']): ArchivedVersion['values'] =>
  Object.fromEntries(
    [...type.attributes.values()].filter(isValue).flatMap((attribute) => {
      const value = columns[columnOf(attribute)] ?? null;
      return value === null ? [] : [[attribute.name, value]];
    }),
  );

/** Fetches few rows at a time, because one row may be as large as a request, and gathers them into larger batches. */
const fetchedRows = 50;
const batchRows = 500;
const batchCharacters = 1024 * 1024;

async function* batches<Row>(session: Queryable, selection: string): AsyncIterable<readonly Row[]> {
  await session.query({ text: `DECLARE quire_archive NO SCROLL CURSOR FOR ${selection}` });
  try {
    let rows: Row[] = [];
    let size = 0;
    for (;;) {
      const found = await session.query<{ row: string }>({ text: `FETCH ${fetchedRows} FROM quire_archive` });
      for (const { row } of found) {
        rows.push(JSON.parse(row) as Row);
        size += row.length;
      }
      const isLast = found.length < fetchedRows;
      if (rows.length > 0 && (isLast || rows.length >= batchRows || size >= batchCharacters)) {
        yield rows;
        [rows, size] = [[], 0];
      }
      if (isLast) return;
    }
  } finally {
    // If the transaction has failed, this fails too; the first error is already being thrown.
    await session.query({ text: 'CLOSE quire_archive' }).catch(() => {});
  }
}

async function inventory(session: Queryable, schema: Schema): Promise<Inventory> {
  const parts: [string, Inventory[string]][] = [];
  const add = async (name: string, text: string): Promise<void> => {
    const [row] = await session.query<InventoryRow>({ text });
    parts.push([name, { rows: Number(row?.rows), lastId: Number(row?.lastId), detail: row?.detail ?? '' }]);
  };
  for (const type of schema.contentTypes.values())
    await add(`versions ${type.uid}`, lowerInventory(schema, { type }));
  for (const link of schema.links) await add(`links ${link.name}`, lowerInventory(schema, { link }));
  return Object.fromEntries(parts);
}

/** Sequences are not transactional, so their values are at least those in the snapshot. */
async function readCounters(session: Queryable, schema: Schema): Promise<ArchiveCounters> {
  const last = async (sequence: string): Promise<number> => {
    const text = `SELECT coalesce(pg_sequence_last_value((${sequence})::regclass), 0)::text AS last`;
    const [row] = await session.query<{ last: string }>({ text });
    return Number(row?.last);
  };
  const versionIds: [string, number][] = [];
  for (const type of schema.contentTypes.values())
    versionIds.push([type.uid, await last(idSequence(tableName(type)))]);
  return {
    sequenceKey: await last(`'quire_tick'`),
    itemId: await last(`'quire_item_id'`),
    versionIds: Object.fromEntries(versionIds),
  };
}

export const idSequence = (table: string): string => `pg_get_serial_sequence(${literal(table)}, 'id')`;
