import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure } from '../../../../domain/failure.js';
import { errorText, failureResponse } from '../failure-response.js';

const { status, ...error } = failureResponse(
  failure('INPUT.INVALID', 'The request has more than one Host header'),
);
const text = errorText({ status, ...error });
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(text),
  Connection: 'close',
};

/** A proxy could take another one of them than the server, which keeps the first. */
export function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** RFC 9112, section 3.2, demands 400. */
export function refuseManyHosts(res: ServerResponse): void {
  res.writeHead(status, headers);
  res.end(text);
}
