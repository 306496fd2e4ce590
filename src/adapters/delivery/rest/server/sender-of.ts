import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, clientNetwork } from '../../codec/client-address.js';

const known = new WeakMap<Socket, string>();

/** Returns the network at the other end of the connection of a request: a client has all addresses of its network of IPv6. */
export function networkOf({ socket }: Pick<IncomingMessage, 'socket'>): string {
  const before = known.get(socket);
  if (before !== undefined) return before;
  const network = clientNetwork(clientAddress({ socket }));
  known.set(socket, network);
  return network;
}

/**
 * Returns the end of the token of a request, as that is what differs; it is not verified yet. Another header counts as none, so
 * it must not have a limit of its own.
 */
export const tokenOf = ({ headers: { authorization = '' } }: IncomingMessage): string =>
  /^bearer /i.test(authorization) ? authorization.slice(-32) : '';
