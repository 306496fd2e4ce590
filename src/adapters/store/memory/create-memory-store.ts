import type { AuditEntry } from '../../../application/ports/audit-log.js';
import type { DocumentStore } from '../../../application/ports/document-store.js';
import type { SchemaStore } from '../../../application/ports/schema-store.js';
import type { Store } from '../../../application/ports/store.js';
import { attemptWith } from '../../../application/stores/attempt.js';
import { ok } from '../../../domain/result.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { createMemoryAccessStore } from './create-memory-access-store.js';
import { createMemoryArchiveStore } from './create-memory-archive-store.js';
import { createMemoryAuditLog } from './create-memory-audit-log.js';
import { createMemoryKeyValueStore } from './create-memory-key-value-store.js';
import { createMemoryRateCounts } from './create-memory-rate-counts.js';
import { createMemoryStatisticsStore } from './create-memory-statistics-store.js';
import { createReadWriteTurns, type ReadWriteTurns } from './read-write-turns.js';
import { readingSteps } from './read-documents.js';
import { createTables, type Tables } from './tables.js';
import { writeDocuments } from './write-documents.js';

/**
 * Creates a store that keeps everything in maps. It serves unit tests and batch jobs, and is the readable reference for
 * the other stores. Writes run one at a time and reads wait for them (`ReadWriteTurns`), so no read sees half of a write.
 */
export function createMemoryStore({ schema }: { readonly schema: Schema }): Store {
  const tables = createTables(schema);
  const turns = createReadWriteTurns();
  const audit = createMemoryAuditLog();
  return {
    documents: createDocumentStore(tables, turns, audit.add),
    schema: emptySchemaStore,
    access: createMemoryAccessStore(audit.add),
    archive: createMemoryArchiveStore(tables, turns),
    audit,
    rates: createMemoryRateCounts(),
    values: createMemoryKeyValueStore(),
    statistics: createMemoryStatisticsStore(tables),
    // The same limit as in the databases, so that what works in memory also works there.
    limits: { searchText: 8_000 },
    close: async () => {},
  };
}

function createDocumentStore(
  tables: Tables,
  turns: ReadWriteTurns,
  record: (entries: readonly AuditEntry[]) => void,
): DocumentStore {
  return {
    read: (plan, deadline) => turns.read(() => readingSteps(tables, plan), deadline?.signal),
    write: (work) =>
      turns.write(() =>
        attemptWith(bugsOnly, async () => {
          const answer = await writeDocuments(tables, work);
          if (work.entry !== undefined) record([work.entry]);
          return ok(answer);
        }),
      ),
    async identify(type, ids) {
      const { byId } = tables.versions(type);
      const found = ids.flatMap((id) => byId.get(id) ?? []);
      return ok(new Map(found.map(({ id, documentId }) => [id, documentId])));
    },
    reserveItemIds: async (count) => ok(tables.itemIds(count)),
  };
}

/** This store signals every expected failure with a `ThrownFailure`; any other error is a bug. */
const bugsOnly = (): null => null;

/** The data ends with the process, so it always matches the schema. */
const emptySchemaStore: SchemaStore = {
  status: async () => ok([]),
  apply: async () => ok([]),
  drop: async () => ok([]),
};
