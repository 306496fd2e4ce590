import type { ServerResponse } from 'node:http';
import { resetConnection } from './reset-connection.js';

/** Smaller answers are sent in one write and fit into the buffer of the connection. */
const largeBytes = 64 * 1024;
/** The size of the first write, most of which fits into the buffers of a connection whose client reads. */
const firstBytes = 128 * 1024;
/** The size of each later write, and the number of writes in one turn of the event loop. */
const chunkBytes = 16 * 1024;
const chunksOfTurn = 16;
/** A client that has read nothing for this time is disconnected if another answer needs its room. */
const maxIdleMs = 2_000;

/** An answer that is being sent. */
interface Outgoing {
  readonly res: ServerResponse;
  readonly bytes: number;
  /** When the client last read part of it. */
  lastReadAt: number;
}

/**
 * Sends large answers as their clients read them. All answers together have at most `maxBytes`. If a new answer needs room,
 * the clients that have read nothing for the longest time are disconnected.
 */
export class OutgoingAnswers {
  /** The answer that was idle for the longest time is first. */
  private readonly outgoing = new Set<Outgoing>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  static isLarge = (body: string | Uint8Array): boolean => body.length >= largeBytes;

  /** Starts to send an answer. Returns false, and writes nothing, if there is no room for it. */
  send(res: ServerResponse, body: Uint8Array, end: () => void): boolean {
    const bytes = body.byteLength;
    if (!this.makeRoom(bytes)) return false;
    if (!res.headersSent && !res.hasHeader('Content-Length')) res.setHeader('Content-Length', bytes);
    const one: Outgoing = { res, bytes, lastReadAt: performance.now() };
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
      const bytes = at === 0 ? firstBytes : chunkBytes;
      needsDrain = !one.res.write(body.subarray(at, at + bytes));
      at += bytes;
    }
    if (at >= body.length) return end();
    const goOn = (): void => {
      if (!this.outgoing.delete(one)) return;
      one.lastReadAt = performance.now();
      this.outgoing.add(one);
      this.write(one, body, at, end);
    };
    if (needsDrain) one.res.once('drain', goOn);
    else setImmediate(goOn);
  }

  private makeRoom(bytes: number): boolean {
    const before = performance.now() - maxIdleMs;
    for (const one of this.outgoing) {
      if (this.bytes + bytes <= this.maxBytes || one.lastReadAt > before) break;
      this.outgoing.delete(one);
      this.bytes -= one.bytes;
      if (one.res.socket !== null) resetConnection(one.res.socket);
    }
    return this.bytes + bytes <= this.maxBytes || this.outgoing.size === 0;
  }
}
