import http, { type RequestListener } from 'node:http';
import supertest from 'supertest';

type Client = ReturnType<typeof supertest>;

const clients = new WeakMap<RequestListener, () => Client>();

/**
 * Requests to an app. supertest alone gives each of them a server and a connection of its own, which is most of what a
 * request in memory costs: here an app's first request is sent so, and those after it to one server, over connections
 * that are kept.
 */
export function requestTo(app: RequestListener): Client {
  const found = clients.get(app);
  if (found !== undefined) return found();
  clients.set(app, serve(app));
  return supertest(app);
}

/** Lets the process end, and does not close connections in use. Its client is made when the server has its port. */
function serve(app: RequestListener): () => Client {
  const server = http.createServer({ keepAliveTimeout: 0 }, app).listen(0, '127.0.0.1').unref();
  server.on('connection', (socket) => socket.unref());
  let client: Client | undefined;
  return () => {
    const address = server.address();
    if (typeof address !== 'object' || address === null) return supertest(app);
    return (client ??= withKeptConnections(supertest(`http://127.0.0.1:${address.port}`)));
  };
}

const connections = new http.Agent({ keepAlive: true });

const withKeptConnections = (client: Client): Client =>
  new Proxy(client, {
    get: (target, method: Method) => (path: string) => target[method](path).agent(connections),
  });

type Method = 'get' | 'head' | 'post' | 'put' | 'delete' | 'options' | 'patch';
