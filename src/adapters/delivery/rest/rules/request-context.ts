import type { Request, Response } from 'express';
import qs from 'qs';
import { requestStateOf, type RequestState } from '../../../../application/app-code/request-state.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { failureResponse } from '../failure-response.js';
import type { Call } from '../operation.js';
import { statusError } from './status-error.js';
import { ThrownResponse } from './thrown-response.js';

type Tree = Record<string, unknown>;

/** Where the answer of middlewares is put together; policies have none. */
export interface Draft {
  status: number;
  body: unknown;
}

/**
 * A request as policies and middlewares look at it, under the names that koa gives: docs/policies.md lists them. What
 * they change of `query`, `params` and `request.body` is what the operation then gets.
 */
export class RequestContext {
  readonly type = 'koa';
  readonly state: RequestState;
  readonly params: Record<string, string>;
  readonly req: Request;
  private readonly res: Response;
  private tree: Tree | undefined;
  private content: unknown;

  constructor(
    private readonly call: Call,
    handler: string,
    body: unknown,
    private readonly draft?: Draft,
  ) {
    this.req = call.req;
    this.res = call.res;
    this.content = body ?? {};
    this.params = call.documentId === undefined ? {} : { id: call.documentId };
    const { user, auth } = requestStateOf(call.principal);
    this.state = { user, auth, route: { handler, method: call.req.method, info: { type: 'content-api' } } };
  }

  is(type: unknown): boolean {
    return type === this.type;
  }

  get method(): string {
    return this.req.method;
  }

  get url(): string {
    return this.req.url;
  }

  get path(): string {
    return this.req.path;
  }

  get ip(): string | undefined {
    return this.req.ip;
  }

  get headers(): Request['headers'] {
    return this.req.headers;
  }

  get header(): Request['headers'] {
    return this.req.headers;
  }

  get(header: string): string {
    return String(this.req.headers[header.toLowerCase()] ?? '');
  }

  get querystring(): string {
    return this.tree === undefined ? this.call.text : printQuery(this.tree);
  }

  get query(): Tree {
    this.tree ??= readQuery(this.call.text);
    return this.tree;
  }

  set query(query: Tree) {
    this.tree = query;
  }

  /** The same members as the context, and the body. */
  get request(): this & { body: unknown } {
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    const context = this;
    return Object.create(context, {
      query: {
        get: () => context.query,
        set(query: Tree) {
          context.query = query;
        },
      },
      body: {
        get: () => context.content,
        set(body: unknown) {
          context.content = body;
        },
      },
    }) as this & { body: unknown };
  }

  get status(): number {
    return this.drafted().status;
  }

  set status(status: number) {
    this.drafted().status = status;
  }

  get body(): unknown {
    return this.drafted().body;
  }

  set body(body: unknown) {
    this.drafted().body = body;
  }

  get response(): this {
    return this;
  }

  set(header: string, value: string | number | readonly string[]): void {
    this.res.setHeader(header, value);
  }

  send(body: unknown, status = 200): void {
    this.status = status;
    this.body = body;
  }

  throw(status: number, message?: string, details?: unknown): never {
    throw statusError(status, message, details);
  }

  badRequest(message?: string, details?: unknown): never {
    throw statusError(400, message, details);
  }

  unauthorized(message?: string, details?: unknown): never {
    throw statusError(401, message, details);
  }

  forbidden(message?: string, details?: unknown): never {
    throw statusError(403, message, details);
  }

  notFound(message?: string, details?: unknown): never {
    throw statusError(404, message, details);
  }

  tooManyRequests(message?: string, details?: unknown): never {
    throw statusError(429, message, details);
  }

  private drafted(): Draft {
    if (this.draft === undefined)
      throw new TypeError('a policy can not answer: throw an error, or answer false');
    return this.draft;
  }
}

function readQuery(text: string): Tree {
  const params = parseQueryText(text);
  if (!params.ok) throw new ThrownResponse(failureResponse(params.failure));
  // A copy, with the prototypes that other people's code expects.
  return structuredClone(params.value) as Tree;
}

/** An empty list is kept: it matches nothing, where no list would match everything. */
const printQuery = (query: Tree): string =>
  qs.stringify(query, { strictNullHandling: true, allowEmptyArrays: true });
