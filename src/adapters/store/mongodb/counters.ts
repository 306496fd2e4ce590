import type { Db, Document } from 'mongodb';
import { afterRaces } from '../../../application/stores/after-races.js';
import { racing } from './database-error.js';
import { ownCollections } from './layout.js';

/** Numbers that are unique among all processes on one database. */
export class Counters {
  private readonly blocks = new Map<string, { next: number; left: number }>();
  private waiting: { count: number; give: (first: Promise<number>) => void }[] = [];
  private isServing = false;

  constructor(private readonly db: Db) {}

  /**
   * Returns the first of `count` consecutive numeric ids. They come from a block that this process has reserved, so
   * most calls need no round trip.
   */
  async ids(name: string, count: number): Promise<number> {
    const block = this.blocks.get(name);
    if (block !== undefined && block.left >= count) {
      const first = block.next;
      block.next += count;
      block.left -= count;
      return first;
    }
    const size = Math.max(count, blockSize);
    const first = await this.take(name, size);
    const current = this.blocks.get(name);
    if (current === undefined || current.left < size - count)
      this.blocks.set(name, { next: first + count, left: size - count });
    return first;
  }

  /**
   * Returns the first of `count` consecutive sequence numbers, which are greater than all that any process has had
   * before. One command is in flight at a time, and calls that arrive meanwhile share the next one, because all
   * writers increment the same counter.
   */
  sequence(count: number): Promise<number> {
    return new Promise((resolve) => {
      this.waiting.push({ count, give: resolve });
      if (!this.isServing) void this.serve();
    });
  }

  /** Returns the next number of a counter that has no blocks. */
  next(name: string): Promise<number> {
    return this.take(name, 1);
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    // Calls in the same turn of the event loop share the first command.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const served = this.waiting;
      this.waiting = [];
      const sum = served.reduce((total, { count }) => total + count, 0);
      const taken = this.take(sequenceCounter, sum);
      let before = 0;
      for (const { count, give } of served) {
        const offset = before;
        give(taken.then((first) => first + offset));
        before += count;
      }
      await taken.catch(() => {});
    }
    this.isServing = false;
  }

  private async take(name: string, count: number): Promise<number> {
    const counters = this.db.collection<Document & { _id: string }>(ownCollections.counters);
    const counted = { $inc: { value: count } };
    // When two processes create the same counter at once, one of them fails with a duplicate key.
    const after = await afterRaces(racing, () =>
      counters.findOneAndUpdate({ _id: name }, counted, { upsert: true, returnDocument: 'after' }),
    );
    return Number(after?.['value']) - count + 1;
  }
}

/** The name of the counter of sequence numbers. Existing databases have it under this name. */
export const sequenceCounter = 'tick';

/** Ids that a process reserves at once. When it ends, the rest of them is never used. */
const blockSize = 100;

/** The order key of a sequence number. Keys sort as their numbers do. */
export const sequenceKey = (number: number): string => `k${number.toString(16).padStart(11, '0')}`;
