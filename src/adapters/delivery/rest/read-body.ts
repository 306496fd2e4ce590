import express, { type Request, type Response } from 'express';
import { err, ok, type Result } from '../../../domain/result.js';
import { parseQueryText } from '../codec/parse-query-text.js';
import { expressErrorResponse, scalarBody, failureResponse, type ErrorResponse } from './failure-response.js';

const jsonTypes = ['application/json', 'application/vnd.api+json', 'application/json-patch+json'];
export const formType = 'application/x-www-form-urlencoded';

/** Reads a body: its value, or undefined where there is none or its media type is not read. */
export type ReadBody = (req: Request, res: Response) => Promise<Result<unknown, ErrorResponse>>;

/** What stands in for the bodies of requests: read before, and maybe changed. */
const replaced = new WeakMap<Request, unknown>();

/** From here on, reading the body of the request answers this. */
export const replaceBody = (req: Request, body: unknown): void => void replaced.set(req, body);

/** `limit` in bytes. */
export function createReadBody(limit: number): ReadBody {
  const json = express.json({ limit, strict: false, type: () => true });
  const text = express.text({ limit, type: () => true });
  return async (req, res) => {
    if (replaced.has(req)) return ok(replaced.get(req));
    if (req.is(jsonTypes)) {
      const read = await run(json, req, res);
      return read.ok && (typeof read.value !== 'object' || read.value === null) ? err(scalarBody) : read;
    }
    if (!req.is(formType)) return ok(undefined);
    const read = await run(text, req, res);
    return read.ok ? decodeForm(read.value) : read;
  };
}

const run = (
  parse: express.RequestHandler,
  req: Request,
  res: Response,
): Promise<Result<unknown, ErrorResponse>> =>
  new Promise((resolve, reject) => {
    parse(req, res, (error?: unknown) => {
      if (error === undefined) return resolve(ok(req.body as unknown));
      const known = expressErrorResponse(error);
      return known === undefined ? reject(error) : resolve(err(known));
    });
  });

function decodeForm(body: unknown): Result<unknown, ErrorResponse> {
  const params = parseQueryText(typeof body === 'string' ? body : '', 'body');
  return params.ok ? params : err(failureResponse(params.failure));
}
