import http, { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';

export interface HttpServer {
  readonly server: http.Server;
  /** Resolves once connections are accepted; rejects when the port can not be had. Port 0 takes a free one. */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /**
   * Stops accepting, lets running requests finish, and ends connections as they fall idle; what still runs after
   * `grace` milliseconds is cut off.
   */
  close(grace?: number): Promise<void>;
}

/** A large file on a slow line takes longer than Node's five minutes. Whoever sends nothing is cut off before. */
const longestRequest = 60 * 60 * 1000;

export function createHttpServer(app: Express): HttpServer {
  const server = http.createServer({ ...messageClassesOf(app), requestTimeout: longestRequest }, app);
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve(server.address() as AddressInfo);
        });
      }),
    close: (grace = 10_000) => drain(server, grace),
  };
}

const idleSweep = 20;

function drain(server: http.Server, grace: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const sweeping = setInterval(() => server.closeIdleConnections(), idleSweep);
    const cutting = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearInterval(sweeping);
      clearTimeout(cutting);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Express gives every request and response its own prototypes, which makes engines drop what they learned about the
 * objects. Messages that are born with these prototypes spare that: about half of the cost of a request.
 */
function messageClassesOf(app: Express) {
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage = IncomingMessage> extends ServerResponse<T> {}
  app.request = adopt(Request.prototype, express.request, app) as typeof app.request;
  app.response = adopt(Response.prototype, express.response, app) as typeof app.response;
  return { IncomingMessage: Request, ServerResponse: Response };
}

function adopt(prototype: object, parent: object, app: Express): object {
  Object.setPrototypeOf(prototype, parent);
  Object.defineProperty(prototype, 'app', {
    value: app,
    configurable: true,
    enumerable: true,
    writable: true,
  });
  return prototype;
}
