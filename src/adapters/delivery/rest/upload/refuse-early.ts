import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorText, type ErrorResponse } from '../failure-response.js';
import { sendError } from '../send.js';

/** How long a client that still sends may go on, so that it gets to read the answer. */
const linger = 2_000;

/**
 * Answers a request that may not be read to its end: no more of it is looked at, and the connection closes. Closing at
 * once would reset it, and with it the answer on its way to a client that is still sending.
 */
export function refuseEarly(req: IncomingMessage, res: ServerResponse, error: ErrorResponse): void {
  if (req.complete || req.destroyed) return sendError(res, error);
  const text = errorText(error);
  res.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
    ...error.headers,
  });
  res.write(text);
  const end = (): void => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, linger);
  req.once('end', end).once('close', end).resume();
}
