import type { Caller } from '../../domain/caller.js';
import { err, ok, type Result } from '../../domain/result.js';
import { overloaded } from './lane.js';

export interface PlaceLimits {
  readonly perCaller: number;
  readonly all: number;
  /** How many may wait for a place, and of one caller. */
  readonly waiting: number;
  readonly waitingPerCaller: number;
}

interface Waiting {
  readonly key: string;
  /** Ends its waiting. */
  readonly end: () => void;
}

/**
 * Limits long work, each a part of which takes a slot of `FairSlots` again and again: how much of it runs at once, in all and for
 * each caller. Others wait until their client goes; too many are refused. Callers take turns: the next is that of a caller who
 * has waited longest since a place of theirs, and of one caller the first that came.
 */
export class Places {
  private readonly taken = new Map<string, number>();
  /** The turn in which a caller who has a place, or waits, took the last one. */
  private readonly turns = new Map<string, number>();
  private turn = 0;
  private waiting: readonly Waiting[] = [];
  private all = 0;

  constructor(private readonly limits: PlaceLimits) {}

  /** Resolves with what gives the place back. Fails with `STORE.OVERLOADED`, also if the caller has gone while it waited. */
  async take(caller: Caller | undefined): Promise<Result<() => void>> {
    if (caller === undefined) return ok(() => {});
    const { key, signal } = caller;
    if (signal.aborted) return err(overloaded);
    if (this.fits(key)) this.enter(key);
    else if (!this.mayWait(key) || !(await this.isAdmitted(key, signal))) return err(overloaded);
    let isLeft = false;
    return ok(() => {
      if (isLeft) return;
      isLeft = true;
      this.leave(key);
    });
  }

  private mayWait(key: string): boolean {
    const own = this.waiting.filter((each) => each.key === key);
    return this.waiting.length < this.limits.waiting && own.length < this.limits.waitingPerCaller;
  }

  /** Waits for a place. Resolves with false if the client has gone meanwhile. */
  private isAdmitted(key: string, signal: Caller['signal']): Promise<boolean> {
    return new Promise((resolve) => {
      const gone = (): void => {
        this.waiting = this.waiting.filter((each) => each !== waiting);
        this.forget(key);
        resolve(false);
      };
      const end = (): void => {
        signal.removeEventListener('abort', gone);
        resolve(true);
      };
      const waiting: Waiting = { key, end };
      this.waiting = [...this.waiting, waiting];
      signal.addEventListener('abort', gone);
    });
  }

  private fits(key: string): boolean {
    return this.all < this.limits.all && (this.taken.get(key) ?? 0) < this.limits.perCaller;
  }

  private enter(key: string): void {
    this.all += 1;
    this.turns.set(key, (this.turn += 1));
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
  }

  private leave(key: string): void {
    this.all -= 1;
    const left = (this.taken.get(key) ?? 1) - 1;
    if (left === 0) this.taken.delete(key);
    else this.taken.set(key, left);
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const admitted = next;
      this.waiting = this.waiting.filter((each) => each !== admitted);
      this.enter(admitted.key);
      admitted.end();
    }
    this.forget(key);
  }

  private next(): Waiting | undefined {
    const turnOf = ({ key }: Waiting): number => this.turns.get(key) ?? 0;
    return this.waiting
      .filter(({ key }) => this.fits(key))
      .reduce<Waiting | undefined>(
        (first, each) => (first !== undefined && turnOf(first) <= turnOf(each) ? first : each),
        undefined,
      );
  }

  /** Keeps nothing of callers who are not there. */
  private forget(key: string): void {
    if (!this.taken.has(key) && !this.waiting.some((each) => each.key === key)) this.turns.delete(key);
  }
}
