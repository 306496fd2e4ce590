import type { ServerResponse } from 'node:http';
import { errorText, type ErrorResponse } from './failure-response.js';

/** Sends JSON text with its length, so that it leaves in one write. */
export function sendText(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

export function sendNothing(res: ServerResponse): void {
  res.statusCode = 204;
  res.end();
}

export function sendError(res: ServerResponse, error: ErrorResponse): void {
  for (const [name, value] of Object.entries(error.headers ?? {})) res.setHeader(name, value);
  sendText(res, error.status, errorText(error));
}

/** `allowed` as the `Allow` header lists it. */
export function sendMethodNotAllowed(res: ServerResponse, allowed: string): void {
  res.statusCode = 405;
  res.setHeader('Allow', allowed);
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('Method Not Allowed');
}
