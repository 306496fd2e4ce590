import type { IncomingMessage, ServerResponse, Server } from 'node:http';
import { errorText } from '../failure-response.js';
import type { ServerLimits } from '../../../../application/admission/server-limits.js';
import type { Socket } from 'node:net';
import { resetConnection } from './reset-connection.js';

type Limits = Pick<ServerLimits, 'bodyTimeoutMs' | 'minBodyBytesPerSecond'>;

/**
 * Answers 408 to a request whose body stalls. In every period of `bodyTimeoutMs` the body must end or arrive at the minimum
 * rate. Node's `requestTimeout` cannot do this: it is one limit for bodies of all sizes.
 */
export function watchBody(req: IncomingMessage, res: ServerResponse, limits: Limits): void {
  if (!hasBody(req)) return;
  const { bodyTimeoutMs, minBodyBytesPerSecond } = limits;
  const least = (minBodyBytesPerSecond * bodyTimeoutMs) / 1000;
  // A request that is destroyed in the middle of its body loses its socket.
  const { socket } = req;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (req.complete) return stop();
    const now = socket.bytesRead;
    // What has come and is not read yet says that the server is the slow one.
    if (now - before < least && req.readableLength === 0) cutOff(socket, res);
    before = now;
  }, bodyTimeoutMs);
  const stop = (): void => {
    clearInterval(timer);
    socket.off('close', stop);
  };
  req.once('close', stop);
  // A request that was answered before the end of its body does not close with its connection.
  socket.once('close', stop);
}

/** A part of `bodyTimeoutMs`, after which a client that is too slow is disconnected if another request needs its room. */
const partOfTimeout = 15;

interface InProgress {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Gives the room of the request to others. */
  readonly leave: () => void;
  /** The bytes that the client had sent and read at that time. */
  bytes: number;
  at: number;
}

/** Requests in progress. Those that wait for slow clients, with bodies or as large files, make room for others. */
export class SlowClients {
  /** The one that was looked at the longest time ago is first. */
  private readonly requests = new Set<InProgress>();

  constructor(private readonly limits: Limits) {}

  /** Returns a function that forgets the request. */
  add(req: IncomingMessage, res: ServerResponse, leave: () => void): () => void {
    const one = { req, res, leave, bytes: bytesOf(req), at: performance.now() };
    this.requests.add(one);
    return () => void this.requests.delete(one);
  }

  /** Disconnects one client that is too slow, and so makes room for another request. Returns false if there is none. */
  makeRoom(): boolean {
    const { bodyTimeoutMs, minBodyBytesPerSecond } = this.limits;
    const now = performance.now();
    for (const one of this.requests) {
      const { req, res, leave, at } = one;
      if (now - at < bodyTimeoutMs / partOfTimeout) return false;
      this.requests.delete(one);
      const bytes = bytesOf(req);
      const isSlow = (bytes - one.bytes) * 1000 < minBodyBytesPerSecond * (now - at);
      if (!isSlow || !waitsForClient(req)) {
        this.requests.add(Object.assign(one, { bytes, at: now }));
        continue;
      }
      leave();
      if (res.headersSent) resetConnection(req.socket);
      else cutOff(req.socket, res);
      return true;
    }
    return false;
  }
}

const bytesOf = ({ socket }: IncomingMessage): number =>
  socket.bytesRead + socket.bytesWritten - socket.writableLength;

const waitsForClient = ({ complete, readableLength, socket }: IncomingMessage): boolean =>
  (!complete && readableLength === 0) || socket.writableLength > 0;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const text = errorText({
  status: 408,
  name: 'RequestTimeoutError',
  message: 'The body of the request did not come in time',
  details: {},
});

const answer = [
  'HTTP/1.1 408 Request Timeout',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(text)}`,
  'Connection: close',
  '',
  text,
].join('\r\n');

/** Writes the answer to the socket. The handler sees a closed connection, which it must expect anyway. */
function cutOff(socket: Socket, res: ServerResponse): void {
  if (!res.headersSent) socket.write(answer);
  socket.destroySoon();
}

interface Sent {
  readonly bytes: number;
  readonly since: number;
}

/** Resets a connection if its client reads nothing of the answer for `timeoutMs`. */
export function cutStalled(server: Server, timeoutMs: number): void {
  const sockets = new Map<Socket, Sent>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    for (const [socket, last] of sockets) {
      const bytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || bytes !== last.bytes) sockets.set(socket, { bytes, since: now });
      else if (now - last.since >= timeoutMs) resetConnection(socket);
    }
  };
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { bytes: 0, since: performance.now() });
    timer ??= setInterval(look, Math.max(10, timeoutMs / 6)).unref();
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
}
