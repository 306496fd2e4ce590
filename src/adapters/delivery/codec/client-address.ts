import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { Canceller, type Cancellation } from '../../../domain/cancellation.js';
import type { Caller } from '../../../domain/caller.js';
import { lastingName } from '../../../application/access/check-token-request.js';
import type { RequestRecord } from '../../../application/observations/request-record.js';
import type { Principal } from '../../../domain/permission/permission.js';
import { positionOf } from './request-position.js';
import { recordOf } from '../../../application/observations/request-record.js';

/** The sender of a request. `ip` is the address that a trusted proxy reports, or that of the connection. */
export interface Sender {
  readonly ip?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** Set by Express. */
  readonly res?: ServerResponse | undefined;
}

/** Returns the principal with its caller: the key for fair slots, and the signal that the client has gone. */
export const withCaller = (principal: Principal, sender: Sender): Principal => ({
  ...principal,
  caller: new RequestCaller(principal, sender),
});

/**
 * Lets replicas answer the reads of a principal that has its caller. For requests that only read: what writes, decides by what it
 * reads, or follows changes needs the primary. So does a preview, which shows what somebody else has just written.
 */
export function readingReplicas(principal: Principal): Principal {
  const isPreview = principal.linkedGrants !== undefined;
  if (principal.caller instanceof RequestCaller && !isPreview) principal.caller.useReplicas();
  return principal;
}

/** Returns the same with the client's address, which the audit trail records. */
export const withOrigin = (principal: Principal, sender: Sender): Principal => ({
  ...withCaller(principal, sender),
  origin: clientAddress(sender),
});

/**
 * The caller is part of the principal, so that a use case has it only when it acts for a client. `AsyncLocalStorage`
 * would also pass it to the server's own work, and slows down every promise.
 */
class RequestCaller implements Caller {
  readonly measure: RequestRecord | undefined;
  readsAfter: Caller['readsAfter'] = undefined;
  private leaving: Cancellation | undefined;
  private computedKey: string | undefined;

  constructor(
    private readonly principal: Principal,
    private readonly sender: Sender,
  ) {
    this.measure = recordOf(sender);
    if (this.measure !== undefined) this.measure.caller = principal.kind;
    positionOf(sender)?.calledBy(this);
  }

  useReplicas(): void {
    const position = positionOf(this.sender);
    if (position !== undefined) this.readsAfter = () => position.since();
  }

  get key(): string {
    return (this.computedKey ??= keyOf(this.principal, this.sender));
  }

  /** Aborts when the connection closes before the answer is written. */
  get signal(): Cancellation {
    return (this.leaving ??= leavingOf(this.sender.res));
  }
}

const leavings = new WeakMap<ServerResponse, Cancellation>();

/** The same for all callers of a response: during a long one, rights are looked at again and again. */
function leavingOf(res: ServerResponse | undefined): Cancellation {
  const known = res && leavings.get(res);
  if (known !== undefined) return known;
  const canceller = new Canceller();
  if (res === undefined) return canceller;
  leavings.set(res, canceller);
  if (res.destroyed) canceller.abort();
  res.once('close', () => {
    if (!res.writableFinished) canceller.abort();
  });
  return canceller;
}

function keyOf({ kind, name, user }: Principal, sender: Sender): string {
  if (user !== undefined) return `${kind} ${user.id}`;
  return kind === 'token' ? `token ${lastingName(name)}` : `address ${clientNetwork(clientAddress(sender))}`;
}

/** Returns the client's address in its shortest form, or the address of the connection if `ip` is not an address. */
export function clientAddress({ ip, socket }: Sender): string {
  return canonical(ip ?? '') ?? canonical(socket.remoteAddress ?? '') ?? 'unknown';
}

/** Returns what counts as one client: an IPv4 address, or the /64 network that an IPv6 subscriber gets. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(8 - groups.length - rest.length).fill('0') : [];
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`;
}

/** Removes the port, which some proxies add, and the interface, which some systems add. */
function canonical(text: string): string | null {
  const bare = /^\[([0-9a-f:.]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/i.exec(text);
  const [address = ''] = (bare?.[1] ?? bare?.[2] ?? text).split('%');
  const version = isIP(address);
  if (version === 0) return null;
  if (version === 4) return address;
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return mappedIPv4(shortest) ?? shortest;
}

/** Returns the IPv4 address that a socket for both protocols reports as `::ffff:c000:201`. */
function mappedIPv4(address: string): string | null {
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped === null) return null;
  const [high, low] = [mapped[1], mapped[2]].map((group) => Number.parseInt(group ?? '', 16));
  return [high, low].flatMap((group = 0) => [group >> 8, group & 255]).join('.');
}
