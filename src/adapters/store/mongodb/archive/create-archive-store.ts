import { MongoBulkWriteError, type ClientSession, type Collection, type Db, type Filter } from 'mongodb';
import type {
  ArchiveBatch,
  ArchiveCounters,
  ArchiveStore,
  TransferMark,
} from '../../../../application/ports/archive-store.js';
import type { Log } from '../../../../application/ports/log.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { partsOf, remainingParts, type Part } from '../../../../application/transfer/parts.js';
import { takenOver } from '../../../../application/transfer/refusals.js';
import { failure } from '../../../../domain/failure.js';
import { ok } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection } from '../connection.js';
import { sequenceCounter } from '../counters.js';
import { attempt, violatedIndex } from '../database-error.js';
import {
  collectionOf,
  linkCollectionOf,
  linkRow,
  ownCollections,
  type LinkRow,
  type VersionRow,
} from '../layout.js';
import { defaultLeaseTimes, withLease } from '../schema/schema-lease.js';
import { withoutTotals } from '../totals/kept-sums.js';
import { archiveReader, collectionOfPart } from './archive-reader.js';
import { versionRow } from './archived-rows.js';

export interface ArchiveStoreOptions {
  readonly connection: Pick<Connection, 'db' | 'transaction'>;
  readonly schema: Schema;
  readonly log: Log;
}

/**
 * Transfers the collections that `layout.ts` names. Rows are written with the mark in one transaction, so that a run whose
 * transfer another one has claimed leaves none. Where a server has no transactions, the mark is moved after them; if a crash
 * leaves rows past the mark, claiming the transfer removes them.
 */
export const createArchiveStore = ({
  connection: { db, transaction },
  schema,
  log,
}: ArchiveStoreOptions): ArchiveStore => ({
  read: (work) => attempt(() => work(archiveReader(db, schema))),
  contents: () => attempt(async () => ok(await contents(db, schema))),
  mark: () => attempt(async () => ok(await readMark(db))),
  claim: (mark) =>
    // In turn: what one run removes could be what the next one has stored.
    attempt(() => withLease(db, log, defaultLeaseTimes, async () => ok(await claim(db, schema, mark)))),
  put: (batch, mark) =>
    attempt(async () => {
      const put = () =>
        transaction(async (session) => {
          await insert(db, schema, batch, session);
          await moveMark(db, mark, session);
        });
      const versions = batch.kind === 'versions' ? [collectionOf(batch.type)] : [];
      return ok(await withoutTotals(db, versions, put));
    }),
  finish: (counters, mark) =>
    attempt(async () => {
      await raise(db, schema, counters);
      return ok(await moveMark(db, mark));
    }),
});

async function contents(db: Db, schema: Schema): Promise<readonly string[]> {
  const wanted = [
    ...partsOf(schema).map((part) => collectionOfPart(db, part).collectionName),
    ownCollections.roles,
    ownCollections.tokens,
    ownCollections.values,
  ];
  const there = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  const filled: string[] = [];
  for (const name of wanted) {
    if (!there.has(name)) continue;
    if ((await db.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) filled.push(name);
  }
  return filled.sort();
}

async function claim(db: Db, schema: Schema, mark: TransferMark): Promise<void> {
  await takeMark(db, mark);
  for (const { part, after } of remainingParts(schema, mark.at)) {
    const rows = collectionOfPart(db, part);
    const remove = () => rows.deleteMany({ _id: { $gt: after } });
    await (part.kind === 'versions' ? withoutTotals(db, [rows.collectionName], remove) : remove());
  }
}

async function insert(
  db: Db,
  schema: Schema,
  batch: ArchiveBatch,
  session: ClientSession | undefined,
): Promise<void> {
  const options = { ordered: false, ...(session && { session }) };
  try {
    if (batch.kind === 'links') {
      const rows = batch.rows.map(linkRow);
      await db.collection<LinkRow>(linkCollectionOf(batch.link)).insertMany(rows, options);
    } else {
      const rows = batch.rows.map((row) => versionRow(schema, batch.type, row));
      await db.collection<VersionRow>(collectionOf(batch.type)).insertMany(rows, options);
    }
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || violatedIndex(error) === undefined) throw error;
    const name = batch.kind === 'links' ? linkCollectionOf(batch.link) : collectionOf(batch.type);
    throw new ThrownFailure(failure('INPUT.MISMATCH', `Two rows for "${name}" collide: ${error.message}`));
  }
}

async function raise(
  db: Db,
  schema: Schema,
  { sequenceKey, itemId, versionIds }: ArchiveCounters,
): Promise<void> {
  const counters = db.collection<{ readonly _id: string; readonly value: number }>(ownCollections.counters);
  const least = new Map([
    [sequenceCounter, sequenceKey],
    ['item', itemId],
  ]);
  for (const part of partsOf(schema)) {
    const given = part.kind === 'versions' ? (versionIds[part.type.uid] ?? 0) : 0;
    // Link ids are sequence numbers.
    const name = part.kind === 'versions' ? collectionOf(part.type) : sequenceCounter;
    least.set(name, Math.max(least.get(name) ?? 0, given, ...(await greatestIds(db, part))));
  }
  for (const [name, value] of least) {
    if (value === 0) continue;
    const filter = { _id: name } as Filter<{ readonly _id: string; readonly value: number }>;
    await counters.updateOne(filter, { $max: { value } }, { upsert: true });
  }
}

async function greatestIds(db: Db, part: Part): Promise<readonly number[]> {
  const group = { _id: null, id: { $max: '$_id' }, remembered: { $max: '$_publishedId' } };
  const [row] = await collectionOfPart(db, part)
    .aggregate([{ $group: group }])
    .toArray();
  return [row?.['id'], row?.['remembered']].map((value) => Number(value ?? 0));
}

interface MarkRow {
  readonly _id: 'transfer';
  readonly run: string;
  /** JSON text, because the name of a part may not be a valid field name. */
  readonly mark: string;
}

/** The collection that holds the progress of the transfer into this database, in one document. */
const marksOf = (db: Db): Collection<MarkRow> => db.collection<MarkRow>('quire_transfer');

async function readMark(db: Db): Promise<TransferMark | null> {
  const row = await marksOf(db).findOne({ _id: 'transfer' });
  return row === null ? null : (JSON.parse(row.mark) as TransferMark);
}

/** Sets the mark, whichever run had set it before. */
async function takeMark(db: Db, mark: TransferMark): Promise<void> {
  const set = { run: mark.run, mark: JSON.stringify(mark) };
  await marksOf(db).updateOne({ _id: 'transfer' }, { $set: set }, { upsert: true });
}

/** Throws a `ThrownFailure` if another run has taken the transfer over. */
async function moveMark(db: Db, mark: TransferMark, session?: ClientSession): Promise<void> {
  const filter = { _id: 'transfer', run: mark.run } as const;
  const moved = { $set: { mark: JSON.stringify(mark) } };
  const { matchedCount } = await marksOf(db).updateOne(filter, moved, session && { session });
  if (matchedCount === 0) throw new ThrownFailure(takenOver);
}
