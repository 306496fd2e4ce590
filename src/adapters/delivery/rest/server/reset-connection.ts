import type { Socket } from 'node:net';

/**
 * Closes a connection whose client reads nothing, and drops what waits to be sent: otherwise the operating system keeps up to
 * some megabytes for each such client, until it gives up sending them. Connections that are not TCP are only closed.
 */
export function resetConnection(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy();
  }
}
