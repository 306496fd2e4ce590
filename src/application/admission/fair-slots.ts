import type { Failure } from '../../domain/failure.js';
import type { Caller } from '../../domain/caller.js';
import type { LongReads } from '../ports/store.js';
import { Lane, Ticket } from './lane.js';

export interface AdmissionOptions {
  /** The number of reads and writes that run at once. */
  readonly slots: number;
  /**
   * The longest time that a write or a long read waits for a slot. A short read waits for a tenth of it, in proportion longer
   * if it costs more than a slot's part of the limit for short reads, and as long as they do while its caller is alone, or others
   * leave it less than its share.
   */
  readonly queueTimeoutMs: number;
  /** The number of waiting short reads and writes, and of waiting long reads, for each caller. */
  readonly maxQueued: number;
  /** The time limit of a read, with its time in the queue. */
  readonly readTimeoutMs: number;
  readonly longReads: LongReads;
}

/** The running and waiting tickets of one caller. */
interface Share {
  readonly short: Lane;
  readonly long: Lane;
}

const laneOf = ({ short, long }: Share, { isLong }: Ticket): Lane => (isLong ? long : short);

const runningOf = ({ short, long }: Share): number => short.running + long.running;

/** The interval at which queues are checked for tickets that have waited too long. */
const checkMs = 10;
/** The interval at which running reads are checked for their deadline. */
const watchMs = 100;

/**
 * Limits the reads and writes that run at once, and shares the slots fairly among callers. The last quarter of the slots is
 * for callers of which nothing runs. The total estimated cost of running long reads is limited, and that of each caller too,
 * so that short reads find a free slot and a database that is not busy with long reads only. So is that of the short reads
 * of each caller, unless it is alone.
 */
export class FairSlots {
  private readonly shares = new Map<string, Share>();
  /**
   * An array: a growing `Set` leaves old tables behind that keep tickets alive until the next full garbage collection.
   */
  private readonly running: Ticket[] = [];
  /** The estimated cost of all running long reads. */
  private longCost = 0;
  /** Lanes with waiting tickets, the next one first. */
  private readonly ring: { readonly share: Share; readonly lane: Lane }[] = [];
  private checking: NodeJS.Timeout | undefined;
  private checkedAt = 0;
  /** Advances while tickets wait, but not while the event loop is blocked, which alone is not an overload. */
  private waitClockMs = 0;
  private watching: NodeJS.Timeout | undefined;
  /** How many slots may be in use when a caller takes more than one: a quarter, but at least one, stays for others. */
  private readonly slotsForMore: number;
  private readonly shortCostOfSlot: number;
  private readonly shortCostOfCaller: number;
  private readonly longCostOfCaller: number;
  private readonly longCostOfAll: number;

  constructor(private readonly options: AdmissionOptions) {
    const { slots, longReads } = options;
    this.slotsForMore = slots - Math.max(1, Math.floor(slots / 4));
    this.shortCostOfSlot = longReads.cost * longReads.ofShort;
    this.shortCostOfCaller = slots * this.shortCostOfSlot;
    // Whole, as the costs of long reads are, so that sums of them are exact and come back to nothing.
    this.longCostOfCaller = Math.ceil(slots * longReads.cost * longReads.ofCaller);
    this.longCostOfAll = Math.ceil(slots * longReads.cost * longReads.ofAll);
  }

  ticketOfRead(caller: Caller, cost: number): Ticket {
    const { queueTimeoutMs, longReads } = this.options;
    if (cost > longReads.cost)
      return new Ticket(
        caller,
        'long read',
        Math.min(Math.ceil(cost), this.longCostOfCaller),
        queueTimeoutMs,
      );
    const longer = Math.min(Math.max(1, cost / this.shortCostOfSlot), 10);
    return new Ticket(caller, 'short read', cost, (queueTimeoutMs / 10) * longer);
  }

  ticketOfWrite(caller: Caller): Ticket {
    return new Ticket(caller, 'write', 0, this.options.queueTimeoutMs);
  }

  /** Null: it runs until `leave`. */
  enter(ticket: Ticket): Promise<Failure | null> | Failure | null {
    const { caller } = ticket;
    if (caller.signal.aborted) return ticket.refusal;
    const now = performance.now();
    if (ticket.kind !== 'write') ticket.at = now + this.options.readTimeoutMs;
    const share = this.shareOf(caller.key);
    const lane = laneOf(share, ticket);
    if (lane.waiting.length === 0 && this.mayStart(share, ticket)) {
      this.start(lane, ticket);
      return null;
    }
    return lane.hasRoom(now) ? this.wait(share, lane, ticket, now) : ticket.refusal;
  }

