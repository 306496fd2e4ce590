import express, { type Request, type Response } from 'express';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContextRequest, RequestContext } from '../../codec/request-context.js';
import { failureResponse, type ErrorResponse } from '../failure-response.js';
import { createReadBody, replaceBody, runParser } from '../read-body.js';
import { readMultipart } from './read-multipart.js';

/** What the bodies that app code reads may be; sizes in bytes. */
export interface AppBodyOptions {
  /** Of JSON and forms. */
  readonly maxBodyBytes: number;
  /** Of forms and of texts; absent: the same. */
  readonly maxFormBytes?: number;
  readonly maxTextBytes?: number;
  /** Of one file of a form. */
  readonly maxFileBytes: number;
  /** Whether app code gets the text of a body too, as `body[Symbol.for('unparsedBody')]`. */
  readonly includesUnparsed: boolean;
}

export const defaultAppBodyOptions: Omit<AppBodyOptions, 'maxBodyBytes'> = {
  maxFileBytes: 200 * 1024 * 1024,
  includesUnparsed: false,
};

/** Reads the body of a request into its context, once. Fails with the answer to a body that cannot be read. */
export type ReadAppBody = (context: RequestContext) => Promise<Result<null, ErrorResponse>>;

const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
const unparsed = Symbol.for('unparsedBody');

interface ReadRequest extends Request {
  rawBody?: Buffer;
  _body?: boolean;
}

/** JSON, forms, texts and multipart forms, for requests whose method has a body; others have an empty one. */
export function createReadAppBody(options: AppBodyOptions): ReadAppBody {
  const readBody = createReadBody(options, options.includesUnparsed ? keepRaw : undefined);
  const text = express.text({ limit: options.maxTextBytes ?? options.maxBodyBytes, type: () => true });
  const read = async ({ req, res, request }: RequestContext): Promise<Result<unknown, ErrorResponse>> => {
    if (!withBody.has(req.method)) return ok({});
    if (req.is('multipart/form-data')) return readForm(req, res, request, options.maxFileBytes);
    if (req.is('text/*')) return readText(text, req, res);
    return readBody(req, res);
  };
  return async (context) => {
    const { req, request } = context;
    if (request.body !== undefined) return ok(null);
    const body = await read(context);
    if (!body.ok) return body;
    request.body = withUnparsed(body.value ?? {}, req);
    if (body.value !== undefined) replaceBody(req, request.body);
    return ok(null);
  };
}

const keepRaw = (req: Request, bytes: Buffer): void => {
  (req as ReadRequest).rawBody = bytes;
};

function withUnparsed(body: unknown, req: ReadRequest): unknown {
  if (req.rawBody === undefined || typeof body !== 'object' || body === null) return body;
  return Object.defineProperty(body, unparsed, { value: req.rawBody.toString() });
}

async function readForm(
  req: Request,
  res: Response,
  request: ContextRequest,
  maxFileBytes: number,
): Promise<Result<unknown, ErrorResponse>> {
  const form = await readMultipart(req, res, maxFileBytes);
  if (!form.ok) return err(failureResponse(form.failure));
  request.files = form.value.files;
  return ok(form.value.body);
}

async function readText(
  parse: express.RequestHandler,
  req: Request,
  res: Response,
): Promise<Result<unknown, ErrorResponse>> {
  const read = await runParser(parse, req, res);
  return read.ok ? ok(typeof read.value === 'string' ? read.value : '') : read;
}
