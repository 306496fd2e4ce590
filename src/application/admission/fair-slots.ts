import { failure, type Failure } from '../../domain/failure.js';
import type { Caller } from '../../domain/permission/permission.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import { Lane } from './lane.js';
import { ReadTimes } from './read-times.js';
import { shapeKeyOf } from './shape-key.js';
import type { Ticket } from './ticket.js';

export interface AdmissionOptions {
  /** How many reads and writes run at once. */
  readonly slots: number;
  /** How long one read or write waits for a slot at most. */
  readonly queueTimeoutMs: number;
  /** How many of one caller wait at most. */
  readonly maxQueued: number;
  /** How long a read may take. */
  readonly readTimeoutMs: number;
}

export const overloaded: Failure = failure(
  'STORE.OVERLOADED',
  'The server is overloaded: try again in a moment',
);

/** What one caller runs. */
interface Share {
  readonly key: string;
  readonly running: Ticket[];
  readonly light: Lane;
  readonly heavy: Lane;
}

/** How often the queues are checked, in milliseconds. */
const tickMs = 10;

/**
 * Limits the reads and writes that run at once, and lets callers take turns. No caller has all slots, and long reads
 * have half of a caller's slots. Whether a read is long is estimated from others of its shape; one of an unknown shape
 * starts as a short one and, if it turns out long while others wait, is cancelled and started again among the long
 * ones.
 */
export class FairSlots {
  private readonly shares = new Map<string, Share>();
  /** An array, as those of shares: tables that a `Set` has grown out of keep what they held alive until all is collected. */
  private readonly running: Ticket[] = [];
  /** Lanes in which somebody waits, the next one first. */
  private readonly ring: { readonly share: Share; readonly lane: Lane }[] = [];
  private readonly times = new ReadTimes();
  private ticking: NodeJS.Timeout | undefined;
  private watching: NodeJS.Timeout | undefined;
  private readonly reserved: number;
  private readonly perCaller: number;
  private readonly longPerCaller: number;

  constructor(private readonly options: AdmissionOptions) {
    const { slots } = options;
    this.reserved = Math.floor(slots / 4);
    this.perCaller = Math.max(1, slots - 1);
    this.longPerCaller = Math.max(1, Math.floor(slots / 2));
  }

  ticket(caller: Caller, plan: ReadPlan | null): Ticket {
    const now = performance.now();
    const shape = plan === null ? undefined : this.times.shapeOf(plan, now);
    const heavy = this.times.isHeavy(shape) ?? false;
    return {
      caller,
      plan,
      shape,
      heavy,
      since: now,
      started: 0,
      abort: undefined,
      again: false,
      admit: undefined,
    };
  }

  /** Null: it was started, and runs until `leave`. */
  enter(ticket: Ticket): Promise<Failure | null> | Failure | null {
    const { signal } = ticket.caller;
    if (signal.aborted) return overloaded;
    const now = performance.now();
    ticket.since = now;
    ticket.again = false;
    const share = this.shareOf(ticket.caller.key);
    const lane = ticket.heavy ? share.heavy : share.light;
    if (lane.waiting.length === 0 && this.mayStart(share, ticket.heavy, now)) {
      this.start(share, ticket, now);
      return null;
    }
    if (!lane.takes(ticket.heavy ? this.longPerCaller : this.perCaller, now)) {
      this.forget(share);
      return overloaded;
    }
    return this.wait(share, lane, ticket, now);
  }

  leave(ticket: Ticket): void {
    const { caller, plan, shape, heavy, started } = ticket;
    const now = performance.now();
    const share = this.shareOf(caller.key);
    remove(this.running, ticket);
    remove(share.running, ticket);
    if (!ticket.again) this.times.note(plan, shape, now - started, heavy, now);
    this.forget(share);
    this.dispatch(now);
  }

  private wait(share: Share, lane: Lane, ticket: Ticket, now: number): Promise<Failure | null> {
    this.queue(share, lane, ticket, now);
    this.ticking ??= setInterval(() => this.tick(), tickMs);
    const { signal } = ticket.caller;
    return new Promise((resolve) => {
      const left = (): void => {
        if (lane.remove(ticket) || share.heavy.remove(ticket)) ticket.admit?.(overloaded);
        this.forget(share);
      };
      signal.addEventListener('abort', left);
      ticket.admit = (refused) => {
        signal.removeEventListener('abort', left);
        resolve(refused);
      };
    });
  }

  private queue(share: Share, lane: Lane, ticket: Ticket, now: number): void {
    if (!this.ring.some((turn) => turn.lane === lane)) this.ring.push({ share, lane });
    lane.add(ticket, now);
  }

