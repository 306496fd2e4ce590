import type { Db, Document } from 'mongodb';
import { afterRaces } from '../../../application/stores/after-races.js';
import { racing } from './database-error.js';
import { ownCollections } from './layout.js';

/** Numbers that are given out once, to whichever process asks. */
export class Counters {
  private readonly blocks = new Map<string, { next: number; left: number }>();
  private waiting: { count: number; give: (first: Promise<number>) => void }[] = [];
  private isServing = false;

  constructor(private readonly db: Db) {}

  /** The first of a run of `count` numeric ids, from a block of this process: most cost no round trip. */
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
   * The first of a run of `count` numbers of the sequence: greater than every one that was given out before, by any process. One round
   * trip is on its way at a time, and those who ask meanwhile share the next: all writers count up the same document.
   */
  sequence(count: number): Promise<number> {
    return new Promise((resolve) => {
      this.waiting.push({ count, give: resolve });
      if (!this.isServing) void this.serve();
    });
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    // Whoever asks in the same turn comes along.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const served = this.waiting;
      this.waiting = [];
      const sum = served.reduce((total, { count }) => total + count, 0);
      const taken = this.take('tick', sum);
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
    // Of two who make the same counter at once, one is refused.
    const after = await afterRaces(racing, () =>
      counters.findOneAndUpdate({ _id: name }, counted, { upsert: true, returnDocument: 'after' }),
    );
    return Number(after?.['value']) - count + 1;
  }
}

/** Ids that are lost when a process ends. */
const blockSize = 100;

/** A valid, unique and growing order key. */
export const sequenceKey = (number: number): string => `k${number.toString(16).padStart(11, '0')}`;
