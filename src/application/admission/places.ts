import type { Caller } from '../../domain/caller.js';
import { err, ok, type Result } from '../../domain/result.js';
import { overloaded } from './lane.js';

interface PlaceLimits {
  readonly perCaller: number;
  readonly all: number;
  /** How many may wait for a place. */
  readonly waiting: number;
}

interface Waiting {
  readonly key: string;
  readonly admit: () => void;
}

/**
 * Limits long work, each a part of which takes a slot of `FairSlots` again and again: how much of it runs at once, in all and for
 * each caller. Others wait, first come first served; too many are refused.
 */
export class Places {
  private readonly taken = new Map<string, number>();
  private waiting: readonly Waiting[] = [];
  private all = 0;

  constructor(private readonly limits: PlaceLimits) {}

  /** Resolves with what gives the place back. Fails with `STORE.OVERLOADED`, also if the caller has gone while it waited. */
  async take(caller: Caller | undefined): Promise<Result<() => void>> {
    if (caller === undefined) return ok(() => {});
    const { key, signal } = caller;
    if (!this.fits(key)) {
      if (this.waiting.length >= this.limits.waiting) return err(overloaded);
      await new Promise<void>((admit) => (this.waiting = [...this.waiting, { key, admit }]));
    } else this.enter(key);
    let isLeft = false;
    const leave = (): void => {
      if (isLeft) return;
      isLeft = true;
      this.leave(key);
    };
    if (!signal.aborted) return ok(leave);
    leave();
    return err(overloaded);
  }

  private fits(key: string): boolean {
    return this.all < this.limits.all && (this.taken.get(key) ?? 0) < this.limits.perCaller;
  }

  private enter(key: string): void {
    this.all += 1;
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
  }

  private leave(key: string): void {
    this.all -= 1;
    const left = (this.taken.get(key) ?? 1) - 1;
    if (left === 0) this.taken.delete(key);
    else this.taken.set(key, left);
    this.waiting = this.waiting.filter(({ key: other, admit }) => {
      if (!this.fits(other)) return true;
      this.enter(other);
      admit();
      return false;
    });
  }
}