  private start(share: Share, ticket: Ticket, now: number): void {
    ticket.started = now;
    ticket.abort = undefined;
    share.running.push(ticket);
    this.running.push(ticket);
    this.watching ??= setInterval(() => this.endLate(), this.watchMs).unref();
  }

  /** One timer for all reads, as one for each costs them more than their turn. */
  private endLate(): void {
    const latest = performance.now() - this.options.readTimeoutMs;
    for (const { plan, started, abort } of this.running) if (plan !== null && started <= latest) abort?.();
    if (this.running.length > 0) return;
    clearInterval(this.watching);
    this.watching = undefined;
  }

  private get watchMs(): number {
    return Math.max(1, Math.min(100, this.options.readTimeoutMs / 4));
  }

  private mayStart(share: Share, heavy: boolean, now: number): boolean {
    if (this.running.length >= this.options.slots || share.running.length >= this.perCaller) return false;
    if (!heavy) return true;
    return (
      this.long(share.running, now).length < this.longPerCaller &&
      this.long(this.running, now).length < this.mostLong
    );
  }

  private get mostLong(): number {
    return Math.max(1, this.options.slots - this.reserved);
  }

  private long(tickets: readonly Ticket[], now: number): Ticket[] {
    const { longMs } = this.times;
    return tickets.filter(({ heavy, started }) => heavy || now - started > longMs);
  }

  /** Starts waiting tickets in turn, as long as slots allow. */
  private dispatch(now: number): void {
    let passed = 0;
    while (passed < this.ring.length && this.running.length < this.options.slots) {
      const turn = this.ring.shift();
      const next = turn?.lane.waiting[0];
      if (turn === undefined || next === undefined) continue;
      if (this.mayStart(turn.share, turn.lane.heavy, now)) {
        turn.lane.remove(next);
        this.start(turn.share, next, now);
        next.admit?.(null);
        passed = 0;
      } else passed += 1;
      if (turn.lane.waiting.length > 0) this.ring.push(turn);
    }
  }

  private tick(): void {
    const now = performance.now();
    for (const { share, lane } of this.ring) {
      for (const ticket of lane.expired(this.times.mean(lane.heavy), now)) ticket.admit?.(overloaded);
      if (!lane.heavy && lane.waiting.length > 0) this.makeRoom(share, now);
      this.forget(share);
    }
    const left = this.ring.filter(({ lane }) => lane.waiting.length > 0);
    this.ring.splice(0, this.ring.length, ...left);
    this.dispatch(now);
    if (this.ring.length > 0) return;
    clearInterval(this.ticking);
    this.ticking = undefined;
  }

  /** Cancels reads that turned out to be long beyond their share of slots, while short ones wait. */
  private makeRoom(share: Share, now: number): void {
    const own = this.long(share.running, now);
    const all = this.long(this.running, now);
    const tooMany = [...own.slice(this.longPerCaller), ...all.slice(this.mostLong)];
    for (const ticket of new Set(tooMany)) {
      if (ticket.plan === null || ticket.heavy || ticket.abort === undefined || ticket.again) continue;
      this.times.note(ticket.plan, ticket.shape, now - ticket.started, false, now);
      ticket.heavy = true;
      ticket.again = true;
      ticket.abort();
    }
    if (tooMany.length > 0) this.sortOut(share, now);
  }

  /** Moves waiting reads that are now known to be long to the lane of long ones. */
  private sortOut(share: Share, now: number): void {
    for (const ticket of share.light.waiting.filter((each) => this.isLong(each))) {
      ticket.heavy = true;
      share.light.remove(ticket);
      this.queue(share, share.heavy, ticket, now);
    }
  }

  private isLong(ticket: Ticket): boolean {
    if (ticket.plan === null) return false;
    ticket.shape ??= shapeKeyOf(ticket.plan);
    return this.times.isHeavy(ticket.shape) === true;
  }

  private shareOf(key: string): Share {
    let share = this.shares.get(key);
    if (share === undefined) {
      const { queueTimeoutMs, maxQueued } = this.options;
      const laneOf = (heavy: boolean) => new Lane(heavy, queueTimeoutMs, maxQueued);
      share = { key, running: [], light: laneOf(false), heavy: laneOf(true) };
      this.shares.set(key, share);
    }
    return share;
  }

  private forget({ key, running, light, heavy }: Share): void {
    if (running.length === 0 && light.waiting.length === 0 && heavy.waiting.length === 0)
      this.shares.delete(key);
  }
}

function remove(tickets: Ticket[], ticket: Ticket): void {
  const at = tickets.indexOf(ticket);
  if (at !== -1) tickets.splice(at, 1);
}
