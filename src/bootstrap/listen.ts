import type { AddressInfo } from 'node:net';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { err, ok, type Result } from '../domain/result.js';

/** What listens: the server, or what accepts connections for it. */
export interface Listener {
  listen(port: number, host: string): Promise<AddressInfo>;
}

/** Where a server is to listen. */
export interface WantedAddress {
  readonly host: string;
  readonly port: number;
}

/** Listens on an address. Returns it as a URL. `by` is how another port is chosen. */
export async function listen(
  listener: Listener,
  { host, port }: WantedAddress,
  by = '--port or PORT',
): Promise<Result<string, Problem>> {
  try {
    const address = await listener.listen(port, host);
    return ok(`http://${hostInUrl(host)}:${address.port}`);
  } catch (error) {
    return err({ message: explain(error as NodeJS.ErrnoException, host, port, by) });
  }
}

/** A server that listens on all addresses is reachable by the name of this machine. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number, by: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: end what uses it, or choose another with ${by}`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user: choose one from 1024 on with ${by}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine: choose another with --host or HOST`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${message}`;
  }
}
