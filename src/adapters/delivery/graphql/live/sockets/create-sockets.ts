import type { Request, Response } from 'express';
import type { GraphQLError } from 'graphql';
import { record, recordOf } from '../../../../../application/observations/request-record.js';
import { failure } from '../../../../../domain/failure.js';
import { withCaller } from '../../../codec/client-address.js';
import { switchProtocols } from '../../../codec/upgrade.js';
import { failureError, requestError } from '../../client-error.js';
import { requestedFormat } from '../../server/read-request.js';
import { sendUnauthorized } from '../../server/send-answer.js';
import type { ServedSchemas } from '../../server/served-schemas.js';
import type { SocketDependencies } from './client-socket.js';
import type { Feed } from './feed.js';
import type { SocketServer } from './socket-server.js';

/** Subscriptions over WebSockets, with the protocol `graphql-transport-ws`. */
export interface Sockets {
  /** Answers a handshake. Returns the refusal if the connection stays what it was. */
  answer(req: Request, res: Response, schemas: ServedSchemas): Promise<HandshakeRefusal | null>;
  /** Returns the number of open sockets. */
  count(): number;
  /** Closes all sockets, and refuses later ones. */
  close(): void;
}

interface HandshakeRefusal {
  readonly status: number;
  readonly error: GraphQLError;
}

const protocol = 'graphql-transport-ws';

/** Loads the libraries when a client first asks for a socket. */
export function createSockets(dependencies: SocketDependencies): Sockets {
  const { authenticate, options } = dependencies;
  let isClosed = false;
  let loaded: Promise<SocketServer> | undefined;
  let server: SocketServer | undefined;
  const load = async (): Promise<SocketServer> => {
    const { createSocketServer } = await import('./socket-server.js');
    return (server = createSocketServer(dependencies));
  };
  return {
    async answer(req, res, schemas) {
      const { headers } = req;
      if (req.httpVersion === '1.0' || hasBody(req)) return notHandshake;
      const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
      if (!offered.includes(protocol)) return otherProtocol;
      const identified = await authenticate(headers.authorization);
      if (!identified.ok) {
        sendUnauthorized(res, identified.failure.message);
        return null;
      }
      const requested = requestedFormat(headers, options.responseFormat);
      if (!requested.ok) return { status: 400, error: requested.failure };
      const opening = await (loaded ??= load());
      if (isClosed) {
        opening.close();
        return stopping;
      }
      // The client has gone meanwhile, so nothing would give its share back.
      if (res.destroyed) return null;
      const share = opening.share(withCaller(identified.value, req));
      if (!share.ok)
        return {
          status: share.failure.code === 'POLICY.TOO_MANY' ? 429 : 503,
          error: failureError(share.failure),
        };
      const { authorization } = headers;
      const sender = { ip: req.ip, socket: req.socket, [record]: recordOf(req) };
      const format = requested.value;
      const client = {
        sender,
        schemas,
        authorization,
        format,
        beginning: new Set<Feed>(),
        share: share.value,
      };
      // An answer that takes over the connection lasts as long as the connection.
      res.once('close', () => client.share());
      return switchProtocols(res, (connection) => opening.open(req, client, connection)) ? null : notUpgraded;
    },
    count: () => server?.count() ?? 0,
    close() {
      isClosed = true;
      server?.close();
    },
  };
}

/** What it sends would be read as frames, and a proxy may take frames for the body and what follows for requests. */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

const notHandshake: HandshakeRefusal = {
  status: 400,
  error: requestError('BAD_REQUEST', 'The handshake of a WebSocket is a request of HTTP/1.1 without a body'),
};
const otherProtocol: HandshakeRefusal = {
  status: 400,
  error: requestError('BAD_REQUEST', `WebSockets are served with the subprotocol ${protocol} only`),
};
const notUpgraded: HandshakeRefusal = {
  status: 400,
  error: requestError('BAD_REQUEST', 'A WebSocket needs a connection that can be upgraded'),
};
const stopping: HandshakeRefusal = {
  status: 503,
  error: failureError(failure('STORE.UNAVAILABLE', 'The server stops: try again')),
};
