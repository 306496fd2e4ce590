import type { IncomingHttpHeaders } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { GraphQLError } from 'graphql';
import { err, ok, type Result } from '../../../../domain/result.js';
import { queryTextOf } from '../../codec/parse-query-text.js';
import { refuseBrokenText } from '../../codec/refuse-broken-text.js';
import type { GraphqlRequest } from '../limits/check-request.js';
import { requestError } from '../client-error.js';
import type { ResponseFormat } from '../shape/shape.js';

/** The answer to a request that cannot be read. */
export interface Unread {
  readonly status: number;
  readonly error: GraphQLError;
}

export type ReadRequest = (req: Request, res: Response) => Promise<Result<GraphqlRequest, Unread>>;

/** Returns the format that the header of a request names, or `usual` without the header. */
export function requestedFormat(
  { 'strapi-response-format': header }: IncomingHttpHeaders,
  usual: ResponseFormat,
): Result<ResponseFormat, GraphQLError> {
  if (header === undefined) return ok(usual);
  const format = String(header).trim().toLowerCase();
  return format === 'v4' || format === 'v5'
    ? ok(format)
    : err(requestError('BAD_REQUEST', 'The header Strapi-Response-Format must be v4 or v5.'));
}

/** Reads the JSON body of a POST or the parameters of a GET. `maxBytes` limits the body. */
export function createReadRequest(maxBytes: number): ReadRequest {
  const json = express.json({ limit: maxBytes, type: 'application/json', verify: refuseBrokenText });
  return async (req, res) => {
    if (req.method === 'GET') return readParameters(req);
    const failed = await new Promise<unknown>((resolve) => json(req, res, resolve));
    if (failed !== undefined) return err(unread(failed));
    return fromBody(req.body);
  };
}

type Given = Readonly<Record<string, unknown>>;
type Read = Result<GraphqlRequest, Unread>;

function readParameters(req: Request): Read {
  if (isForgeable(req.headers)) return bad(forgeable);
  const params = new URLSearchParams(queryTextOf(req.url));
  const given: Record<string, unknown> = {};
  for (const name of ['query', 'operationName']) given[name] = params.get(name) ?? undefined;
  for (const name of ['variables', 'extensions']) {
    const text = params.get(name);
    const parsed = text === null ? undefined : parsedJson(text);
    if (parsed === null) return bad(`The "${name}" must be JSON.`);
    given[name] = parsed?.value;
  }
  return fromGiven(given);
}

const forgeable =
  'This could have been sent by a page of another site (CSRF): send a content-type such as application/json, or the header apollo-require-preflight';

function parsedJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function fromBody(body: unknown): Read {
  if (typeof body !== 'object' || body === null || (!Array.isArray(body) && Object.keys(body).length === 0))
    return bad('POST body missing, or of another type than application/json.');
  if (Array.isArray(body)) return bad('Operation batching disabled.');
  return fromGiven(body as Given);
}

function fromGiven({ query, variables, operationName, extensions }: Given): Read {
  if (query === undefined && mentionsPersisted(extensions)) return persistedQueryMissing;
  if (typeof query !== 'string' || query === '') return bad('The "query" must be a string, and not empty.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    return bad('The "operationName" must be a string.');
  if (
    variables !== undefined &&
    variables !== null &&
    (typeof variables !== 'object' || Array.isArray(variables))
  )
    return bad('The "variables" must be an object.');
  return ok({
    query,
    ...(variables !== null && { variables: variables as Given }),
    ...(operationName !== undefined && { operationName }),
  });
}

const mentionsPersisted = (extensions: unknown): boolean =>
  typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions;

/** Makes clients that first send only a hash send the query itself. */
const persistedQueryMissing: Read = err({
  status: 200,
  error: requestError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported'),
});

function unread(failed: unknown): Unread {
  const { status, type, message } = failed as { status?: unknown; type?: unknown; message?: unknown };
  if (type === 'entity.too.large') return { status: 413, error: badRequest('request entity too large') };
  const isClients = typeof status === 'number' && status < 500;
  return { status: isClients ? status : 400, error: badRequest(String(message)) };
}

const bad = (message: string): Result<never, Unread> => err({ status: 400, error: badRequest(message) });

const badRequest = (message: string): GraphQLError => requestError('BAD_REQUEST', message);

/** Content types that a browser sends to another site without a CORS preflight request. */
const simpleTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/** Headers that cause a CORS preflight request. Clients of Apollo Server send one of them. */
const preflightHeaders = ['apollo-require-preflight', 'x-apollo-operation-name'];

/** Whether a page of another site could have sent a GET with these headers and its visitor's cookies. */
function isForgeable(headers: IncomingHttpHeaders): boolean {
  if (preflightHeaders.some((name) => Boolean(headers[name]))) return false;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === undefined || !type.includes('/') || simpleTypes.has(type);
}
