import type { IncomingMessage } from 'node:http';
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { CallerShares } from '../../../../../application/live-changes/caller-shares.js';
import { failure } from '../../../../../domain/failure.js';
import type { Principal } from '../../../../../domain/permission/permission.js';
import type { Result } from '../../../../../domain/result.js';
import { withCaller } from '../../../codec/client-address.js';
import type { Connection } from '../../../codec/upgrade.js';
import { presentError } from '../../server/present-error.js';
import { requestedFormat } from '../../server/read-request.js';
import { shapes } from '../../shape/shapes.js';
import { beginSubscription } from './begin-subscription.js';
import {
  tryAgainLater,
  write,
  type ConnectionParams,
  type Extra,
  type SocketClient,
  type SocketContext,
  type SocketDependencies,
} from './client-socket.js';
import type { Feed } from './feed.js';
import { HeartBeat } from './heart-beat.js';

/** The largest message of a client, with its variables. */
const maxMessageBytes = 64 * 1024;
/** Each fragment keeps up to 64 KB of what the client has sent behind it, until its message is complete. */
const maxFragments = 32;
/** In this time a client has to send `connection_init`. */
const initTimeoutMs = 10_000;
/** In this time a client has to answer that the socket closes. */
const closeTimeoutMs = 2_000;
/** The longest reason of a close (RFC 6455, section 5.5). */
const maxReasonBytes = 123;

export interface SocketServer {
  /** Counts a socket of a caller. Returns a function that ends this. */
  share(principal: Principal): Result<() => void>;
  open(handshake: IncomingMessage, client: SocketClient, connection: Connection): void;
  /** Returns the number of open sockets. */
  count(): number;
  /** Closes all sockets. Connections that are opened later are answered 503. */
  close(): void;
}

/**
 * Serves sockets. `ws` reads and writes frames, and `graphql-ws` keeps to the protocol: the order of messages, the ids of
 * subscriptions, and the codes with which it closes.
 */
export function createSocketServer(dependencies: SocketDependencies): SocketServer {
  const { live } = dependencies;
  const shares = new CallerShares(live.limits, { ofCaller: tooManyOfCaller, ofAll: tooMany });
  const share = ({ caller }: Principal): Result<() => void> => shares.take(caller?.key ?? '');
  const options = {
    noServer: true,
    handleProtocols,
    maxPayload: maxMessageBytes,
    maxFragments,
    // What is compressed can become any number of bytes.
    perMessageDeflate: false,
    // One message in a turn of the event loop: a client that sends many does not keep others waiting.
    allowSynchronousEvents: false,
    closeTimeout: closeTimeoutMs,
  };
  const sockets = new WebSocketServer(options);
  const protocol = createProtocol(dependencies, share);
  const heart = new HeartBeat(sockets.clients);
  const serve = (socket: WebSocket, client: SocketClient): void => {
    // What a client sends wrongly closes its socket.
    socket.on('error', () => {});
    heart.watch(socket);
    // The library rejects messages that only a server sends.
    const handling = (handle: (text: string) => Promise<void>) => (data: Buffer) => {
      handle(String(data)).catch(() => socket.close(CloseCode.BadRequest, 'Invalid message received'));
    };
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => void write(socket, text),
        close: (code, reason) =>
          socket.close(code, Buffer.byteLength(reason ?? '') > maxReasonBytes ? '' : reason),
        onMessage: (handle) => socket.on('message', handling(handle)),
      },
      { socket, client },
    );
    socket.once('close', (code, reason) => void closed(code, String(reason)));
  };
  return {
    share,
    open: (handshake, client, { socket, head }) =>
      sockets.handleUpgrade(handshake, socket, head, (opened) => serve(opened, client)),
    count: () => sockets.clients.size,
    close() {
      heart.stop();
      for (const socket of sockets.clients) socket.close(1001, 'Going away');
      sockets.close();
    },
  };
}

function createProtocol(dependencies: SocketDependencies, share: SocketServer['share']) {
  /** Logs a bug, and closes the socket. */
  const reporting = <T>({ extra: { socket } }: SocketContext, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      dependencies.log.error('a message of a WebSocket failed', { error });
      socket.close(CloseCode.InternalServerError, 'Internal Server Error');
      throw error;
    });
  return makeServer<ConnectionParams, Extra>({
    connectionInitWaitTimeout: initTimeoutMs,
    onConnect: (context) => reporting(context, connect(context, dependencies, share)),
    onSubscribe: (context, id, payload) =>
      reporting(context, beginSubscription(context, id, payload, dependencies)),
    subscribe: ({ contextValue }) => contextValue as Feed,
    onError({ extra: { client } }, _id, _payload, errors) {
      const { options, log } = dependencies;
      const presentation = { suggestions: options.suggestions, shape: shapes[client.format], log };
      return errors.map((error) => presentError(error, presentation));
    },
  });
}

/** Authenticates who has sent `connection_init`. Its payload goes before the headers of the handshake. */
async function connect(
  { connectionParams = {}, extra: { client, socket } }: SocketContext,
  { authenticate }: SocketDependencies,
  share: SocketServer['share'],
): Promise<boolean> {
  const given = new Map(
    Object.entries(connectionParams).map(([name, value]) => [name.toLowerCase(), value ?? undefined]),
  );
  const authorization = given.get('authorization') ?? client.authorization;
  if (authorization !== undefined && typeof authorization !== 'string') return false;
  const identified = await authenticate(authorization);
  if (!identified.ok || socket.readyState !== socket.OPEN) return false;
  const format = requestedFormat(formatHeader(given.get('strapi-response-format')), client.format);
  if (!format.ok) {
    socket.close(CloseCode.BadRequest, format.failure.message);
    return false;
  }
  // The handshake was counted for the caller that its headers name.
  client.share();
  const shared = share(withCaller(identified.value, client.sender));
  client.share = shared.ok ? shared.value : () => {};
  if (!shared.ok) {
    socket.close(tryAgainLater, shared.failure.message);
    return false;
  }
  client.authorization = authorization;
  client.format = format.value;
  return true;
}

const formatHeader = (value: unknown): Parameters<typeof requestedFormat>[0] =>
  value === undefined ? {} : { 'strapi-response-format': typeof value === 'string' ? value : '' };

const tooManyOfCaller = failure('POLICY.TOO_MANY', 'Too many WebSockets: close some first', {
  retryAfterMs: 10_000,
});
const tooMany = failure('STORE.OVERLOADED', 'The server has as many WebSockets as it takes: try again later');
