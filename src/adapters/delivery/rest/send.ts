import type { ServerResponse } from 'node:http';
import type { Failure } from '../../../domain/failure.js';
import { recordOf } from '../../../application/observations/request-record.js';
import { errorText, failureResponse, type ErrorResponse } from './failure-response.js';

/** Measuring a text costs as much as encoding it, so texts from this length on are encoded once. */
const longTextLength = 64 * 1024;

/** Sends JSON text with a Content-Length, so that Node sends it in one write. */
export function sendText(res: ServerResponse, status: number, text: string): void {
  const body = text.length < longTextLength ? text : Buffer.from(text);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

export function sendNothing(res: ServerResponse): void {
  res.statusCode = 204;
  res.end();
}

/** The client has the answer already. */
export function sendUnchanged(res: ServerResponse): void {
  res.statusCode = 304;
  res.end();
}

export function sendError(res: ServerResponse, error: ErrorResponse): void {
  for (const [name, value] of Object.entries(error.headers ?? {})) res.setHeader(name, value);
  sendText(res, error.status, errorText(error));
}

export function sendFailure(res: ServerResponse, failure: Failure): void {
  recordOf(res.req)?.refused(failure.code);
  sendError(res, failureResponse(failure));
}

/** `allowed` is the value of the `Allow` header. */
export function sendMethodNotAllowed(res: ServerResponse, allowed: string): void {
  res.setHeader('Allow', allowed);
  if (res.req.method === 'PATCH') return sendError(res, noPatch(allowed));
  res.statusCode = 405;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('Method Not Allowed');
}

/** Clients of other servers send PATCH and expect a JSON answer. */
const noPatch = (allowed: string): ErrorResponse => ({
  status: 405,
  name: 'MethodNotAllowedError',
  message: allowed.includes('PUT')
    ? 'Method Not Allowed: send PUT, which changes only what it names'
    : `Method Not Allowed: there are ${allowed}`,
  details: {},
});
