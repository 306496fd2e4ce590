import { MongoBulkWriteError, type Collection, type Db, type Filter } from 'mongodb';
import type {
  ArchiveBatch,
  ArchiveCounters,
  ArchiveStore,
  TransferMark,
} from '../../../../application/ports/archive-store.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { partsOf, remainingParts, type Part } from '../../../../application/transfer/parts.js';
import { takenOver } from '../../../../application/transfer/refusals.js';
import { failure } from '../../../../domain/failure.js';
import { ok } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
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
import { withoutTotals } from '../totals/kept-sums.js';
import { archiveReader, collectionOfPart } from './archive-reader.js';
import { versionRow } from './archived-rows.js';

/**
 * Transfers the collections that `layout.ts` names. Rows are written without a transaction, and the mark is moved
 * after them. If a crash leaves rows past the mark, claiming the transfer removes them.
 */
export const createArchiveStore = (db: Db, schema: Schema): ArchiveStore => ({
  read: (work) => attempt(() => work(archiveReader(db, schema))),
  contents: () => attempt(async () => ok(await contents(db, schema))),
  mark: () => attempt(async () => ok(await readMark(db))),
  claim: (mark) =>
    attempt(async () => {
      await takeMark(db, mark);
      for (const { part, after } of remainingParts(schema, mark.at)) {
        const rows = collectionOfPart(db, part);
        const remove = () => rows.deleteMany({ _id: { $gt: after } });
        await (part.kind === 'versions' ? withoutTotals(db, [rows.collectionName], remove) : remove());
      }
      return ok(undefined);
    }),
  put: (batch, mark) =>
    attempt(async () => {
      await insert(db, schema, batch);
      return ok(await moveMark(db, mark));
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

async function insert(db: Db, schema: Schema, batch: ArchiveBatch): Promise<void> {
  const options = { ordered: false };
  try {
    if (batch.kind === 'links') {
      const rows = batch.rows.map(linkRow);
      await db.collection<LinkRow>(linkCollectionOf(batch.link)).insertMany(rows, options);
    } else {
      const rows = batch.rows.map((row) => versionRow(schema, batch.type, row));
      const name = collectionOf(batch.type);
      await withoutTotals(db, [name], () => db.collection<VersionRow>(name).insertMany(rows, options));
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
async function moveMark(db: Db, mark: TransferMark): Promise<void> {
  const filter = { _id: 'transfer', run: mark.run } as const;
  const { matchedCount } = await marksOf(db).updateOne(filter, { $set: { mark: JSON.stringify(mark) } });
  if (matchedCount === 0) throw new ThrownFailure(takenOver);
}
