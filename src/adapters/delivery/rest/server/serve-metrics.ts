import { createHash, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import { errorText, failureResponse } from '../failure-response.js';
import { failure } from '../../../../domain/failure.js';

export interface MetricsDelivery {
  /** Returns all metrics in the text format of Prometheus. */
  readonly read: () => Promise<string>;
  /** What a scraper sends as a bearer token; undefined: everybody who reaches the port may read. */
  readonly token: string | undefined;
}

const refused = errorText(
  failureResponse(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials')),
);

/** Answers a scrape. */
export function serveMetrics({ read, token }: MetricsDelivery): RequestListener {
  const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`);
  return (req, res) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead) return void res.writeHead(405, { Allow: 'HEAD, GET' }).end();
    if (expected !== undefined && !isAllowed(req, expected))
      return void res
        .writeHead(401, { 'Content-Type': 'application/json; charset=utf-8', 'WWW-Authenticate': 'Bearer' })
        .end(refused);
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    read().then(
      (text) => res.end(text),
      () => res.destroy(),
    );
  };
}

/** Compares digests, which have the same length, in constant time. */
const isAllowed = ({ headers }: IncomingMessage, expected: Buffer): boolean =>
  timingSafeEqual(digestOf(headers.authorization ?? ''), expected);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A server of its own for `/_metrics`, on a port that clients of the API do not reach. */
export function createMetricsServer(delivery: MetricsDelivery): http.Server {
  const serve = serveMetrics(delivery);
  return http.createServer({ requestTimeout: 10_000 }, (req, res) => {
    if (req.url === '/_metrics') serve(req, res);
    else res.writeHead(404).end();
  });
}
