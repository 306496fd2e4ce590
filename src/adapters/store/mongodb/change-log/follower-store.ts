import type { Collection, Db, Document } from 'mongodb';
import type {
  FollowerProgress,
  FollowerRecord,
  FollowerStore,
} from '../../../../application/ports/follower-store.js';
import { ok } from '../../../../domain/result.js';
import { attempt, isRace } from '../database-error.js';
import { ownCollections } from '../layout.js';

interface FollowerRow extends Omit<FollowerProgress, 'aside'> {
  readonly _id: string;
  /** JSON text. */
  readonly aside: string;
  readonly holder: string | null;
  readonly until: Date;
  readonly seenAt: Date | null;
  readonly revision: number;
  /** Whether the lease runs; computed when the row is read. */
  readonly isHeld?: boolean;
}

/** Keeps followers and their leases in a collection. The clock of leases is that of the database. */
export function createFollowerStore(db: Db): FollowerStore {
  const followers: Collection<FollowerRow> = db.collection<FollowerRow>(ownCollections.followers);
  return {
    add: (name, cursor) =>
      attempt(async () => {
        try {
          await followers.insertOne({ _id: name, cursor, ...unseen });
        } catch (error) {
          if (!isRace(error)) throw error;
        }
        return ok(undefined);
      }),
    claim: (name, holder, leaseMs) =>
      attempt(async () => {
        const claimed = [{ $set: { holder, until: { $add: ['$$NOW', leaseMs] }, seenAt: '$$NOW' } }];
        const mine = await followers.updateOne({ _id: name, holder }, claimed);
        if (mine.matchedCount === 0 && (await followers.updateOne(free(name), claimed)).matchedCount === 0)
          return ok(null);
        const row = await followers.findOne({ _id: name });
        return ok(row?.holder === holder ? recordOf({ ...row, isHeld: true }) : null);
      }),
    release: (name, holder) =>
      attempt(async () => {
        await followers.updateOne({ _id: name, holder }, { $set: { holder: null, until: new Date(0) } });
        return ok(undefined);
      }),
    save: ({ name, revision }, { cursor, failures, retryAt, error, aside }, holder) =>
      attempt(async () => {
        const held = holder === null ? {} : { holder, $expr: { $gt: ['$until', '$$NOW'] } };
        const { matchedCount } = await followers.updateOne(
          { _id: name, revision, ...held },
          { $set: { cursor, failures, retryAt, error, aside: JSON.stringify(aside) }, $inc: { revision: 1 } },
        );
        return ok(matchedCount > 0);
      }),
    list: () => attempt(async () => ok(await listFollowers(followers))),
    remove: (name) => attempt(async () => ok((await followers.deleteOne(free(name))).deletedCount > 0)),
  };
}

/** A follower that no holder has. */
const free = (name: string) => ({ _id: name, $expr: { $lte: ['$until', '$$NOW'] } });

async function listFollowers(followers: Collection<FollowerRow>): Promise<readonly FollowerRecord[]> {
  const stages: Document[] = [{ $set: { isHeld: { $gt: ['$until', '$$NOW'] } } }, { $sort: { _id: 1 } }];
  return (await followers.aggregate<FollowerRow>(stages).toArray()).map(recordOf);
}

const unseen: Omit<FollowerRow, '_id' | 'cursor'> = {
  failures: 0,
  retryAt: null,
  error: null,
  aside: '[]',
  holder: null,
  until: new Date(0),
  seenAt: null,
  revision: 0,
};

const recordOf = (row: FollowerRow): FollowerRecord => ({
  name: row._id,
  cursor: row.cursor,
  failures: row.failures,
  retryAt: row.retryAt,
  error: row.error,
  aside: JSON.parse(row.aside) as FollowerRecord['aside'],
  holder: row.isHeld === true ? row.holder : null,
  seenAt: row.seenAt?.toISOString() ?? null,
  revision: row.revision,
});
