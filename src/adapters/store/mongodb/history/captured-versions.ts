import type { ClientSession, Collection, Db } from 'mongodb';
import type { CapturedVersion, CapturedVersions } from '../../../../application/ports/captured-versions.js';
import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import type { Units } from '../../../../application/stores/create-units.js';
import { ok } from '../../../../domain/result.js';
import { attempt } from '../database-error.js';
import { insertRows } from '../insert-rows.js';
import type { MongoUnit } from '../join-units.js';
import { ownCollections } from '../layout.js';

/** The id is the sequence number of the entry in the change log, which grows with the writes of a document. */
type CaptureRow = CapturedVersion & { readonly _id: number };

const capturesOf = (db: Db): Collection<CaptureRow> => db.collection(ownCollections.captured);

/** Keeps captures in a collection until they are taken. */
export const createCapturedVersions = (db: Db, units: Units<MongoUnit>): CapturedVersions => ({
  take: (documents, limit) =>
    attempt(async () => {
      const documentId = { $in: [...new Set(documents.map((one) => one.documentId))] };
      const type = { $in: [...new Set(documents.map((one) => one.type))] };
      const take = async (session?: ClientSession): Promise<readonly CapturedVersion[]> => {
        const options = session === undefined ? {} : { session };
        const rows = await capturesOf(db)
          .find({ documentId, type }, options)
          .sort({ _id: 1 })
          .limit(limit)
          .toArray();
        // Of two transactions that take the same rows, the second one conflicts here and is run again.
        if (rows.length > 0)
          await capturesOf(db).deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }, options);
        return rows.map(({ _id, ...captured }) => captured);
      };
      const inside = (unit: MongoUnit) => {
        unit.isUsed = true;
        return take(unit.session);
      };
      return ok(await units.join(inside, () => take()));
    }),
});

/** Stores the capture of a write, in its transaction if it has one. */
export function insertCapture(
  db: Db,
  session: ClientSession | undefined,
  { names: _names, ...change }: ChangeEntry,
  content: string | null,
  sequence: number,
): Promise<void> {
  const row = { _id: sequence, ...change, content };
  return insertRows(capturesOf(db), [row], session === undefined ? {} : { session });
}
