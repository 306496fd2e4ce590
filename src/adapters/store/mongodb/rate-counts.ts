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

/** Counts in a collection. Each process uses its own clock, because clocks differ by less than a window. */
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
      { returnDocument: 'after' },
    );
    return row as (WindowRow & { readonly endsIn: number }) | null;
  };
  /** Creates a window that has already ended. If several processes do so at once, one of them succeeds. */
  const createWindow = async (key: string): Promise<void> => {
    try {
      await windows.insertOne({ _id: key, count: 0, endsAt: new Date(0) });
    } catch (error) {
      if (!isRace(error)) throw error;
    }
  };
  const countOrCreate = async (
    key: string,
    windowMs: number,
  ): Promise<WindowRow & { readonly endsIn: number }> => {
    for (let turn = 0; turn < 3; turn += 1) {
      const row = await count(key, windowMs);
      if (row !== null) return row;
      await createWindow(key);
    }
    throw new Error('the window could not be created');
  };
  return {
    count: (key, windowMs) =>
      attempt(async () => {
        const row = await countOrCreate(key, windowMs);
        return ok({ count: row.count, endsInMs: row.endsIn });
      }),
    isOpen: (key) =>
      attempt(async () => ok((await windows.countDocuments({ _id: key, endsAt: { $gt: new Date() } })) > 0)),
    forget: (keys) =>
      attempt(async () => {
        await windows.deleteMany({ _id: { $in: [...keys] } });
        return ok(undefined);
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
