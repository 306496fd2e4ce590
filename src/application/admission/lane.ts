import type { Ticket } from './ticket.js';

/**
 * A queue that has not been empty for so long is due neither to a burst nor to long reads that are about to be
 * cancelled.
 */
const standingMs = 200;
/** For so long after a refusal the limit on waiting stays low. */
const stressedMs = 1_000;
const leastWaitMs = 200;
/** Turns that a ticket waits at most where the queue does not empty. */
const turns = 4;

/**
 * The queue of one caller, first come first served. In a burst tickets wait up to `longestMs`. A queue that does not
 * empty means overload, where waiting only delays every answer: then tickets wait a few turns at most (after
 * "Controlling Queue Delay", Nichols and Jacobson).
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

  /** Removes tickets that have waited too long. `meanMs`: the mean time that one runs. */
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
