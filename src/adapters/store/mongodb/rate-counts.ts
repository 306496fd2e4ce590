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

interface CountedRow extends WindowRow {
  readonly endsIn: number;
}

/** Each turn after the first is lost to somebody who has begun a window, and to somebody else who has then ended it. */
const maxTurns = 20;

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
    return row as CountedRow | null;
  };
  /** Begins a window. If several do so at once, one of them succeeds, and the others get null. */
  const create = async (key: string, windowMs: number): Promise<CountedRow | null> => {
    const row = { _id: key, count: 1, endsAt: new Date(Date.now() + windowMs) };
    try {
      await windows.insertOne(row);
      return { ...row, endsIn: windowMs };
    } catch (error) {
      if (!isRace(error)) throw error;
      return null;
    }
  };
  const countOrCreate = async (key: string, windowMs: number): Promise<CountedRow> => {
    for (let turn = 0; turn < maxTurns; turn += 1) {
      const row = (await count(key, windowMs)) ?? (await create(key, windowMs));
      if (row !== null) return row;
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
