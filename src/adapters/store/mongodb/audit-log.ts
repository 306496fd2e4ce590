import { randomBytes } from 'node:crypto';
import type { ClientSession, Collection, Db, Filter } from 'mongodb';
import type {
  AuditEntry,
  AuditFilter,
  AuditLog,
  RecordedEntry,
} from '../../../application/ports/audit-log.js';
import { ok } from '../../../domain/result.js';
import { attempt } from './database-error.js';
import { insertRows } from './insert-rows.js';
import { ownCollections } from './layout.js';

/** An entry; its id is its cursor in the trail. */
type AuditRow = Omit<AuditEntry, 'at'> & { readonly _id: string };

const entriesIn = (db: Db): Collection<AuditRow> => db.collection<AuditRow>(ownCollections.audit);

/** Stores the audit trail in a collection of its own, in the order of ids. */
export const createAuditLog = (db: Db): AuditLog => ({
  record: (entries) => attempt(async () => ok(await recordEntries(db, undefined, entries))),
  find: (filter, limit) =>
    attempt(async () => {
      const rows = await entriesIn(db).find(filterOf(filter)).sort({ _id: -1 }).limit(limit).toArray();
      return ok(rows.map(recorded));
    }),
  prune: (before, limit) =>
    attempt(async () => {
      const oldest = await entriesIn(db)
        .find({ _id: { $lt: before } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      const { deletedCount } = await entriesIn(db).deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
      return ok(deletedCount);
    }),
});

export async function recordEntries(
  db: Db,
  session: ClientSession | undefined,
  entries: readonly AuditEntry[],
): Promise<void> {
  const rows = entries.map(({ at, ...rest }) => ({ _id: idAt(at), ...rest }));
  await insertRows(entriesIn(db), rows, session === undefined ? {} : { session });
}

const processTag = randomBytes(6).toString('hex');
let count = 0;

/** Ids sort by time, then by the order in which this process made them, so the trail needs no other index. */
const idAt = (at: string): string => `${at} ${(count++).toString(16).padStart(12, '0')} ${processTag}`;

const timeLength = '2024-01-01T00:00:00.000Z'.length;

function filterOf({ user, type, documentId, action, since, until, after }: AuditFilter): Filter<AuditRow> {
  const before = after !== undefined && (until === undefined || after < until) ? after : until;
  const range = { ...(since !== undefined && { $gte: since }), ...(before !== undefined && { $lt: before }) };
  return {
    ...(Object.keys(range).length > 0 && { _id: range }),
    ...(type !== undefined && { type: { $eq: type } }),
    ...(documentId !== undefined && { documentId: { $eq: documentId } }),
    ...(action !== undefined && { action: { $eq: action } }),
    ...(user !== undefined && {
      $or: [{ 'actor.name': user }, { 'actor.documentId': user }, { subject: user }],
    }),
  } as Filter<AuditRow>;
}

const recorded = ({ _id, ...rest }: AuditRow): RecordedEntry => ({
  at: _id.slice(0, timeLength),
  ...rest,
  cursor: _id,
});

interface Waiting {
  readonly entry: AuditEntry;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** The most entries that one command inserts. */
const maxBatchSize = 500;

/**
 * Records the entries of writes that have no transaction. One command is in flight at a time, and entries that
 * arrive meanwhile share the next one: with a command of its own, an entry would cost as much as its write.
 * `record` resolves when the entry is stored; until then the write is not acknowledged.
 */
export class EntryQueue {
  private waiting: Waiting[] = [];
  private isServing = false;

  constructor(private readonly db: Db) {}

  record(entry: AuditEntry): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ entry, done, failed });
      if (!this.isServing) void this.serve();
    });
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    // Entries that arrive in the same turn of the event loop share the first command.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const served = this.waiting.splice(0, maxBatchSize);
      try {
        await recordEntries(
          this.db,
          undefined,
          served.map(({ entry }) => entry),
        );
        for (const { done } of served) done();
      } catch (error) {
        for (const { failed } of served) failed(error);
      }
    }
    this.isServing = false;
  }
}
