import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { holdPausedWork } from '../../../../application/stores/in-turns.js';
import { LoneAddress } from './lone-address.js';
import type { Sender } from './sender-of.js';
import { createTurns } from './turns.js';

/** The requests that are handled in one turn of the event loop. */
const maxPerTurn = 8;
/** While handling them takes longer than this, a turn handles fewer. */
const handlingMs = 4;
/** How long turns in a row accept connections, and neither handle requests nor go on with paused work. */
const maxAcceptingMs = 60;
/** How long a request waits before it is refused, and if no other address sends any. */
const longestWaitMs = 100;
const longestWaitAloneMs = 1_000;
/**
 * A turn counts as this time at most, because a turn in which other processes have the processor is no overload. Nor is one
 * that only accepts connections, so it does not count as waiting.
 */
const longestTurnMs = 20;

interface Arrival {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** When it began to wait, on the clock of waiting. */
  readonly since: number;
}

/**
 * Admitted requests that wait to be handled; addresses take turns, and so do the tokens of each. Node accepts one connection
 * in each turn of the event loop. If each turn also handled all requests that have come, new clients would wait for seconds
 * under load, health checks among them. So a turn handles a few. If it has accepted a connection, more may be waiting, so it
 * handles none, and large answers that are being made wait too. A request that would wait for long is refused, but the first
 * hundreds of a client that is alone are not, such as those of the build of a site.
 */
export class Arrivals {
  /** By address and token. */
  private readonly waiting = createTurns<Arrival>();
  /** When the previous turn was, if the next one is scheduled. */
  private turnedAt: number | undefined;
  private clockMs = 0;
  private perTurn = maxPerTurn;
  private hasAccepted = false;
  /** How long turns in a row have accepted connections. */
  private acceptingMs = 0;
  private readonly addresses = new LoneAddress();

  /** A proxy has one address for many clients, so it never counts as alone. */
  constructor(
    private readonly handle: RequestListener,
    private readonly refuse: RequestListener,
    private readonly isProxied: boolean,
  ) {}

  /** A connection was accepted in this turn. */
  connected(): void {
    this.hasAccepted = true;
    this.schedule();
  }

  /** Whether turns only accept connections now. */
  get isAccepting(): boolean {
    return this.acceptingMs > 0;
  }

  add(req: IncomingMessage, res: ServerResponse, { address, token }: Sender): void {
    this.addresses.sends(address, performance.now());
    this.waiting.add([address, token], { req, res, since: this.clockMs });
    this.schedule();
  }

  private schedule(): void {
    if (this.turnedAt !== undefined) return;
    this.turnedAt = performance.now();
    setImmediate(this.turn);
  }

  private readonly turn = (): void => {
    const tookMs = Math.min(performance.now() - (this.turnedAt ?? 0), longestTurnMs);
    this.turnedAt = undefined;
    this.acceptingMs = this.hasAccepted && this.acceptingMs < maxAcceptingMs ? this.acceptingMs + tookMs : 0;
    this.hasAccepted = false;
    if (this.isAccepting) holdPausedWork();
    else {
      this.clockMs += tookMs;
      this.handleSome();
      this.refuseLate();
    }
    if (this.isAccepting || !this.waiting.isEmpty) this.schedule();
  };

  private handleSome(): void {
    if (this.waiting.isEmpty) return;
    const began = performance.now();
    for (let handled = 0; handled < this.perTurn && !this.waiting.isEmpty; handled++) this.handleNext();
    // By then what they do without waiting for anything else is done.
    queueMicrotask(() => process.nextTick(() => this.adapt(performance.now() - began)));
  }

  private adapt(tookMs: number): void {
    if (tookMs > handlingMs) this.perTurn = Math.ceil(this.perTurn / 2);
    else this.perTurn = Math.min(this.perTurn + 1, maxPerTurn);
  }

  private handleNext(): void {
    const next = this.waiting.next();
    if (next !== undefined && !next.res.destroyed) this.handle(next.req, next.res);
  }

  private refuseLate(): void {
    const isAlone = !this.isProxied && this.addresses.isAlone(performance.now());
    const waitMs = isAlone ? longestWaitAloneMs : longestWaitMs;
    const late = this.waiting.removeWhile(({ since }) => this.clockMs - since > waitMs);
    for (const { req, res } of late) this.refuse(req, res);
  }
}
