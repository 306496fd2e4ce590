import type { Socket } from 'node:net';
import { createTurns } from './turns.js';

/** Connections that are read again in one turn of the event loop. */
const maxPerTurn = 16;

/**
 * Connections of which nothing is read for a while after an answer. Each turn of the event loop goes on with a few of them, for
 * which addresses take turns, so that what was admitted has turns between their requests.
 */
export class RestingConnections {
  private readonly all = new WeakSet<Socket>();
  /** Those that have rested, by address. */
  private readonly rested = createTurns<Socket>();

  /** While new connections are accepted, none is read again. */
  constructor(private readonly isAccepting: () => boolean) {}

  /** Rests at least until the next turn. One that rests already does so no longer. */
  add(socket: Socket, address: string, restMs = 0): void {
    if (this.all.has(socket)) return;
    this.all.add(socket);
    // By then Node has resumed it for the next request or for the rest of a body, but has not read from it yet.
    process.nextTick(() => socket.pause());
    if (restMs === 0) this.end(socket, address);
    else setTimeout(() => this.end(socket, address), restMs).unref();
  }

  private end(socket: Socket, address: string): void {
    if (this.rested.isEmpty) setImmediate(this.turn);
    this.rested.add([address], socket);
  }

  private readonly turn = (): void => {
    for (let read = 0; !this.isAccepting() && read < maxPerTurn && !this.rested.isEmpty; read++)
      this.readNext();
    if (!this.rested.isEmpty) setImmediate(this.turn);
  };

  private readNext(): void {
    const socket = this.rested.next();
    if (socket === undefined) return;
    this.all.delete(socket);
    socket.resume();
  }
}
