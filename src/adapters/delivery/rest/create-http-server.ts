import http, { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { errorText, failureResponse } from './failure-response.js';
import { failure } from '../../../domain/failure.js';
import { overloaded } from '../../../application/admission/lane.js';
import type { RequestRecord } from '../../../application/observations/request-record.js';
import { record, type Recorded } from '../../../application/observations/request-record.js';
import type { CallerPositions } from '../../../application/replicas/caller-positions.js';
import { asksForSocket, takeoverOf } from '../codec/upgrade.js';
import { listenOn } from './listen-on.js';
import { answerUpgrades } from './server/answer-upgrades.js';
import { Arrivals } from './server/arrivals.js';
import { carryPositions } from './server/carry-positions.js';
import { cutStalled, watchBody } from './server/stalled-clients.js';
import { hasManyHosts, refuseManyHosts } from './server/host-headers.js';
import {
  isProbe,
  notObserving,
  recordRequests,
  withinRequest,
  type Observing,
} from './server/record-requests.js';
import { OpenConnections } from './server/open-connections.js';
import { OutgoingAnswers } from './server/outgoing-answers.js';
import { refuse, RequestGate } from './server/request-gate.js';
import { defaultServerLimits, type ServerLimits } from '../../../application/admission/server-limits.js';

export interface HttpServer {
  readonly server: http.Server;
  /** Resolves when the server accepts connections; rejects if it cannot use the port. Port 0 means any free port. */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /**
   * Accepts no more connections, and resolves when all are closed. Each is closed with its next answer, which says that it is
   * the last one, or when it has brought no request for `lingerMs`, so that a client that sends one just now is not cut off.
   * After `graceMs` it closes those that still run a request.
   */
  close(lingerMs?: number, graceMs?: number): Promise<void>;
}

/** Node's default of five minutes is too short for a large file on a slow line. `watchBody` ends stalled bodies earlier. */
const longestRequestMs = 60 * 60 * 1000;

/** `takesSocket`: whether a handshake of a WebSocket is for what `app` serves. */
export function createHttpServer(
  app: Express,
  given: Partial<ServerLimits> = {},
  givenObserving: Partial<Observing> = {},
  positions: CallerPositions | null = null,
  takesSocket: (req: IncomingMessage) => boolean = () => false,
): HttpServer {
  const limits = { ...defaultServerLimits, ...given };
  const observing = { ...notObserving, ...givenObserving };
  const { observations } = observing;
  const { headersTimeoutMs, idleTimeoutMs } = limits;
  const isUpgrade = (req: IncomingMessage): boolean =>
    takesSocket(req) || server.listenerCount('upgrade') > ownListeners;
  const isFlooding = (req: IncomingMessage): boolean => connections.isFlooding(req);
  const outgoing = new OutgoingAnswers(limits.maxBufferedBytes);
  const classes = messageClassesOf(app, outgoing, isUpgrade, isFlooding);
  const options = {
    ...classes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: Math.max(longestRequestMs, headersTimeoutMs),
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, Math.ceil(headersTimeoutMs / 4)),
  };
  const refuseBusy: http.RequestListener = (_req, res) => {
    observations.observe({ kind: 'refusal', code: overloaded.code, by: 'gate' });
    refuse(res);
  };
  const handler = withinRequest(app, observations);
  const arrivals = new Arrivals(
    positions === null ? handler : carryPositions(handler, positions),
    refuseBusy,
    limits.isProxied,
  );
  const gate = new RequestGate(
    limits,
    (req) => isProbe(observing, req),
    app,
    (req, res, from) => arrivals.add(req, res, from),
    refuseBusy,
    () => arrivals.isAccepting,
  );
  const listener = recordRequests((req, res) => {
    connections.follow(req, res);
    if (hasManyHosts(req)) return refuseManyHosts(res);
    watchBody(req, res, limits);
    gate.listener(req, res);
  }, observing);
  const server = http.createServer(options, listener).on('connection', () => arrivals.connected());
  const connections = new OpenConnections(server);
  answerUpgrades(server, classes.ServerResponse, takesSocket, isFlooding);
  const ownListeners = server.listenerCount('upgrade');
  cutStalled(server, limits.sendTimeoutMs);
  return {
    server,
    listen: (port, host) => listenOn(server, port, host),
    close: (lingerMs = 0, graceMs = 10_000) => connections.close(lingerMs, graceMs),
  };
}

/**
 * Express changes the prototype of every request and response, which makes V8 drop its optimisations for these objects.
 * Creating them with the right prototype saves about half of the cost of a request.
 */
function messageClassesOf(
  app: Express,
  outgoing: OutgoingAnswers,
  isUpgrade: (req: IncomingMessage) => boolean,
  isFlooding: (req: IncomingMessage) => boolean,
) {
  class Request extends IncomingMessage implements Recorded {
    [record]: RequestRecord | undefined = undefined;
    declare [asksForUpgrade]: boolean | null;
    declare [ofFlood]: boolean;

    /** Node sets it for each request. Others than handshakes of WebSockets are plain requests: some clients offer HTTP/2. */
    set upgrade(asked: boolean | null) {
      this[asksForUpgrade] = asked;
      this[ofFlood] = isFlooding(this);
    }

    get upgrade(): boolean {
      // Only an upgrade makes Node leave unread what else the connection has sent: it can be thousands of requests at once.
      if (this[ofFlood]) return true;
      if (this[asksForUpgrade] !== true) return false;
      return this.method === 'CONNECT' || (asksForSocket(this) && !hasManyHosts(this) && isUpgrade(this));
    }
  }
  /**
   * Emits `answered` when the answer is ready, and writes a large answer as the client reads it. One that takes over the
   * connection lasts as long as the connection.
   */
  class Response<T extends IncomingMessage = IncomingMessage> extends ServerResponse<T> {
    override end(...given: unknown[]): this {
      this.emit('answered');
      const takeOver = takeoverOf(this);
      if (takeOver !== undefined) {
        takeOver();
        return this;
      }
      const [body] = given;
      const isBody = typeof body === 'string' || body instanceof Uint8Array;
      if (!isBody || !OutgoingAnswers.isLarge(body) || this.req.method === 'HEAD') return this.endNow(given);
      const bytes = typeof body === 'string' ? Buffer.from(body, encodingOf(given)) : body;
      const sent = outgoing.send(this, bytes, () =>
        this.endNow(given.slice(typeof given[1] === 'string' ? 2 : 1)),
      );
      return sent ? this : this.refuse();
    }

    private endNow(given: unknown[]): this {
      return super.end(...(given as []));
    }

    private refuse(): this {
      if (this.headersSent) return this.destroy();
      const { status, headers, ...error } = failureResponse(noRoom);
      this.statusCode = status;
      for (const [name, value] of Object.entries(headers ?? {})) this.setHeader(name, value);
      const text = errorText({ status, ...error });
      this.setHeader('Content-Length', Buffer.byteLength(text));
      return this.endNow([text]);
    }
  }
  app.request = adopt(Request.prototype, express.request, app) as typeof app.request;
  app.response = adopt(Response.prototype, express.response, app) as typeof app.response;
  return { IncomingMessage: Request, ServerResponse: Response };
}

/** Where a request keeps what Node says of it. */
const asksForUpgrade: unique symbol = Symbol('upgrade');
/** Whether its connection is closed instead of an answer. */
const ofFlood: unique symbol = Symbol('of flood');

const encodingOf = ([, encoding]: readonly unknown[]): BufferEncoding =>
  typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';

const noRoom = failure(
  'STORE.OVERLOADED',
  'Too many large answers wait for their clients: try again in a moment',
);

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
