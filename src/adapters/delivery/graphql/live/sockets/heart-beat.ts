import type { WebSocket } from 'ws';

/** Proxies close connections that are silent for a minute. */
const pingMs = 15_000;

/** Pings clients, and disconnects those that have not answered until the next ping. */
export class HeartBeat {
  /** Those that have not answered since the last ping. */
  private readonly silent = new Set<WebSocket>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly clients: ReadonlySet<WebSocket>) {
    this.timer = setInterval(() => this.beat(), pingMs).unref();
  }

  watch(socket: WebSocket): void {
    const heard = (): boolean => this.silent.delete(socket);
    socket.on('pong', heard).on('message', heard).once('close', heard);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    for (const socket of this.clients) {
      if (this.silent.has(socket)) socket.terminate();
      else if (socket.readyState === socket.OPEN) {
        this.silent.add(socket);
        socket.ping();
      }
    }
  }
}
