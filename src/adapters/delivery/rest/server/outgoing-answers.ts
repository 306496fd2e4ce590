import type { ServerResponse } from 'node:http';

/** Smaller answers go out in one write, which the buffer of the connection holds. */
const largeBytes = 64 * 1024;
/** What is written at once, and how many such writes there are in one turn of the event loop. */
const chunkBytes = 16 * 1024;
const chunksOfTurn = 16;
/** A client that has read nothing for so long is disconnected when there is no room for another answer. */
const givesWayMs = 2_000;

/** An answer on its way. */
interface Outgoing {
  readonly res: ServerResponse;
  readonly bytes: number;
  /** When the client last read some of it. */
  taken: number;
}

/**
 * Large answers on their way to clients, written as clients read them. Their unread parts take at most `maxBytes` in
 * all; where a new answer needs room, the clients that have read nothing for the longest time are disconnected.
 */
export class OutgoingAnswers {
  /** Those idle for the longest time first. */
  private readonly outgoing = new Set<Outgoing>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  static isLarge = (body: string | Uint8Array): boolean => body.length >= largeBytes;

  /** False: there is no room for it, and nothing of it is written. */
  send(res: ServerResponse, body: Uint8Array, end: () => void): boolean {
    const bytes = body.byteLength;
    if (!this.makeRoom(bytes)) return false;
    if (!res.headersSent && !res.hasHeader('Content-Length')) res.setHeader('Content-Length', bytes);
    const one: Outgoing = { res, bytes, taken: performance.now() };
    this.outgoing.add(one);
    this.bytes += bytes;
    res.once('close', () => {
      if (this.outgoing.delete(one)) this.bytes -= bytes;
    });
    this.write(one, body, 0, end);
    return true;
  }

  private write(one: Outgoing, body: Uint8Array, from: number, end: () => void): void {
    let at = from;
    let needsDrain = false;
    for (let n = 0; n < chunksOfTurn && at < body.length && !needsDrain; n++) {
      needsDrain = !one.res.write(body.subarray(at, at + chunkBytes));
      at += chunkBytes;
    }
    if (at >= body.length) return end();
    const goOn = (): void => {
      if (!this.outgoing.delete(one)) return;
      one.taken = performance.now();
      this.outgoing.add(one);
      this.write(one, body, at, end);
    };
    if (needsDrain) one.res.once('drain', goOn);
    else setImmediate(goOn);
  }

  private makeRoom(bytes: number): boolean {
    const before = performance.now() - givesWayMs;
    for (const one of this.outgoing) {
      if (this.bytes + bytes <= this.maxBytes || one.taken > before) break;
      this.outgoing.delete(one);
      this.bytes -= one.bytes;
      one.res.destroy();
    }
    return this.bytes + bytes <= this.maxBytes || this.outgoing.size === 0;
  }
}
