import express, { type Request, type Response } from 'express';
import type { GraphQLError } from 'graphql';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { GraphqlRequest } from '../limits/check-request.js';
import { requestError } from '../told-error.js';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request cannot be read. */
export interface Unread {
  readonly status: number;
  readonly error: GraphQLError;
}

export type ReadRequest = (req: Request, res: Response) => Promise<Result<GraphqlRequest, Unread>>;

/** Reads the JSON body of a POST, or the parameters of a GET, and leaves them, and nothing else, where Apollo looks. */
export function createReadRequest(limit: number): ReadRequest {
  const json = express.json({ limit, type: 'application/json' });
  return async (req, res) => {
    if (req.method === 'GET') return readParameters(req);
    const failed = await new Promise<unknown>((resolve) => json(req, res, resolve));
    if (failed !== undefined) return err(unread(failed));
    const request = fromBody(req.body);
    if (request.ok) req.body = request.value;
    return request;
  };
}

type Given = Readonly<Record<string, unknown>>;
type Read = Result<GraphqlRequest, Unread>;

function readParameters(req: Request): Read {
  if (isForgeable(req.headers)) return bad(forgeable);
  const at = req.url.indexOf('?');
  const params = new URLSearchParams(at === -1 ? '' : req.url.slice(at + 1));
  const given: Record<string, unknown> = {};
  for (const name of ['query', 'operationName']) given[name] = params.get(name) ?? undefined;
  for (const name of ['variables', 'extensions']) {
    const text = params.get(name);
    const parsed = text === null ? undefined : parsedJson(text);
    if (parsed === null) return bad(`The "${name}" must be JSON.`);
    given[name] = parsed?.value;
  }
  const request = fromGiven(given);
  // Apollo wants to know that bodies are read, and takes these from a GET alone.
  req.body = {};
  if (request.ok) req.query = request.value as unknown as Request['query'];
  return request;
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
  if (query === undefined && mentionsPersisted(extensions)) return persistedNothing;
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

/** What clients that try a hash first know as: send the query. */
const persistedNothing: Read = err({
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

/** What a page of any site can make a browser send without asking this server first. */
const simpleTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/** Headers that make a browser ask, under the names that clients of Apollo Server know. */
const askingHeaders = ['apollo-require-preflight', 'x-apollo-operation-name'];

/** Whether a page of another site could have sent a GET with these headers, with the cookies of its visitor. */
function isForgeable(headers: IncomingHttpHeaders): boolean {
  if (askingHeaders.some((name) => Boolean(headers[name]))) return false;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === undefined || !type.includes('/') || simpleTypes.has(type);
}
