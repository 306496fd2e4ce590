import { Canceller } from '../../domain/cancellation.js';
import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import type { Caller } from '../../domain/caller.js';
import type { Deadline } from '../ports/document-store.js';

export const overloaded: Failure = failure('STORE.OVERLOADED', reason('server.overloaded'));
export const tooManyLongReads: Failure = failure('STORE.LONG_READS', reason('server.longReads'));

/** One read or write of a caller, waiting or running. For a read it is also the deadline passed to the store. */
export class Ticket extends Canceller implements Deadline {
  /** When the read has to end, on the clock of `performance.now()`. Writes have no deadline. */
  at = Infinity;
  /** When it began to wait, by `FairSlots`' clock of waiting. */
  since = 0;
  /** Ends its waiting: with null it runs now, with a failure it is refused. */
  admit: ((refused: Failure | null) => void) | undefined;

  /** `cost` is the estimated cost of a read, and 0 of a write. */
  constructor(
    readonly caller: Caller,
    readonly kind: 'write' | 'short read' | 'long read',
    readonly cost: number,
    readonly longestWaitMs: number,
  ) {
    super();
  }

  get isLong(): boolean {
    return this.kind === 'long read';
  }

  /** What its caller is told if it does not run. */
  get refusal(): Failure {
    return this.isLong ? tooManyLongReads : overloaded;
  }

  get signal(): this {
    return this;
  }
}

/** How long the queue stays short after a refusal. */
const overloadedMs = 1_000;

/**
 * The queue of one caller for its short reads and writes, or for its long reads, first come first served. In a burst
 * tickets wait up to their longest time. Once one has waited for that long, more arrives than is answered, and waiting
 * would only delay every answer: for a second, only as many may wait as run, and the others are refused at once.
 */
export class Lane {
  readonly waiting: Ticket[] = [];
  running = 0;
  /** The estimated cost of running reads. */
  runningCost = 0;
  private overloadedUntil = 0;

  constructor(private readonly maxQueued: number) {}

  /** Whether one more may wait. */
  hasRoom(now: number): boolean {
    if (this.waiting.length < this.mostWaiting(now)) return true;
    this.overloadedUntil = now + overloadedMs;
    return false;
  }

  remove(ticket: Ticket): boolean {
    const at = this.waiting.indexOf(ticket);
    if (at !== -1) this.waiting.splice(at, 1);
    return at !== -1;
  }

  isIdle(now: number): boolean {
    return this.running === 0 && this.waiting.length === 0 && now >= this.overloadedUntil;
  }

  /**
   * Removes and returns tickets that have waited too long, and then the oldest ones that exceed the short queue. None is late
   * before `leastWaitMs`.
   */
  expired(waitClockMs: number, now: number, leastWaitMs: number): readonly Ticket[] {
    const isLate = ({ since, longestWaitMs }: Ticket): boolean =>
      waitClockMs - since > Math.max(longestWaitMs, leastWaitMs);
    if (!this.waiting.some(isLate)) return [];
    this.overloadedUntil = now + overloadedMs;
    const left = this.waiting.filter((ticket) => !isLate(ticket)).slice(-this.mostWaiting(now));
    const all = this.waiting.splice(0, this.waiting.length, ...left);
    return all.filter((ticket) => !left.includes(ticket));
  }

  private mostWaiting(now: number): number {
    return now < this.overloadedUntil ? Math.min(Math.max(1, this.running), this.maxQueued) : this.maxQueued;
  }
}
