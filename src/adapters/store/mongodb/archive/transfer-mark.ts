import type { Collection, Db } from 'mongodb';
import type { TransferMark } from '../../../../application/ports/archive-store.js';
import { takenOver } from '../../../../application/transfer/refusals.js';
import { Refusal } from '../database-error.js';

interface MarkRow {
  readonly _id: 'transfer';
  readonly run: string;
  /** JSON: names of parts are no names of fields. */
  readonly mark: string;
}

/** One MongoDB document: how far the transfer into this database is. */
const marksOf = (db: Db): Collection<MarkRow> => db.collection<MarkRow>('quire_transfer');

export async function readMark(db: Db): Promise<TransferMark | null> {
  const row = await marksOf(db).findOne({ _id: 'transfer' });
  return row === null ? null : (JSON.parse(row.mark) as TransferMark);
}

/** Whatever run had it before. */
export async function takeMark(db: Db, mark: TransferMark): Promise<void> {
  const set = { run: mark.run, mark: JSON.stringify(mark) };
  await marksOf(db).updateOne({ _id: 'transfer' }, { $set: set }, { upsert: true });
}

/** Only of the run that has it. */
export async function moveMark(db: Db, mark: TransferMark): Promise<void> {
  const filter = { _id: 'transfer', run: mark.run } as const;
  const { matchedCount } = await marksOf(db).updateOne(filter, { $set: { mark: JSON.stringify(mark) } });
  if (matchedCount === 0) throw new Refusal(takenOver);
}
