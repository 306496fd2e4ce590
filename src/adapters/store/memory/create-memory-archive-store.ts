import type {
  ArchiveBatch,
  ArchiveCounters,
  ArchiveStore,
  TransferMark,
} from '../../../application/ports/archive-store.js';
import { takenOver } from '../../../application/transfer/refusals.js';
import { partsOf, remainingParts, type Part } from '../../../application/transfer/parts.js';
import { failure } from '../../../domain/failure.js';
import { err, ok } from '../../../domain/result.js';
import { archiveReader } from './archive-reader.js';
import { startChanges } from './changes.js';
import type { ReadWriteTurns } from './read-write-turns.js';
import { endsOf, findVersion, uniqueKeys, type Tables, type VersionTable, type Version } from './tables.js';

/** Exports and imports the stored rows. */
export function createMemoryArchiveStore(tables: Tables, turns: ReadWriteTurns): ArchiveStore {
  let kept: TransferMark | null = null;
  return {
    // The reader collects its rows while no write runs, so it does not see half of a write.
    read: async (work) => work(await turns.write(() => archiveReader(tables))),
    contents: async () =>
      ok(
        partsOf(tables.schema).flatMap((part) => (tableOf(tables, part).byId.size === 0 ? [] : [part.name])),
      ),
    mark: async () => ok(kept),
    async claim(mark) {
      for (const { part, after } of remainingParts(tables.schema, mark.at)) removePast(tables, part, after);
      kept = mark;
      return ok(undefined);
    },
    async put(batch, mark) {
      if (kept?.run !== mark.run) return err(takenOver);
      const collision = insertBatch(tables, batch);
      if (collision !== null) return err(failure('INPUT.MISMATCH', collision));
      kept = mark;
      return ok(undefined);
    },
    async finish(counters, mark) {
      if (kept?.run !== mark.run) return err(takenOver);
      raise(tables, counters);
      kept = mark;
      return ok(undefined);
    },
  };
}

const tableOf = (tables: Tables, part: Part) =>
  part.kind === 'versions' ? tables.versions(part.type) : tables.links(part.link);

function removePast(tables: Tables, part: Part, after: number): void {
  const changes = startChanges();
  if (part.kind === 'versions') {
    const table = tables.versions(part.type);
    for (const row of table.byId.values()) if (row.id > after) changes.version(table, row, undefined);
    return;
  }
  const table = tables.links(part.link);
  for (const row of table.byId.values()) if (row.id > after) changes.link(table, row, undefined);
}

/** Inserts all rows of the batch. If one collides, inserts none and returns a message; otherwise returns null. */
function insertBatch(tables: Tables, batch: ArchiveBatch): string | null {
  const changes = startChanges();
  const collide = (what: string): string => {
    changes.undo();
    return `Two rows collide: ${what}`;
  };
  if (batch.kind === 'versions') {
    const table = tables.versions(batch.type);
    for (const row of batch.rows) {
      const { values, isPublished: _, ...rest } = row;
      const version: Version = { ...rest, values: new Map(Object.entries(structuredClone(values))) };
      if (isTaken(table, version)) return collide(`${row.documentId} ${row.locale} ${row.layer}`);
      changes.version(table, undefined, version);
    }
    return null;
  }
  const table = tables.links(batch.link);
  for (const row of batch.rows) {
    if (table.byId.has(row.id) || table.byEnds.has(endsOf(row))) return collide(endsOf(row));
    changes.link(table, undefined, row);
  }
  return null;
}

const isTaken = (table: VersionTable, version: Version): boolean =>
  table.byId.has(version.id) ||
  findVersion(table, version.documentId, version.layer, version.locale) !== undefined ||
  uniqueKeys(table, version).some(({ key }) => table.byUnique.has(key));

function raise(tables: Tables, { sequenceKey, itemId, versionIds }: ArchiveCounters): void {
  tables.last.sequenceKey = Math.max(tables.last.sequenceKey, sequenceKey);
  tables.last.itemId = Math.max(tables.last.itemId, itemId);
  for (const type of tables.schema.contentTypes.values()) {
    const table = tables.versions(type);
    const ids = [...table.byId.values()].flatMap(({ id, publishedId }) => [id, publishedId ?? 0]);
    table.lastId = greatest([table.lastId, versionIds[type.uid] ?? 0, ...ids]);
  }
  for (const link of tables.schema.links) {
    const table = tables.links(link);
    table.lastId = greatest([table.lastId, ...table.byId.keys()]);
  }
}

const greatest = (numbers: readonly number[]): number =>
  numbers.reduce((most, each) => Math.max(most, each), 0);