  leave(ticket: Ticket): void {
    const at = this.running.indexOf(ticket);
    if (at === -1) return;
    this.running.splice(at, 1);
    const lane = laneOf(this.shareOf(ticket.caller.key), ticket);
    if (ticket.isLong) this.longCost -= ticket.cost;
    lane.running -= 1;
    lane.runningCost -= ticket.cost;
    if (this.ring.length > 0) this.dispatch();
  }

  load(): { readonly running: number; readonly waiting: number } {
    const waiting = this.ring.reduce((sum, { lane }) => sum + lane.waiting.length, 0);
    return { running: this.running.length, waiting };
  }

  private mayStart(share: Share, { cost, isLong }: Ticket): boolean {
    if (!this.hasSlot(share)) return false;
    const { short, long } = share;
    if (isLong)
      return long.runningCost + cost <= this.longCostOfCaller && this.longCost + cost <= this.longCostOfAll;
    if (cost === 0 || short.running === 0 || this.isOneAlone) return true;
    return short.runningCost + cost <= this.shortCostOfCaller;
  }

  private hasSlot(share: Share): boolean {
    return this.running.length < (runningOf(share) === 0 ? this.options.slots : this.slotsForMore);
  }

  /** Whether there is one caller only. Those that are idle count until `watch` removes them. */
  private get isOneAlone(): boolean {
    return this.shares.size === 1;
  }

  /** Whether other callers have the slots, and leave this one less than its share. */
  private isKeptWaiting(share: Share): boolean {
    return !this.hasSlot(share) && runningOf(share) < Math.floor(this.slotsForMore / this.shares.size);
  }

  private start(lane: Lane, ticket: Ticket): void {
    this.running.push(ticket);
    if (ticket.isLong) this.longCost += ticket.cost;
    lane.running += 1;
    lane.runningCost += ticket.cost;
    this.watching ??= setInterval(() => this.watch(), Math.min(watchMs, this.options.readTimeoutMs)).unref();
  }

  private wait(share: Share, lane: Lane, ticket: Ticket, now: number): Promise<Failure | null> {
    if (!this.ring.some((turn) => turn.lane === lane)) this.ring.push({ share, lane });
    ticket.since = this.waitClockMs;
    lane.waiting.push(ticket);
    if (this.checking === undefined) {
      this.checkedAt = now;
      this.checking = setInterval(() => this.check(), checkMs);
    }
    ticket.addEventListener('abort', () => {
      if (lane.remove(ticket)) ticket.admit?.(ticket.refusal);
    });
    return new Promise((resolve) => (ticket.admit = resolve));
  }

  /** Starts waiting tickets in turn, as far as slots allow. */
  private dispatch(): void {
    let blocked = 0;
    while (blocked < this.ring.length && this.running.length < this.options.slots) {
      const turn = this.ring.shift();
      const next = turn?.lane.waiting[0];
      if (turn === undefined || next === undefined) continue;
      if (this.mayStart(turn.share, next)) {
        turn.lane.waiting.shift();
        this.start(turn.lane, next);
        next.admit?.(null);
        blocked = 0;
      } else blocked += 1;
      if (turn.lane.waiting.length > 0) this.ring.push(turn);
    }
  }

  private check(): void {
    const now = performance.now();
    this.waitClockMs += Math.min(now - this.checkedAt, 2 * checkMs);
    this.checkedAt = now;
    const { isOneAlone } = this;
    for (const { share, lane } of this.ring) {
      const leastWaitMs = isOneAlone || this.isKeptWaiting(share) ? this.options.queueTimeoutMs : 0;
      for (const ticket of lane.expired(this.waitClockMs, now, leastWaitMs)) ticket.admit?.(ticket.refusal);
    }
    const left = this.ring.filter(({ lane }) => lane.waiting.length > 0);
    this.ring.splice(0, this.ring.length, ...left);
    this.dispatch();
    if (this.ring.length > 0) return;
    clearInterval(this.checking);
    this.checking = undefined;
  }

  /**
   * Aborts late reads and removes idle callers. One timer for all, as a timer for each read would cost more than
   * admission itself.
   */
  private watch(): void {
    const now = performance.now();
    for (const ticket of this.running) if (ticket.at <= now) ticket.abort();
    for (const [key, { short, long }] of this.shares)
      if (short.isIdle(now) && long.isIdle(now)) this.shares.delete(key);
    if (this.shares.size > 0) return;
    clearInterval(this.watching);
    this.watching = undefined;
  }

  private shareOf(key: string): Share {
    let share = this.shares.get(key);
    if (share === undefined) {
      const { maxQueued } = this.options;
      share = { short: new Lane(maxQueued), long: new Lane(maxQueued) };
      this.shares.set(key, share);
    }
    return share;
  }
}
