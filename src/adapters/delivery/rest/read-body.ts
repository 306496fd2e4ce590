import express, { type Request, type Response } from 'express';
import { err, ok, type Result } from '../../../domain/result.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { parseQueryText } from '../codec/parse-query-text.js';
import { refuseBrokenText } from '../codec/refuse-broken-text.js';
import { expressErrorResponse, scalarBody, failureResponse, type ErrorResponse } from './failure-response.js';

const jsonTypes = ['application/json', 'application/vnd.api+json', 'application/json-patch+json'];
export const formType = 'application/x-www-form-urlencoded';

/** Reads a body. The value is undefined if there is no body, or if its media type is not supported. */
export type ReadBody = (req: Request, res: Response) => Promise<Result<unknown, ErrorResponse>>;

/** Bodies that middlewares of an app have read, and may have changed. */
const replaced = new WeakMap<Request, unknown>();

/** Makes later reads of the request's body return `body`. An empty object of a request without a body changes nothing. */
export function replaceBody(req: Request, body: unknown): void {
  if (body === undefined || (!replaced.has(req) && isEmpty(body))) return;
  replaced.set(req, body);
}

const isEmpty = (body: unknown): boolean => isPlainObject(body) && Object.keys(body).length === 0;

/** Gets the bytes of each body. */
type KeepRaw = (req: Request, bytes: Buffer) => void;

/** The largest bodies, in bytes. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Of forms; absent: the same. */
  readonly maxFormBytes?: number;
}

export function createReadBody(
  { maxBodyBytes, maxFormBytes = maxBodyBytes }: BodyLimits,
  keepRaw?: KeepRaw,
): ReadBody {
  const verify = (req: unknown, res: unknown, bytes: Buffer, encoding: string): void => {
    refuseBrokenText(req, res, bytes, encoding);
    keepRaw?.(req as Request, bytes);
  };
  const options = { type: () => true, verify };
  const json = express.json({ ...options, limit: maxBodyBytes, strict: false });
  const text = express.text({ ...options, limit: maxFormBytes });
  return async (req, res) => {
    if (replaced.has(req)) return ok(replaced.get(req));
    if (req.is(jsonTypes)) {
      const read = await runParser(json, req, res);
      return read.ok && (typeof read.value !== 'object' || read.value === null) ? err(scalarBody) : read;
    }
    if (!req.is(formType)) return ok(undefined);
    const read = await runParser(text, req, res);
    return read.ok ? decodeForm(read.value) : read;
  };
}

/** Runs a body parser of Express. Fails with the answer to a body that it refuses. */
export const runParser = (
  parse: express.RequestHandler,
  req: Request,
  res: Response,
): Promise<Result<unknown, ErrorResponse>> =>
  new Promise((resolve, reject) => {
    parse(req, res, (error?: unknown) => {
      if (error === undefined) return resolve(ok(req.body as unknown));
      const response = expressErrorResponse(error);
      return response === undefined ? reject(error) : resolve(err(response));
    });
  });

function decodeForm(body: unknown): Result<unknown, ErrorResponse> {
  const params = parseQueryText(typeof body === 'string' ? body : '', 'body');
  return params.ok ? params : err(failureResponse(params.failure));
}
