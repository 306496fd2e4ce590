import type { Context } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Log } from '../../../../../application/ports/log.js';
import type { Sender } from '../../../codec/client-address.js';
import { isStalled } from '../../../codec/unread.js';
import type { CheckRequest } from '../../limits/check-request.js';
import type { GraphqlOptions } from '../../server/options.js';
import type { ServedSchemas } from '../../server/served-schemas.js';
import type { ResponseFormat } from '../../shape/shape.js';
import type { Authenticate, LiveDelivery } from '../create-subscriptions.js';
import type { Feed } from './feed.js';

export interface SocketDependencies {
  readonly live: LiveDelivery;
  readonly authenticate: Authenticate;
  readonly check: CheckRequest;
  readonly options: Pick<GraphqlOptions, 'responseFormat' | 'suggestions'>;
  readonly log: Log;
}

/** The client of one socket. */
export interface SocketClient {
  /** Without the response of the handshake, which lasts as long as the socket: no read of a subscription does. */
  readonly sender: Sender;
  readonly schemas: ServedSchemas;
  format: ResponseFormat;
  authorization: string | undefined;
  /** Subscriptions that are beginning, also those that the client has completed meanwhile. */
  readonly beginning: Set<Feed>;
  /** Gives back the share of the caller that the socket is counted for. */
  share: () => void;
}

/** What the library keeps for a socket. */
export interface Extra {
  readonly client: SocketClient;
  readonly socket: WebSocket;
}

export type ConnectionParams = Readonly<Record<string, unknown>>;

export type SocketContext = Context<ConnectionParams, Extra>;

/** The code of a close after which clients come again (https://www.iana.org/assignments/websocket). */
export const tryAgainLater = 1013;

/** Writes a message. Returns false if the client has gone, or is disconnected because it does not read. */
export function write(socket: WebSocket, text: string): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (isStalled(socket.bufferedAmount)) {
    socket.terminate();
    return false;
  }
  socket.send(text);
  return true;
}
