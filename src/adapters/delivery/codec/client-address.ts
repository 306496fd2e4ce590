import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { Canceller, type Cancellation } from '../../../domain/cancellation.js';
import type { Caller, Principal } from '../../../domain/permission/permission.js';

/** What a request says about its sender; `ip` is the address that trusted proxies give, or that of the connection. */
export interface Sender {
  readonly ip?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** Set by Express. */
  readonly res?: ServerResponse | undefined;
}

/** The principal, with the request that it makes. */
export const callingFrom = (principal: Principal, sender: Sender): Principal => ({
  ...principal,
  caller: new RequestCaller(principal, sender),
});

/** The same, with the address that the request came from, for the audit trail. */
export const askingFrom = (principal: Principal, sender: Sender): Principal => ({
  ...callingFrom(principal, sender),
  origin: clientAddress(sender),
});

/**
 * The sender of a request, for the use cases. It is part of the principal, so that use cases that act for a client get
 * it, and the server's own work does not. `AsyncLocalStorage` would not tell these apart, and slows down every promise.
 */
class RequestCaller implements Caller {
  private controller: Canceller | undefined;
  private known: string | undefined;

  constructor(
    private readonly principal: Principal,
    private readonly sender: Sender,
  ) {}

  get key(): string {
    return (this.known ??= keyOf(this.principal, this.sender));
  }

  /** Aborted when the connection closes before the answer is written. Created on first use. */
  get signal(): Cancellation {
    if (this.controller !== undefined) return this.controller;
    const controller = (this.controller = new Canceller());
    const { res } = this.sender;
    if (res?.destroyed === true) controller.abort();
    res?.once('close', () => {
      if (!res.writableFinished) controller.abort();
    });
    return controller;
  }
}

function keyOf({ kind, name, user }: Principal, sender: Sender): string {
  if (user !== undefined) return `user ${user.id}`;
  return kind === 'token' ? `token ${name}` : `address ${clientNetwork(clientAddress(sender))}`;
}

/** In its shortest form; the address of the connection where the text is no address. */
export function clientAddress({ ip, socket }: Sender): string {
  return canonical(ip ?? '') ?? canonical(socket.remoteAddress ?? '') ?? 'unknown';
}

/** What counts as one client: an IPv4 address, or the /64 network that an IPv6 subscriber gets. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(8 - groups.length - rest.length).fill('0') : [];
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`;
}

/** Some proxies add the port, some systems the interface. */
function canonical(text: string): string | null {
  const bare = /^\[([0-9a-f:.]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/i.exec(text);
  const [address = ''] = (bare?.[1] ?? bare?.[2] ?? text).split('%');
  const version = isIP(address);
  if (version === 0) return null;
  if (version === 4) return address;
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return mappedIPv4(shortest) ?? shortest;
}

/** IPv4 that arrives on a socket for both: `::ffff:c000:201`. */
function mappedIPv4(address: string): string | null {
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped === null) return null;
  const [high, low] = [mapped[1], mapped[2]].map((group) => Number.parseInt(group ?? '', 16));
  return [high, low].flatMap((group = 0) => [group >> 8, group & 255]).join('.');
}
