import type { Config } from '../adapters/app-directory/config.js';
import type { HttpServer } from '../adapters/delivery/rest/create-http-server.js';
import { err, ok, type Result } from '../domain/result.js';
import type { Problem } from './problem.js';

/** Listens where the settings say. Answers the address as a URL. */
export async function listen(server: HttpServer, { host, port }: Config): Promise<Result<string, Problem>> {
  try {
    const address = await server.listen(port, host);
    return ok(`http://${hostInUrl(host)}:${address.port}`);
  } catch (error) {
    return err({ message: explain(error as NodeJS.ErrnoException, host, port) });
  }
}

/** Listening on every address is reached on this machine by its name. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: end what uses it, or choose another with --port or PORT`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user: choose one from 1024 on with --port or PORT`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine: choose another with --host or HOST`;
    default:
      return `Can not listen on ${host}, port ${port}: ${message}`;
  }
}
