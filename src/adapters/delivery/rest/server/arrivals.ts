import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { holdPausedWork } from '../../../../application/stores/in-turns.js';
import { networkOf } from './network-of.js';

/** The requests that are handled in one turn of the event loop: some 4 ms of processor time. */
const maxPerTurn = 8;
/** How long turns in a row accept connections and handle no requests. */
const maxAcceptingMs = 60;
/** How long a request waits before it is refused. */
const longestWaitMs = 100;
/** A turn counts as this time at most, because a turn in which other processes have the processor is no overload. */
const longestTurnMs = 20;

interface Arrival {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** When it began to wait, on the clock of waiting. */
  readonly since: number;
}

/**
 * Admitted requests that wait to be handled; addresses take turns. Node accepts one connection in each turn of the event
 * loop. If each turn also handled all requests that have come, new clients would wait for seconds under load, health checks
 * among them. So a turn handles a few, and none if it has accepted a connection, as more connections may be waiting. A
 * request that would wait for long is refused.
 */
export class Arrivals {
  /** By address; the address whose turn is next is first. None of the queues is empty. */
  private readonly waiting = new Map<string, Arrival[]>();
  /** When the previous turn was, if the next one is scheduled. */
  private turnedAt: number | undefined;
  private clockMs = 0;
  private hasAccepted = false;
  /** How long turns in a row have accepted connections. */
  private acceptingMs = 0;

  constructor(
    private readonly handle: RequestListener,
    private readonly refuse: RequestListener,
  ) {}

  /** A connection was accepted in this turn. */
  connected(): void {
    this.hasAccepted = true;
    holdPausedWork();
  }

  add(req: IncomingMessage, res: ServerResponse): void {
    const address = networkOf(req);
    const arrival = { req, res, since: this.clockMs };
    const queue = this.waiting.get(address);
    if (queue === undefined) this.waiting.set(address, [arrival]);
    else queue.push(arrival);
    if (this.turnedAt === undefined) this.schedule();
  }

  private schedule(): void {
    this.turnedAt = performance.now();
    setImmediate(this.turn);
  }

  private readonly turn = (): void => {
    const tookMs = Math.min(performance.now() - (this.turnedAt ?? 0), longestTurnMs);
    this.turnedAt = undefined;
    this.clockMs += tookMs;
    this.acceptingMs = this.hasAccepted && this.acceptingMs < maxAcceptingMs ? this.acceptingMs + tookMs : 0;
    this.hasAccepted = false;
    const count = this.acceptingMs > 0 ? 0 : maxPerTurn;
    for (let handled = 0; handled < count && this.waiting.size > 0; handled++) this.handleNext();
    this.refuseLate();
    if (this.waiting.size > 0) this.schedule();
  };

  private handleNext(): void {
    for (const [address, queue] of this.waiting) {
      const next = queue.shift();
      this.waiting.delete(address);
      if (queue.length > 0) this.waiting.set(address, queue);
      if (next !== undefined && !next.res.destroyed) this.handle(next.req, next.res);
      return;
    }
  }

  private refuseLate(): void {
    for (const [address, queue] of this.waiting) {
      const staying = queue.findIndex(({ since }) => this.clockMs - since <= longestWaitMs);
      for (const { req, res } of queue.splice(0, staying === -1 ? Infinity : staying)) this.refuse(req, res);
      if (queue.length === 0) this.waiting.delete(address);
    }
  }
}
