import type { AuditEntry } from '../../../application/ports/audit-log.js';
import type { DocumentStore } from '../../../application/ports/document-store.js';
import type { SchemaStore } from '../../../application/ports/schema-store.js';
import type { Store } from '../../../application/ports/store.js';
import { ok } from '../../../domain/result.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { createMemoryAccessStore } from './create-memory-access-store.js';
import { createMemoryArchiveStore } from './create-memory-archive-store.js';
import { createMemoryAuditLog } from './create-memory-audit-log.js';
import { createMemoryRateCounts } from './create-memory-rate-counts.js';
import { createMemoryStatisticsStore } from './create-memory-statistics-store.js';
import { createReadWriteTurns } from './read-write-turns.js';
import { readingSteps } from './read-documents.js';
import { createTables, type Tables } from './tables.js';
import { writeDocuments } from './write-documents.js';

/**
 * A store in maps, for unit tests and batch jobs, and the readable reference of what a store does. A write runs to its
 * end in one turn of the event loop. A long read takes several turns, and writes wait for it, so nothing sees half of a
 * write.
 */
export function createMemoryStore({ schema }: { readonly schema: Schema }): Store {
  const tables = createTables(schema);
  const audit = createMemoryAuditLog();
  return {
    documents: createDocumentStore(tables, audit.add),
    schema: alwaysInStep,
    access: createMemoryAccessStore(audit.add),
    archive: createMemoryArchiveStore(tables),
    audit,
    rates: createMemoryRateCounts(),
    statistics: createMemoryStatisticsStore(tables),
    // Those of the databases, so that what works in memory works there.
    limits: { searchText: 8_000 },
    close: async () => {},
  };
}

function createDocumentStore(
  tables: Tables,
  record: (entries: readonly AuditEntry[]) => void,
): DocumentStore {
  const turns = createReadWriteTurns();
  return {
    read: (plan, deadline) => turns.read(() => readingSteps(tables, plan), deadline?.signal),
    write: (work) =>
      turns.write(() => {
        const written = writeDocuments(tables, work);
        if (written.ok && work.entry !== undefined) record([work.entry]);
        return written;
      }),
    async identify(type, ids) {
      const { byId } = tables.versions(type);
      return ok(
        new Map(
          ids.flatMap((id) => {
            const version = byId.get(id);
            return version === undefined ? [] : [[id, version.documentId] as const];
          }),
        ),
      );
    },
    reserveItemIds: async (count) => ok(tables.itemIds(count)),
  };
}

/** Nothing outlives the process, so nothing can be out of step with the schema. */
const alwaysInStep: SchemaStore = {
  status: async () => ok([]),
  apply: async () => ok([]),
  drop: async () => ok([]),
};
