import http, { type RequestListener } from 'node:http';
import supertest from 'supertest';

const servers = new WeakMap<RequestListener, http.Server>();

/**
 * Requests to an app. supertest alone gives each of them a server and a connection of its own, which is most of what a
 * request in memory costs: here an app's first request is sent so, and those after it to one server.
 */
export function requestTo(app: RequestListener): ReturnType<typeof supertest> {
  const found = servers.get(app);
  if (found === undefined) servers.set(app, serve(app));
  const address = found?.address();
  return supertest(
    typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : app,
  );
}

/** Lets the process end, and does not close connections in use. */
function serve(app: RequestListener): http.Server {
  const server = http.createServer({ keepAliveTimeout: 0 }, app).listen(0, '127.0.0.1').unref();
  server.on('connection', (socket) => socket.unref());
  return server;
}
