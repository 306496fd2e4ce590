import http from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { serveProblem, type CurrentProblem } from '../../adapters/delivery/rest/development/problem-page.js';
import { listenOn } from '../../adapters/delivery/rest/listen-on.js';
import type { Problem } from '../../adapters/delivery/cli/describe-problem.js';
import { ok, type Result } from '../../domain/result.js';
import { listen, type WantedAddress } from '../listen.js';

/** Connections that wait for the first version of the app. */
const mostWaiting = 1_000;

/**
 * Holds the port as long as `quire dev` runs, so that no connection is refused while one worker takes over from
 * another. `node:cluster` would close the port whenever no worker listens.
 */
export class FrontDoor {
  #door: { readonly wanted: WantedAddress; readonly url: string; readonly server: Server } | undefined;
  #target: ((socket: Socket) => void) | undefined;
  #waiting: Socket[] = [];
  readonly #problems: http.Server;

  constructor(private readonly problem: CurrentProblem) {
    this.#problems = http.createServer(serveProblem(problem));
  }

  /** Listens on another address than before, or goes on with the same one. Returns the URL. */
  async open(wanted: WantedAddress): Promise<Result<string, Problem>> {
    const door = this.#door;
    if (door?.wanted.host === wanted.host && door.wanted.port === wanted.port) return ok(door.url);
    const server = createServer({ pauseOnConnect: true }, (socket) => this.#take(socket));
    const listening = await listen({ listen: (port, host) => listenOn(server, port, host) }, wanted);
    if (!listening.ok) return listening;
    door?.server.close();
    this.#door = { wanted, url: listening.value, server };
    return listening;
  }

  /** Undefined until something listens. */
  get url(): string | undefined {
    return this.#door?.url;
  }

  /** Lets connections go to a worker, also those that wait. Undefined: they wait, or get what is wrong. */
  lead(target: ((socket: Socket) => void) | undefined): void {
    this.#target = target;
    this.settle();
  }

  /** Looks at the waiting connections again, after a problem has come or gone. */
  settle(): void {
    for (const socket of this.#waiting.splice(0)) this.#take(socket);
  }

  close(): void {
    this.#door?.server.close();
    for (const socket of this.#waiting.splice(0)) socket.destroy();
    this.#problems.closeAllConnections();
  }

  #take(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#target !== undefined) return this.#target(socket);
    if (this.problem() !== undefined) {
      this.#problems.emit('connection', socket);
      socket.resume();
    } else if (this.#waiting.length < mostWaiting) this.#waiting.push(socket);
    else socket.destroy();
  }
}
