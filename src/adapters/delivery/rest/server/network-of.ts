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
