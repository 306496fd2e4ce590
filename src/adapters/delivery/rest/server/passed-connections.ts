import type http from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  readonly answers: Set<http.ServerResponse>;
  /** When it became idle, by `performance.now()`. */
  idleSince: number;
}

/** A client that got an answer this recently probably sends its next request already. */
const recentMs = 200;

/**
 * The connections of a server that does not listen itself: another process accepts them. `http.Server` follows only
 * connections that it has accepted, so this follows them until they are closed.
 */
export class PassedConnections {
  readonly #connections = new Map<Socket, Connection>();
  #isRetiring = false;
  #emptied = (): void => {};

  constructor(private readonly server: http.Server) {
    server.prependListener('request', (req, res) => this.#begin(req.socket, res));
  }

  accept(socket: Socket): void {
    this.#connections.set(socket, { answers: new Set(), idleSince: performance.now() });
    socket.once('close', () => this.#forget(socket));
    this.server.emit('connection', socket);
    socket.resume();
    if (this.#isRetiring) this.#closeWhenIdle(socket);
  }

  /** Lets running requests end and closes every connection. After `graceMs` it closes those that still run one. */
  async retire(graceMs: number): Promise<void> {
    this.#isRetiring = true;
    const emptied = new Promise<void>((resolve) => (this.#emptied = resolve));
    const cutting = setTimeout(() => this.#connections.forEach((_, socket) => socket.destroy()), graceMs);
    for (const [socket, { answers }] of this.#connections) {
      answers.forEach(sayLast);
      this.#closeWhenIdle(socket);
    }
    if (this.#connections.size > 0) await emptied;
    clearTimeout(cutting);
  }

  #begin(socket: Socket, res: http.ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    if (this.#isRetiring) sayLast(res);
    connection.answers.add(res);
    res.once('close', () => {
      connection.answers.delete(res);
      connection.idleSince = performance.now();
      if (this.#isRetiring) this.#closeWhenIdle(socket);
    });
  }

  #closeWhenIdle(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.answers.size > 0) return;
    const left = connection.idleSince + recentMs - performance.now();
    if (left <= 0) socket.end(() => socket.destroy());
    else setTimeout(() => this.#closeWhenIdle(socket), left);
  }

  #forget(socket: Socket): void {
    this.#connections.delete(socket);
    if (this.#connections.size === 0) this.#emptied();
  }
}

/** Makes an answer the last of its connection. */
const sayLast = (res: http.ServerResponse): void => {
  if (!res.headersSent) res.setHeader('Connection', 'close');
};
