import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { offerUpgrade } from '../../codec/upgrade.js';

/**
 * Answers the handshakes of WebSockets like any request, so that the limits, middlewares and logs of requests apply to
 * them. Code of the app that listens for upgrades itself gets all that are not `served`.
 */
export function answerUpgrades(
  server: Server,
  Response: new (req: IncomingMessage) => ServerResponse,
  served: (req: IncomingMessage) => boolean,
  isFlooding: (req: IncomingMessage) => boolean,
): void {
  server.on('upgrade', (req, socket, head) => {
    if (isFlooding(req)) return void socket.destroy();
    if (!served(req)) return;
    // Node no longer handles the connection.
    socket.on('error', () => socket.destroy());
    const res = new Response(req);
    res.shouldKeepAlive = false;
    try {
      res.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
    } catch {
      // An earlier request of the connection is not answered yet. No client of WebSockets sends one before.
      return void socket.destroy();
    }
    res.once('finish', () => socket.end(() => socket.destroy()));
    offerUpgrade(req, { socket, head });
    server.emit('request', req, res);
  });
}
