import type {
  Deadline,
  DocumentStore,
  ReadAnswer,
  WriteWork,
} from '../../../application/ports/document-store.js';
import type { SchemaStore } from '../../../application/ports/schema-store.js';
import { processReads, type Store } from '../../../application/ports/store.js';
import { attemptWith } from '../../../application/stores/attempt.js';
import { inTurns } from '../../../application/stores/in-turns.js';
import { writeEach } from '../../../application/stores/write-each.js';
import type { Units } from '../../../application/stores/create-units.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { createMemoryAccessStore } from './create-memory-access-store.js';
import { createMemoryArchiveStore } from './create-memory-archive-store.js';
import { createMemoryAuditLog } from './create-memory-audit-log.js';
import { createChangeSignal } from '../../../application/stores/create-change-signal.js';
import { countedTotals } from '../../../application/totals/counted-totals.js';
import { createMemoryCapturedVersions } from './create-memory-captured-versions.js';
import { createMemoryChangeLog } from './create-memory-change-log.js';
import { createMemoryFollowerStore } from './create-memory-follower-store.js';
import { createMemoryKeyValueStore } from './create-memory-key-value-store.js';
import { createMemoryRateCounts } from './create-memory-rate-counts.js';
import { createMemoryStatisticsStore } from './create-memory-statistics-store.js';
import {
  createMemoryUnits,
  createWriter,
  type MemoryUnit,
  type MemoryWriter,
} from './create-memory-units.js';
import { createReadWriteTurns, type ReadWriteTurns } from './read-write-turns.js';
import { aggregatingSteps } from './aggregate-documents.js';
import { readingSteps } from './read-documents.js';
import { createTables, type Tables } from './tables.js';
import { writeDocuments, type Written } from './write-documents.js';

/**
 * Creates a store that keeps everything in maps. It serves unit tests and batch jobs, and is the readable reference for
 * the other stores. Writes run one at a time and reads wait for them (`ReadWriteTurns`), so no read sees half of a write.
 */
export function createMemoryStore({
  schema,
  transactionTimeoutMs,
}: {
  readonly schema: Schema;
  /** How long a unit of work may take; default 60,000 ms. */
  readonly transactionTimeoutMs?: number;
}): Store {
  const tables = createTables(schema);
  const turns = createReadWriteTurns();
  const units = createMemoryUnits(turns, transactionTimeoutMs);
  const writer = createWriter(turns, units);
  const audit = createMemoryAuditLog();
  const changes = createMemoryChangeLog();
  const captured = createMemoryCapturedVersions(writer);
  const record: Parts['record'] = (unit, { entry, change, capture }, done) => {
    if (entry !== undefined) audit.add([entry]);
    if (change === undefined || !done.changed) return;
    changes.add(unit ?? {}, change);
    const { names: _names, ...about } = change;
    if (capture !== undefined) captured.add({ ...about, content: done.captured });
  };
  return {
    documents: createDocumentStore({ tables, turns, units, writer, record }),
    schema: emptySchemaStore,
    access: createMemoryAccessStore(audit.add, writer),
    archive: createMemoryArchiveStore(tables, turns),
    audit,
    changes,
    changeSignal: createChangeSignal(),
    captured,
    followers: createMemoryFollowerStore(),
    indexes: null,
    rates: createMemoryRateCounts(),
    values: createMemoryKeyValueStore(units, writer),
    statistics: createMemoryStatisticsStore(tables),
    totals: countedTotals,
    freshness: null,
    replicas: null,
    units,
    limits: {
      // The same as in the databases, so that what works in memory also works there.
      searchText: 8_000,
      longReads: { ...processReads, cost: 10_000 },
    },
    serverVersion: async () => ok(null),
    close: async () => {},
  };
}

interface Parts {
  readonly tables: Tables;
  readonly turns: ReadWriteTurns;
  readonly units: Units<MemoryUnit>;
  readonly writer: MemoryWriter;
  /** Records a write that is committed. `unit` stands for its transaction. */
  readonly record: (
    unit: MemoryUnit | null,
    work: Pick<WriteWork, 'entry' | 'change' | 'capture'>,
    done: Pick<Written, 'changed' | 'captured'>,
  ) => void;
}

function createDocumentStore({ tables, turns, units, writer, record }: Parts): DocumentStore {
  const reading = <T>(steps: () => Generator<void, Result<T>>, deadline?: Deadline): Promise<Result<T>> => {
    const outside = () => turns.read(steps, deadline?.signal);
    // A unit that holds the turn would wait for itself.
    const inside = (unit: MemoryUnit) => (unit.holdsTurn ? inTurns(steps()) : outside());
    return attemptWith(bugsOnly, () => units.join(inside, outside));
  };
  const write = (work: WriteWork): Promise<Result<ReadAnswer | null>> =>
    attemptWith(bugsOnly, () =>
      writer(async (unit) => {
        const { answer, undo, ...done } = await writeDocuments(tables, work);
        unit?.undo.push(undo);
        if (unit === null) record(null, work, done);
        else unit.atCommit.push(() => record(unit, work, done));
        return ok(answer);
      }),
    );
  return {
    read: (plan, deadline) => reading(() => readingSteps(tables, plan), deadline),
    aggregate: (plan, deadline) => reading(() => aggregatingSteps(tables, plan), deadline),
    write,
    writeAll: writeEach(write),
    lock: null,
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
  plan: async () => ok([]),
  apply: async () => ok([]),
  drop: async () => ok([]),
  leftovers: async () => ok([]),
};
