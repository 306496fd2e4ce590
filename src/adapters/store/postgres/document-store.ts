import type { Deadline, DocumentStore } from '../../../application/ports/document-store.js';
import type { Position } from '../../../application/ports/replicas.js';
import type { UnitsOfWork } from '../../../application/ports/units-of-work.js';
import type { Cancellation } from '../../../domain/cancellation.js';
import { ok, type Result } from '../../../domain/result.js';
import type { KeptTotals } from '../../../application/totals/kept-totals.js';
import type { Schema } from '../../../domain/schema/schema.js';
import type { Connection, Queryable } from './connection.js';
import { attempt } from './database-error.js';
import { tableName } from './layout.js';
import { aggregateDocuments } from './read/aggregate-documents.js';
import { FilterWays } from './read/filter-ways.js';
import { readDocuments } from './read/read-documents.js';
import type { ReplicaSet } from './replicas/replica-set.js';
import { lowerLocksInPieces } from './write/lower-locks.js';
import { writeDocuments } from './write/write-documents.js';
import { writeTogether } from './write/write-together.js';

export interface DocumentStoreParts {
  /** Joins units of work. */
  readonly connection: Connection;
  readonly schema: Schema;
  readonly kept: KeptTotals;
  readonly units: Pick<UnitsOfWork, 'current'>;
  readonly replicas: Pick<ReplicaSet, 'read'>;
}

export function createDocumentStore(parts: DocumentStoreParts): DocumentStore {
  const { connection, schema, kept, units, replicas } = parts;
  const itemIds = new ItemIds(connection);
  const ways = new FilterWays();
  const reading = <T>(
    deadline: Deadline | undefined,
    since: Position | undefined,
    work: (reader: Queryable, signal: Cancellation | undefined) => Promise<T>,
  ): Promise<Result<T>> => {
    const signal = deadline?.signal;
    const wanted = { signal, since: units.current() === undefined ? since : undefined };
    return attempt(async () => ok(await replicas.read(connection, wanted, (reader) => work(reader, signal))));
  };
  return {
    read: (plan, deadline, since) =>
      reading(deadline, since, (reader, signal) =>
        readDocuments(reader, schema, plan, { kept, ways, signal }),
      ),
    aggregate: (plan, deadline, since) =>
      reading(deadline, since, (reader, signal) => aggregateDocuments(reader, schema, plan, signal)),
    write: (work) => attempt(async () => ok(await writeDocuments(connection, schema, work))),
    writeAll: (works) => attempt(async () => ok(await writeTogether(connection, schema, works))),
    lock: (locks) =>
      attempt(async () => {
        for (const statement of lowerLocksInPieces(locks))
          await connection.query({ ...statement, isRepeated: false });
        return ok(null);
      }),
    identify: (type, ids) =>
      attempt(async () => {
        const text = `SELECT id, document_id FROM ${tableName(type)} WHERE id = ANY($1::bigint[])`;
        const rows = await connection.query<{ id: string; document_id: string }>({ text, values: [ids] });
        return ok(new Map(rows.map((row) => [Number(row.id), row.document_id])));
      }),
    reserveItemIds: (count) => attempt(async () => ok(await itemIds.reserve(count))),
  };
}

/** Reserves numeric ids for component items in blocks, so that most reservations need no round trip. */
export class ItemIds {
  private next = 0;
  private left = 0;

  constructor(private readonly connection: Queryable) {}

  /** Reserves `count` consecutive ids and returns the first. */
  async reserve(count: number): Promise<number> {
    if (count <= this.left) {
      const first = this.next;
      this.next += count;
      this.left -= count;
      return first;
    }
    return this.fetch(count, Math.max(count, 1_000));
  }

  private async fetch(count: number, size: number): Promise<number> {
    const [row] = await this.connection.query<{ first: string }>({
      text: blockText,
      values: [size],
      holdsNoLocks: true,
    });
    const first = Number(row?.first);
    if (size - count > this.left) {
      this.next = first + count;
      this.left = size - count;
    }
    return first;
  }
}

/** `nextval` and `setval` are two steps; the lock keeps other servers from taking an id in between. */
const blockText = `
WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('quire_item_id'))),
block AS MATERIALIZED (SELECT nextval('quire_item_id') AS first FROM turn)
SELECT first::text, setval('quire_item_id', first + $1::bigint - 1) FROM block`;
