import type http from 'node:http';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

type Answers = Set<http.ServerResponse>;

/**
 * The connections of a server that does not listen itself: another process accepts them. `http.Server` follows only
 * connections that it has accepted, so this follows them until they are closed.
 */
export class PassedConnections {
  readonly #connections = new Map<Socket, Answers>();
  #answer: RequestListener;
  #isRetiring = false;
  #changed = (): void => {};

  /** Replaces the listeners of the server's requests by `answer`. */
  constructor(
    private readonly server: http.Server,
    answer: RequestListener,
  ) {
    this.#answer = answer;
    server.removeAllListeners('request');
    server.on('request', (req: http.IncomingMessage, res: http.ServerResponse) => {
      this.#follow(req.socket, res);
      this.#answer(req, res);
    });
  }

  accept(socket: Socket): void {
    this.#connections.set(socket, new Set());
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#changed();
    });
    this.server.emit('connection', socket);
    socket.resume();
  }

  /**
   * Lets running requests end, and gives later ones on these connections to `successor`; without one there are no later
   * ones. After `graceMs` it closes connections that still run a request.
   */
  async finish(graceMs: number, successor: RequestListener | undefined): Promise<void> {
    this.#isRetiring = true;
    const running = new Set([...this.#connections.values()].flatMap((answers) => [...answers]));
    running.forEach(sayLast);
    if (successor === undefined) this.#closeIdle();
    else this.#answer = successor;
    await this.#until(() => [...running].every((res) => res.closed), graceMs);
    for (const res of running) if (!res.closed) res.destroy();
  }

  /** Closes each connection with its next answer, or after `lingerMs`. */
  async close(lingerMs: number): Promise<void> {
    await this.#until(() => this.#connections.size === 0, lingerMs);
    this.#closeIdle();
    await this.#until(() => this.#connections.size === 0, lingerMs);
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  #follow(socket: Socket, res: http.ServerResponse): void {
    const answers = this.#connections.get(socket);
    if (this.#isRetiring) sayLast(res);
    answers?.add(res);
    res.once('close', () => {
      answers?.delete(res);
      this.#changed();
    });
  }

  #closeIdle(): void {
    for (const [socket, answers] of this.#connections)
      if (answers.size === 0) socket.end(() => socket.destroy());
  }

  #until(isDone: () => boolean, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#changed = () => {
        if (!isDone()) return;
        clearTimeout(timer);
        resolve();
      };
      this.#changed();
    });
  }
}

/** Makes an answer the last of its connection. */
const sayLast = (res: http.ServerResponse): void => {
  if (!res.headersSent) res.setHeader('Connection', 'close');
};
