import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, clientNetwork } from '../../codec/client-address.js';

/** Who sends a request, as far as it is known before the request is read. */
export interface Sender {
  /** The network at the other end of the connection: a client has all addresses of its network of IPv6. */
  readonly address: string;
  /**
   * The end of the token, as that is what differs; it is not verified yet. Empty without one. Another header counts as none, so
   * it must not have a limit of its own.
   */
  readonly token: string;
}

const known = new WeakMap<Socket, string>();

export const senderOf = (req: IncomingMessage): Sender => ({ address: networkOf(req), token: tokenOf(req) });

function networkOf({ socket }: IncomingMessage): string {
  const before = known.get(socket);
  if (before !== undefined) return before;
  const network = clientNetwork(clientAddress({ socket }));
  known.set(socket, network);
  return network;
}

const tokenOf = ({ headers: { authorization = '' } }: IncomingMessage): string =>
  /^bearer /i.test(authorization) ? authorization.slice(-32) : '';
