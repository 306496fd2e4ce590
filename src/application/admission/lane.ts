import type { Ticket } from './ticket.js';

/**
 * A queue that has not been empty for so long does not come from a burst, nor from reads that turn out to be long and are
 * ended for it.
 */
const standingMs = 200;
/** After a refusal, waiting stays short for so long. */
const stressedMs = 1_000;
const leastWaitMs = 200;
/** Turns that one waits for where the queue stays. */
const turns = 4;

/**
 * Those of one caller who wait, first come first served. A burst may wait for as long as `longestMs`. Where the queue stays,
 * there is more to do than can be done, and waiting only makes everybody late: then nobody waits for longer than some
 * turns (after "Controlling Queue Delay", Nichols and Jacobson).
 */
export class Lane {
  readonly waiting: Ticket[] = [];
  private standingSince = 0;
  private stressedUntil = 0;

  constructor(
    readonly heavy: boolean,
    private readonly longestMs: number,
    private readonly maxQueued: number,
  ) {}

  /** Whether one more may wait. `width`: how many of the lane may run at once. */
  takes(width: number, now: number): boolean {
    const most = this.isStressed(now) ? Math.min(turns * width, this.maxQueued) : this.maxQueued;
    if (this.waiting.length < most) return true;
    this.stressedUntil = now + stressedMs;
    return false;
  }

  add(ticket: Ticket, now: number): void {
    if (this.waiting.length === 0) this.standingSince = now;
    this.waiting.push(ticket);
  }

  remove(ticket: Ticket): boolean {
    const at = this.waiting.indexOf(ticket);
    if (at !== -1) this.waiting.splice(at, 1);
    return at !== -1;
  }

  /** Removes those who have waited too long. `meanMs`: how long one runs. */
  expired(meanMs: number, now: number): readonly Ticket[] {
    const limit = this.isStressed(now)
      ? Math.min(this.longestMs, Math.max(leastWaitMs, turns * meanMs))
      : this.longestMs;
    const first = this.waiting.findIndex(({ since }) => now - since <= limit);
    const late = this.waiting.splice(0, first === -1 ? this.waiting.length : first);
    if (late.length > 0) this.stressedUntil = now + stressedMs;
    return late;
  }

  private isStressed(now: number): boolean {
    return now < this.stressedUntil || (this.waiting.length > 0 && now - this.standingSince > standingMs);
  }
}
