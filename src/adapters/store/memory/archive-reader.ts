import type {
  ArchiveCounters,
  ArchivedLink,
  ArchivedVersion,
  ArchiveReader,
  Inventory,
  InventoryPart,
} from '../../../application/ports/archive-store.js';
import { partsOf, type Part } from '../../../application/transfer/parts.js';
import { createTally } from '../../../application/transfer/tally.js';
import type { Json } from '../../../domain/schema/schema.js';
import { findVersion, type Tables, type Version } from './tables.js';

/** Reads the rows that are stored at the time of the call. Later writes replace rows, so they do not affect it. */
export function archiveReader(tables: Tables): ArchiveReader {
  const rows = new Map<string, readonly (ArchivedVersion | ArchivedLink)[]>();
  for (const part of partsOf(tables.schema)) {
    const found: (ArchivedVersion | ArchivedLink)[] =
      part.kind === 'versions'
        ? [...tables.versions(part.type).byId.values()].map((row) => archived(tables, part, row))
        : [...tables.links(part.link).byId.values()];
    rows.set(
      part.name,
      found.sort((left, right) => left.id - right.id),
    );
  }
  const inventory = Object.fromEntries(
    partsOf(tables.schema).map(({ name, kind }) => [name, counted(kind, rows.get(name) ?? [])]),
  );
  const counters = countersOf(tables);
  return {
    isSnapshot: true,
    inventory: async (): Promise<Inventory> => inventory,
    versions: (type, after) => batches(rows.get(`versions ${type.uid}`) as ArchivedVersion[], after),
    links: (link, after) => batches(rows.get(`links ${link.name}`) as ArchivedLink[], after),
    counters: async () => counters,
  };
}

const countersOf = (tables: Tables): ArchiveCounters => ({
  sequenceKey: tables.last.sequenceKey,
  itemId: tables.last.itemId,
  versionIds: Object.fromEntries(
    [...tables.schema.contentTypes.values()].map((type) => [type.uid, tables.versions(type).lastId]),
  ),
});

function archived(tables: Tables, part: Part & { readonly kind: 'versions' }, row: Version): ArchivedVersion {
  const { values, ...rest } = row;
  const isPublished =
    row.layer === 'draft' &&
    findVersion(tables.versions(part.type), row.documentId, 'published', row.locale) !== undefined;
  const inOrder = [...part.type.attributes.keys()].flatMap((name): [string, Json][] => {
    const value = values.get(name);
    return value === undefined || value === null ? [] : [[name, value]];
  });
  return { ...rest, isPublished, values: Object.fromEntries(inOrder) };
}

const batchRows = 500;

async function* batches<Row extends { readonly id: number }>(
  rows: readonly Row[],
  after: number,
): AsyncIterable<readonly Row[]> {
  const wanted = rows.filter(({ id }) => id > after);
  for (let at = 0; at < wanted.length; at += batchRows) yield wanted.slice(at, at + batchRows);
}

function counted(kind: Part['kind'], rows: readonly (ArchivedVersion | ArchivedLink)[]): InventoryPart {
  const tally = createTally(kind);
  for (const row of rows) tally.add(row);
  return tally.result();
}
