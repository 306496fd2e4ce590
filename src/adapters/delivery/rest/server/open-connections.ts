import type http from 'node:http';
import net, { type Socket } from 'node:net';

interface OpenConnection {
  /** Requests that are not answered yet, in their order. */
  readonly answers: Set<http.ServerResponse>;
  /** Whether a request can be on its way: nothing has come yet, or something since the last answer. */
  isBeginning: boolean;
  /** The bytes that had come when it was last looked at, and since when it has been quiet then. */
  bytes: number;
  quietSince: number;
  /** Whether it no longer carries HTTP: who has taken it over closes it. */
  isTakenOver: boolean;
}

/** Programs that send requests before they have the earlier answers send some ten of them. */
const maxUnanswered = 32;

const sweepMs = 20;
/** For how long a connection may be quiet whose request is on its way. */
const beginningMs = 1_000;

/**
 * The connections of a server with their unanswered requests, so that it can close them without cutting off a client.
 * `closeIdleConnections` of Node cannot do this: it also closes connections whose answer was sent just now, when the next
 * request can be on its way.
 */
export class OpenConnections {
  readonly #connections = new Map<Socket, OpenConnection>();
  #isClosing = false;

  constructor(private readonly server: http.Server) {
    server.on('connection', (socket: Socket) => {
      this.#connections.set(socket, {
        answers: new Set(),
        isBeginning: true,
        bytes: 0,
        quietSince: performance.now(),
        isTakenOver: false,
      });
      socket.once('close', () => this.#connections.delete(socket));
    });
    server.on('upgrade', (_req, socket) => {
      const connection = this.#connections.get(socket as Socket);
      if (connection !== undefined) connection.isTakenOver = true;
    });
  }

  /** Whether the connection has brought more requests than it may before their answers. */
  isFlooding({ socket }: http.IncomingMessage): boolean {
    return (this.#connections.get(socket)?.answers.size ?? 0) >= maxUnanswered;
  }

  follow({ socket }: http.IncomingMessage, res: http.ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.answers.add(res);
    if (this.#isClosing) announceEnd(connection);
    res.once('close', () => {
      connection.answers.delete(res);
      connection.isBeginning = false;
      connection.bytes = socket.bytesRead;
      connection.quietSince = performance.now();
    });
  }

  /**
   * Accepts no more connections, and resolves when all are closed. The next answer on each of them says that it is the last.
   * Those that have no request for `lingerMs` are closed, and after `graceMs` all that are left.
   */
  async close(lingerMs: number, graceMs: number): Promise<void> {
    if (!this.server.listening) return;
    this.#isClosing = true;
    for (const connection of this.#connections.values()) announceEnd(connection);
    // That of `http.Server` closes idle connections at once.
    const closed = new Promise<void>((resolve) =>
      net.Server.prototype.close.call(this.server, () => resolve()),
    );
    const from = performance.now();
    this.#closeQuiet(from, lingerMs);
    const sweeping = setInterval(() => this.#closeQuiet(from, lingerMs), sweepMs);
    const cutting = setTimeout(() => this.server.closeAllConnections(), graceMs);
    await closed;
    clearInterval(sweeping);
    clearTimeout(cutting);
    // Ends the timer with which `http.Server` looks at its connections.
    this.server.close();
    this.#isClosing = false;
  }

  /** Closes those that have been quiet for `lingerMs`, counted at the earliest from `from` on. */
  #closeQuiet(from: number, lingerMs: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#connections) {
      if (connection.isTakenOver || connection.answers.size > 0) continue;
      const { bytesRead } = socket;
      if (bytesRead !== connection.bytes)
        Object.assign(connection, { isBeginning: true, bytes: bytesRead, quietSince: now });
      const { isBeginning, quietSince } = connection;
      if (now - Math.max(from, quietSince) < lingerMs) continue;
      if (!isBeginning || now - quietSince >= beginningMs) socket.destroy();
    }
  }
}

/** Makes the last answer of a connection say so: earlier ones would leave the requests after them without one. */
function announceEnd({ answers, isTakenOver }: OpenConnection): void {
  if (isTakenOver) return;
  const last = [...answers].at(-1);
  for (const res of answers) if (!res.headersSent) res.shouldKeepAlive = res !== last;
}
