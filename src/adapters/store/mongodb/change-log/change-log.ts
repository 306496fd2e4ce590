import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Collection, Db } from 'mongodb';
import type { ChangeEntry, ChangeLog, LoggedChange } from '../../../../application/ports/change-log.js';
import { ok } from '../../../../domain/result.js';
import type { Connection } from '../connection.js';
import type { Counters } from '../counters.js';
import { attempt, isRace } from '../database-error.js';
import { insertRows } from '../insert-rows.js';
import { ownCollections } from '../layout.js';
import { foldCounts, type AppendedCounts } from '../totals/kept-sums.js';

type Content = ChangeEntry & { readonly transaction: string };

/**
 * What a write leaves for whoever numbers entries next: an entry without a position, and how many versions came and went.
 * Its id is a sequence number, which grows with the writes of a document.
 */
type WaitingRow = Partial<Content> & {
  readonly _id: number;
  readonly appended?: AppendedCounts;
};

const isEntry = (row: WaitingRow): row is WaitingRow & Content => row.action !== undefined;

/** An entry; its id is its position. */
type LogRow = Content & { readonly _id: number };

const inboxOf = (db: Db): Collection<WaitingRow> => db.collection(ownCollections.changeInbox);
const logOf = (db: Db): Collection<LogRow> => db.collection(ownCollections.changes);
const positionsOf = (db: Db): Collection<{ readonly _id: string; readonly value: number }> =>
  db.collection(ownCollections.counters);

const positions = 'change';

