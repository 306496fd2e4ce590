import express, { type Request, type Response } from 'express';
import { GraphQLError } from 'graphql';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { GraphqlRequest } from '../limits/check-request.js';

/** Why a request can not be read. */
export interface Unread {
  readonly status: number;
  readonly error: GraphQLError;
}

/** Null: there is no question in it that is to be looked at before it is run. */
export type ReadRequest = (req: Request, res: Response) => Promise<Result<GraphqlRequest | null, Unread>>;

/** Reads the JSON body of a POST, or the parameters of a GET, and leaves them where Apollo looks for them. */
export function createReadRequest(limit: number): ReadRequest {
  const json = express.json({ limit, type: 'application/json' });
  return async (req, res) => {
    if (req.method === 'GET') return fromParameters(req);
    const failed = await new Promise<unknown>((resolve) => json(req, res, resolve));
    if (failed !== undefined) return err(unread(failed));
    return fromBody(req.body);
  };
}

function fromParameters(req: Request): Result<GraphqlRequest | null, Unread> {
  const at = req.url.indexOf('?');
  const params = new URLSearchParams(at === -1 ? '' : req.url.slice(at + 1));
  const query = params.get('query');
  // Apollo wants to know that bodies are read.
  req.body = {};
  req.query = Object.fromEntries(
    ['query', 'variables', 'operationName'].flatMap((name) => {
      const value = params.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  if (query === null) return ok(null);
  const text = params.get('variables');
  if (text === null) return ok({ query });
  try {
    return ok({ query, variables: JSON.parse(text) as unknown });
  } catch {
    return err(bad('Variables are invalid JSON.'));
  }
}

function fromBody(body: unknown): Result<GraphqlRequest | null, Unread> {
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0)
    return err(bad('POST body missing, or of another type than application/json.'));
  if (Array.isArray(body)) return err(bad('Operation batching disabled.'));
  const { query, variables, operationName } = body as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string') return err(bad('The "query" must be a string.'));
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    return err(bad('The "operationName" must be a string.'));
  if (
    variables !== undefined &&
    variables !== null &&
    (typeof variables !== 'object' || Array.isArray(variables))
  )
    return err(bad('The "variables" must be an object.'));
  return ok({ query, variables });
}

function unread(failed: unknown): Unread {
  const { status, type, message } = failed as { status?: unknown; type?: unknown; message?: unknown };
  if (type === 'entity.too.large')
    return { status: 413, error: new GraphQLError('request entity too large') };
  return { ...bad(String(message)), status: typeof status === 'number' && status < 500 ? status : 400 };
}

const bad = (message: string): Unread => ({
  status: 400,
  error: new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } }),
});
