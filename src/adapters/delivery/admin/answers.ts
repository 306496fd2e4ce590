import type { Response } from 'express';
import { recordOf } from '../../../application/observations/request-record.js';
import type { Failure } from '../../../domain/failure.js';
import { endEarly } from '../codec/end-early.js';
import type { FailureAnswer, FailureDetails } from './contract/failures.js';
import type { AdminDependencies, Reply } from './call.js';

export function setApiHeaders(res: Response): void {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
}

/** `usual` is the status of the route. */
export function sendReply(res: Response, reply: Reply<unknown, unknown>, usual = 200): void {
  const { status = usual, data, meta, text, isImmutable, isSent } = reply;
  if (isSent === true) return;
  if (text !== undefined) return sendText(res, status, text);
  if (isImmutable === true) res.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
  if (data === undefined) return void res.status(204).end();
  send(res, status, meta === undefined ? { data } : { data, meta });
}

export function sendFailure(
  { responseTo }: Pick<AdminDependencies, 'responseTo'>,
  res: Response,
  failure: Failure,
): void {
  recordOf(res.req)?.refused(failure.code);
  const { headers, status } = responseTo(failure);
  for (const [key, value] of Object.entries(headers ?? {})) res.setHeader(key, value);
  const answer: FailureAnswer = { data: null, error: errorOf({ responseTo }, failure) };
  send(res, status, answer);
}

/** The error that the content API answers, with its reasons and the grant that is missing. */
export function errorOf(
  { responseTo }: Pick<AdminDependencies, 'responseTo'>,
  failure: Failure,
): FailureAnswer['error'] {
  const { status, name, message, details } = responseTo(failure);
  const { reasons, missing } = failure;
  const problems = failure.details?.['problems'] as FailureDetails['problems'];
  return {
    status,
    name,
    message,
    ...(details && {
      details: { ...details, ...(problems !== undefined && { problems }), ...(missing && { missing }) },
    }),
    ...(reasons && { reasons }),
  };
}

const send = (res: Response, status: number, body: unknown): void =>
  sendText(res, status, JSON.stringify(body));

function sendText(res: Response, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  endEarly(res, text);
}
