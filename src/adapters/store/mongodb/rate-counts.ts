import type { Collection, Db } from 'mongodb';
import type { RateCounts } from '../../../application/ports/rate-counts.js';
import { ok } from '../../../domain/result.js';
import { attempt, isRace } from './database-error.js';
import { ownCollections } from './layout.js';

interface WindowRow {
  readonly _id: string;
  readonly count: number;
  readonly endsAt: Date;
}

/** Counts in a collection, by the clocks of who counts: windows are longer than what these differ by. */
export function createRateCounts(db: Db): RateCounts {
  const windows: Collection<WindowRow> = db.collection(ownCollections.rates);
  const count = async (key: string, windowMs: number) => {
    const now = new Date();
    const isOpen = { $gt: ['$endsAt', now] };
    const row = await windows.findOneAndUpdate(
      { _id: key },
      [
        {
          $set: {
            count: { $cond: [isOpen, { $add: ['$count', 1] }, 1] },
            endsAt: { $cond: [isOpen, '$endsAt', new Date(now.getTime() + windowMs)] },
          },
        },
        { $set: { endsIn: { $subtract: ['$endsAt', now] } } },
      ],
      { upsert: true, returnDocument: 'after' },
    );
    if (row === null) throw new Error('the database told nothing of a count');
    return row as WindowRow & { readonly endsIn: number };
  };
  return {
    count: (key, windowMs) =>
      attempt(async () => {
        const row = await again(() => count(key, windowMs));
        return ok({ count: row.count, endsInMs: row.endsIn });
      }),
    sweep: (limit) =>
      attempt(async () => {
        const ended = { endsAt: { $lte: new Date() } };
        const rows = await windows
          .find(ended, { projection: { _id: 1 } })
          .limit(limit)
          .toArray();
        const keys = rows.map(({ _id }) => _id);
        const { deletedCount } = await windows.deleteMany({ _id: { $in: keys }, ...ended });
        return ok(deletedCount);
      }),
  };
}

/** Two that are the first of one key at once both try to make it, and one of them fails. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRace(error)) throw error;
    return work();
  }
}
