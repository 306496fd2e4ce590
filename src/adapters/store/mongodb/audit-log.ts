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
