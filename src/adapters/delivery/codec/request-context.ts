import type { Request, Response } from 'express';
import { requestStateOf, type RequestState } from '../../../application/app-code/request-state.js';
import type { Principal } from '../../../domain/permission/permission.js';
import { statusError } from './status-error.js';
import qs from 'qs';
import { failure } from '../../../domain/failure.js';
import { parseQueryText } from './parse-query-text.js';
import { ThrownFailure } from '../../../application/thrown-failure.js';

/** A request for one action of a content-type: a REST request, or a root field of a GraphQL request. */
export interface AppRequest {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** Undefined for a collection and for a single type. */
  readonly documentId: string | undefined;
  /** The query string, without its question mark. */
  readonly text: string;
  /** Only over GraphQL: the REST route that does the same. */
  readonly route?: { readonly method: string; readonly path: string };
}

/** The answer that middlewares read and change. Policies have none. */
export interface MutableAnswer {
  status: number;
  body: unknown;
}

/**
 * The `ctx` that policies and middlewares of an app get, with the names that koa uses (docs/policies.md lists them). The
 * operation gets their changes to `query`, `params` and `request.body`.
 */
export class RequestContext {
  readonly type: 'koa' | 'graphql';
  readonly state: RequestState;
  readonly params: Record<string, string>;
  readonly req: Request;
  private readonly res: Response;
  private tree: QueryTree | undefined;
  private printed: string | undefined;
  private content: unknown;

  constructor(
    private readonly call: AppRequest,
    handler: string,
    body: unknown,
    private readonly answer?: MutableAnswer,
  ) {
    this.type = call.route === undefined ? 'koa' : 'graphql';
    this.req = call.req;
    this.res = call.res;
    this.content = body ?? {};
    this.params = call.documentId === undefined ? {} : { id: call.documentId };
    const { user, auth } = requestStateOf(call.principal);
    this.state = { user, auth, route: { handler, method: this.method, info: { type: 'content-api' } } };
  }

  is(type: unknown): boolean {
    return type === this.type;
  }

  get method(): string {
    return this.call.route?.method ?? this.req.method;
  }

  get url(): string {
    if (this.call.route === undefined) return this.req.url;
    const { text } = this.call;
    return text === '' ? this.path : `${this.path}?${text}`;
  }

  get path(): string {
    return this.call.route?.path ?? this.req.path;
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
    if (this.tree === undefined) return this.call.text;
    const printed = printQuery(this.tree);
    // An unchanged query stays exactly as it was sent.
    if (printed === this.printed) return this.call.text;
    refuseBrackets(this.tree);
    return printed;
  }

  get query(): QueryTree {
    if (this.tree === undefined) {
      this.tree = readQuery(this.call.text);
      this.printed = printQuery(this.tree);
    }
    return this.tree;
  }

  set query(query: QueryTree) {
    this.tree = query;
  }

  /** Has the members of the context and the body of the request. */
  get request(): this & { body: unknown } {
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    const context = this;
    return Object.create(context, {
      query: {
        get: () => context.query,
        set(query: QueryTree) {
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
    return this.ownAnswer().status;
  }

  set status(status: number) {
    this.ownAnswer().status = status;
  }

  get body(): unknown {
    return this.ownAnswer().body;
  }

  set body(body: unknown) {
    this.ownAnswer().body = body;
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

  private ownAnswer(): MutableAnswer {
    if (this.answer === undefined)
      throw new TypeError('a policy cannot answer: throw an error, or answer false');
    return this.answer;
  }
}

/** A parsed query string as app code gets it. */
export type QueryTree = Record<string, unknown>;

function readQuery(text: string): QueryTree {
  const params = parseQueryText(text);
  if (!params.ok) throw new ThrownFailure(params.failure);
  // A copy with ordinary prototypes, which app code expects.
  return structuredClone(params.value) as QueryTree;
}

/** Keeps empty lists: an empty list matches nothing, while a missing one would match everything. */
export const printQuery = (query: QueryTree): string =>
  qs.stringify(query, { strictNullHandling: true, allowEmptyArrays: true });

/**
 * Refuses keys with brackets. Printed and parsed again, such a key would mean something else, for example a filter beside
 * the one that a policy set.
 */
function refuseBrackets(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return;
  for (const [key, member] of Object.entries(tree)) {
    if (/[[\]]/.test(key))
      throw new ThrownFailure(
        failure('QUERY.INVALID_KEY', `Invalid key ${key}`, { key, path: null, source: 'query' }),
      );
    refuseBrackets(member);
  }
}
