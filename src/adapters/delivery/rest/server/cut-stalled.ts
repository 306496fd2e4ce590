import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface Sent {
  readonly bytes: number;
  readonly since: number;
}

/** Closes connections whose client has read nothing of its answer for `timeoutMs`. */
export function cutStalled(server: Server, timeoutMs: number): void {
  const sockets = new Map<Socket, Sent>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    for (const [socket, last] of sockets) {
      const bytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || bytes !== last.bytes) sockets.set(socket, { bytes, since: now });
      else if (now - last.since >= timeoutMs) socket.destroy();
    }
  };
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { bytes: 0, since: performance.now() });
    timer ??= setInterval(look, Math.max(10, timeoutMs / 6)).unref();
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
}
