import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The connection of a request that asks for a WebSocket. */
export interface Connection {
  readonly socket: Duplex;
  /** What the client has sent after the request. */
  readonly head: Buffer;
}

interface Upgrade extends Connection {
  /** Takes the connection over. */
  begin?: (connection: Connection) => void;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** Whether a request is the handshake of a WebSocket (RFC 6455, section 4.1). */
export const asksForSocket = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

export const offerUpgrade = (req: IncomingMessage, connection: Connection): void =>
  void upgrades.set(req, connection);

/**
 * Answers 101. Calls `begin` when the answer is sent, which code of the app around the request may delay or replace.
 * Returns false if the connection cannot be taken over.
 */
export function switchProtocols(res: ServerResponse, begin: (connection: Connection) => void): boolean {
  const upgrade = upgrades.get(res.req);
  if (upgrade === undefined) return false;
  upgrade.begin = begin;
  res.statusCode = 101;
  res.end();
  return true;
}

/** Returns what takes over the connection of an answer; undefined for every other answer. */
export function takeoverOf({ req, statusCode }: ServerResponse): (() => void) | undefined {
  const upgrade = statusCode === 101 ? upgrades.get(req) : undefined;
  const begin = upgrade?.begin;
  return upgrade && begin && (() => begin(upgrade));
}
