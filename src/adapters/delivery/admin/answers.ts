import type { Response } from 'express';
import { recordOf } from '../../../application/observations/request-record.js';
import type { Failure } from '../../../domain/failure.js';
import type { FailureAnswer } from './contract/failures.js';
import type { AdminDependencies, Reply } from './call.js';

/** Other origins may not read what is answered here, whatever the settings of the content API say. */
export function setApiHeaders(res: Response): void {
  for (const name of res.getHeaderNames()) if (name.startsWith('access-control-')) res.removeHeader(name);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
}

export function sendReply(res: Response, { status, data, meta, isImmutable, isSent }: Reply): void {
  if (isSent === true) return;
  if (isImmutable === true) res.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
  if (data === undefined) return void res.status(status ?? 204).end();
  send(res, status ?? 200, meta === undefined ? { data } : { data, meta });
}

export function sendFailure(
  { responseTo }: Pick<AdminDependencies, 'responseTo'>,
  res: Response,
  failure: Failure,
): void {
  recordOf(res.req)?.refused(failure.code);
  const { headers, status, name, message, details } = responseTo(failure);
  for (const [key, value] of Object.entries(headers ?? {})) res.setHeader(key, value);
  const answer: FailureAnswer = {
    data: null,
    error: { status, name, message, ...(details && { details }) },
  };
  send(res, status, answer);
}

function send(res: Response, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
