import { runPolicies } from '../../../../application/access/rules/policies.js';
import { ok } from '../../../../domain/result.js';
import { RequestContext } from '../../codec/request-context.js';
import type { Call, Operation } from '../document-operations.js';
import { replaceBody, type ReadBody } from '../read-body.js';
import { sendError, sendNothing, sendText } from '../send.js';
import type { RouteMiddleware, RouteRule } from './route-rules.js';
import type { Response } from 'express';
import { statusError, StatusError } from '../../codec/status-error.js';
import { readThrownError, type ThrownErrorName } from '../../../../application/access/rules/thrown-errors.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { failureResponse, isFailureCode, type ErrorResponse } from '../failure-response.js';

const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

/** Runs all policies of a route, then its middlewares around the operation. */
export async function runUnderRule(
  rule: RouteRule,
  call: Call,
  readBody: ReadBody,
  operation: Operation,
): Promise<void> {
  const { req, res } = call;
  if (rule.policies.length === 0 && rule.middlewares.length === 0) return operation.run(call);
  const body = bodyless.has(req.method) ? ok(undefined) : await readBody(req, res);
  if (!body.ok) return sendError(res, body.failure);
  const held = rule.middlewares.length === 0 ? undefined : new HeldResponse(res);
  const context = new RequestContext(call, rule.handler, body.value, held);
  try {
    await runPolicies(rule.policies, context);
    await compose(rule.middlewares, context, () => {
      replaceBody(req, context.request.body);
      return operation.run({ ...call, ...changed(call, context) });
    });
    held?.send();
  } catch (thrown) {
    held?.release();
    const response = thrownResponse(thrown);
    if (response === undefined) throw bugOf(thrown);
    sendError(res, response);
  }
}

/** Returns an error without a status: a library's status is not meant for the client of this server. */
function bugOf(thrown: unknown): Error {
  const bug = new Error(String(thrown), { cause: thrown });
  if (thrown instanceof Error && thrown.stack !== undefined) bug.stack = thrown.stack;
  return bug;
}

/** Returns the query and documentId as policies and middlewares have changed them. */
const changed = (call: Call, { querystring, params }: RequestContext): Pick<Call, 'text' | 'documentId'> => ({
  text: querystring,
  documentId: call.documentId === undefined ? undefined : String(params['id']),
});

async function compose(
  middlewares: readonly RouteMiddleware[],
  context: RequestContext,
  run: () => Promise<void>,
): Promise<void> {
  const [first, ...rest] = middlewares;
  if (first === undefined) return run();
  let isCalled = false;
  await first(context, () => {
    if (isCalled) return Promise.reject(new Error('next() called multiple times'));
    isCalled = true;
    return compose(rest, context, run);
  });
}

/** Holds the answer of an operation until all middlewares have run. */
class HeldResponse {
  private text: string | undefined;
  private parsed: { readonly body: unknown } | undefined;
  private statusWasSet = false;

  constructor(private readonly res: Response) {
    const hold = (chunk?: string | Buffer): Response => {
      this.text = chunk?.toString() ?? '';
      this.parsed = undefined;
      this.statusWasSet = true;
      return res;
    };
    res.end = hold as Response['end'];
  }

  get status(): number {
    return this.statusWasSet ? this.res.statusCode : 404;
  }

  set status(status: number) {
    this.res.statusCode = status;
    this.statusWasSet = true;
  }

  /** The answer as a value. Changes to it are sent. */
  get body(): unknown {
    if (this.parsed === undefined)
      this.parsed = { body: this.text ? (JSON.parse(this.text) as unknown) : undefined };
    return this.parsed.body;
  }

  set body(body: unknown) {
    if (!this.statusWasSet) this.status = 200;
    this.parsed = { body };
  }

  /** Makes the response write to the connection again. */
  release(): void {
    delete (this.res as { end?: unknown }).end;
  }

  send(): void {
    this.release();
    const { res, parsed, text } = this;
    if (parsed?.body === undefined) {
      if (text !== undefined) res.end(text);
      else if (this.statusWasSet) sendText(res, this.status, '');
      else sendError(res, statusResponse(statusError(404)));
    } else if (parsed.body === null) sendNothing(res);
    else sendText(res, this.status, JSON.stringify(parsed.body));
  }
}

const statuses: Readonly<Record<ThrownErrorName, number>> = {
  ApplicationError: 400,
  ValidationError: 400,
  PaginationError: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  PolicyError: 403,
  NotFoundError: 404,
  PayloadTooLargeError: 413,
  RateLimitError: 429,
  NotImplementedError: 501,
};

/** Returns the answer to an error that app code threw. Undefined: the error is a bug, for the log only. */
function thrownResponse(thrown: unknown): ErrorResponse | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof StatusError) return statusResponse(thrown);
  if (thrown instanceof ThrownFailure) return failureResponse(thrown.failure);
  const { code, details, status, expose } = thrown as Error & Readonly<Record<string, unknown>>;
  // A failure of the `strapi` object that the app code called and did not catch.
  if (isFailureCode(code))
    return failureResponse({
      code,
      message: thrown.message,
      details: (details ?? {}) as Record<string, unknown>,
    });
  const refusal = readThrownError(thrown);
  if (refusal !== null) return { status: statuses[refusal.name], ...refusal };
  // An error of the package http-errors, whose message is meant for the client.
  const isForClient = expose === true && typeof status === 'number' && status >= 400 && status < 500;
  return isForClient ? { status, name: thrown.name, message: thrown.message, details: {} } : undefined;
}

const statusResponse = ({ status, name, message, details }: StatusError): ErrorResponse => ({
  status,
  name,
  message,
  details,
});