/** Keeps the change log in one collection, and entries that have no position yet in another. */
export const createChangeLog = (connection: Connection): ChangeLog => ({
  identity: () =>
    attempt(async () => {
      const [log] = await connection.db
        .listCollections({ name: ownCollections.changes }, { nameOnly: false })
        .toArray();
      return ok(String(log?.info?.uuid ?? ''));
    }),
  read: (after, limit) => attempt(async () => ok(await readMoving(connection, after, limit))),
  start: () =>
    attempt(async () => {
      const [oldest] = await logOf(connection.db)
        .find({}, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(1)
        .toArray();
      return ok(oldest === undefined ? await newestOf(connection.db) : oldest._id - 1);
    }),
  end: () =>
    attempt(async () => {
      await moveAllWaiting(connection);
      return ok(await newestOf(connection.db));
    }),
  prune: (before, upTo, limit) =>
    attempt(async () => {
      await moveAllWaiting(connection);
      const oldest = await logOf(connection.db)
        .find({ _id: { $lte: upTo } }, { projection: { at: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      const gone = oldest.filter(({ at }) => at < before).map(({ _id }) => _id);
      const { deletedCount } = await logOf(connection.db).deleteMany({ _id: { $in: gone } });
      return ok({ removed: deletedCount, last: gone.at(-1) ?? 0 });
    }),
});

const newestOf = async (db: Db): Promise<number> =>
  (await positionsOf(db).findOne({ _id: positions }))?.value ?? 0;

/** A text that changes with the writes that a reader of the log can find. */
export async function newestPlace(db: Db): Promise<string> {
  const newest = [{ $sort: { _id: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }];
  const waiting = { coll: ownCollections.changeInbox, pipeline: newest };
  const stages = [{ $match: { _id: positions } }, { $unionWith: waiting }];
  return JSON.stringify(await positionsOf(db).aggregate(stages).toArray());
}

async function readLog(db: Db, after: number, limit: number): Promise<readonly LoggedChange[]> {
  const rows = await logOf(db)
    .find({ _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return rows.map(({ _id, ...content }) => ({ ...content, position: _id }));
}

/** How long a reader waits for another one that moves entries, before it leaves them to its next look at the log. */
const turnPausesMs = [5, 10, 20, 40, 80];

/**
 * Reads the log, with what is waiting if there is nothing else. The inbox is looked at first: what was in it before then
 * waits, or is in the log that is read afterwards.
 */
async function readMoving(
  connection: Connection,
  after: number,
  limit: number,
): Promise<readonly LoggedChange[]> {
  for (let losses = 0; ;) {
    const isWaiting = await hasWaiting(connection.db);
    const entries = await readLog(connection.db, after, limit);
    if (entries.length > 0 || !isWaiting) return entries;
    // What was moved may have no entry, with more behind it.
    if ((await moveWaiting(connection)) !== 'lost') continue;
    const pauseMs = turnPausesMs[losses];
    if (pauseMs === undefined) return entries;
    losses += 1;
    await pause(pauseMs);
  }
}

const hasWaiting = async (db: Db): Promise<boolean> =>
  (await inboxOf(db).findOne({}, { projection: { _id: 1 } })) !== null;

/** The most waiting rows that are moved in one transaction. */
const batch = 1_000;

/** Gives positions to the entries that wait, and adds up the totals that wait with them. */
export async function moveAllWaiting(connection: Connection): Promise<void> {
  while ((await moveWaiting(connection)) === batch);
}

/**
 * Moves committed entries to the log, and adds up what else the writes have left, in one transaction. All processes that
 * do so increment the same counter, so that one of them succeeds at a time, and positions become visible in their order.
 * Returns how many rows were moved, or `lost` if another process moves them now.
 */
async function moveWaiting(connection: Connection): Promise<number | 'lost'> {
  const { db } = connection;
  if (!(await hasWaiting(db))) return 0;
  const transaction = connection.begin();
  try {
    const { session } = transaction;
    const moved = session === undefined ? 0 : await moveRows(db, session);
    await transaction.commit();
    return moved;
  } catch (error) {
    await transaction.abort();
    if (isRace(error)) return 'lost';
    throw error;
  } finally {
    transaction.end();
  }
}

async function moveRows(db: Db, session: ClientSession): Promise<number | 'lost'> {
  const rows = await inboxOf(db).find({}, { session }).sort({ _id: 1 }).limit(batch).toArray();
  // Another process was faster.
  if (rows.length === 0) return 'lost';
  const entries = rows.filter(isEntry);
  const counted = { $inc: { value: entries.length } };
  const after = await positionsOf(db).findOneAndUpdate({ _id: positions }, counted, {
    session,
    upsert: true,
    returnDocument: 'after',
  });
  const first = (after?.value ?? entries.length) - entries.length + 1;
  const logged = entries.map(({ appended: _appended, ...entry }, index) => ({
    ...entry,
    _id: first + index,
  }));
  if (logged.length > 0) await logOf(db).insertMany(logged, { session });
  await foldCounts(
    db,
    session,
    rows.flatMap(({ appended }) => appended ?? []),
  );
  await inboxOf(db).deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { session });
  return rows.length;
}

/** What a write leaves in its transaction. */
interface Left {
  readonly change: ChangeEntry | undefined;
  readonly appended: AppendedCounts | undefined;
}

/** Stores what a write leaves. `sequence` was taken when the transaction saw its document. */
export const insertChange = (
  db: Db,
  session: ClientSession,
  { change, appended }: Left,
  sequence: number,
): Promise<void> =>
  insertRows<WaitingRow>(
    inboxOf(db),
    [
      {
        _id: sequence,
        ...(change && { transaction: nameOf(session), ...change }),
        ...(appended && { appended }),
      },
    ],
    { session },
  );

/** The driver gives each transaction of a session a number. */
const nameOf = ({ id, serverSession }: ClientSession): string => {
  const bytes = (id as { readonly id?: { toString(encoding: 'hex'): string } } | undefined)?.id;
  return `${bytes?.toString('hex') ?? ''}-${serverSession.txnNumber}`;
};

let alone = 0;

/**
 * Stores the entry of a write on a server without transactions, where it is not a part of the write: readers may pass it,
 * and a crash may lose it.
 */
export async function insertChangeAlone(db: Db, change: ChangeEntry, counters: Counters): Promise<void> {
  const transaction = `${process.pid}-${(alone += 1)}`;
  const _id = await counters.next(positions);
  await insertRows(logOf(db), [{ _id, transaction, ...change }], {});
}
