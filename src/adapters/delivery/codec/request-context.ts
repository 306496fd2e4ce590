import { AsyncLocalStorage } from 'node:async_hooks';
import { ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { Request, Response } from 'express';
import type { RequestState } from '../../../application/app-code/request-state.js';
import { createKoa } from './create-koa.js';
import type { heldAnswer, HeldAnswer, QueryTree } from './context-parts.js';

/** The members of koa's request that this server uses itself; app code has them all. */
export interface ContextRequest {
  querystring: string;
  query: QueryTree;
  body: unknown;
  files?: unknown;
  readonly method: string;
  readonly path: string;
  readonly ctx: RequestContext;
}

/** The members of koa's response that this server uses itself. */
export interface ContextResponse {
  status: number;
  body: unknown;
  [heldAnswer]?: HeldAnswer | undefined;
}

/** The member in which koa keeps whether the status was set. */
const explicitStatus = '_explicitStatus';

/** Whether code of the app, or a held answer, has set the status. */
export const hasStatus = (response: ContextResponse): boolean =>
  (response as unknown as Record<string, unknown>)[explicitStatus] === true;

export const markStatus = (response: ContextResponse, isSet = true): void =>
  void Object.assign(response, { [explicitStatus]: isSet });

/**
 * The `ctx` of koa with what Strapi adds to it, for policies, middlewares and controllers of an app
 * (docs/controllers.md lists the members). A request has one, from the first middleware to its controller.
 */
export interface RequestContext {
  readonly request: ContextRequest;
  readonly response: ContextResponse;
  readonly req: Request;
  readonly res: Response;
  state: RequestState;
  params: Record<string, string | undefined>;
  query: QueryTree;
  body: unknown;
  status: number;
  type: string;
  /** False: app code answers with `res` itself. */
  respond?: boolean;
  set(name: string, value: string | readonly string[]): void;
}

/** The context of the request that the running code works for: `strapi.requestContext.get()`. */
export const requestStorage = new AsyncLocalStorage<RequestContext>();

const contexts = new WeakMap<Request, RequestContext>();
const koas = new WeakMap<object, Koa>();

/** Returns the context of a request. All middlewares of a request share it. */
export function contextOf(req: Request, res: Response): RequestContext {
  const known = contexts.get(req);
  if (known !== undefined) return known;
  const context = createContext(req, res);
  contexts.set(req, context);
  return context;
}

function createContext(req: Request, res: Response): RequestContext {
  const context = koaOf(req).createContext(req, res) as unknown as RequestContext;
  context.params = {};
  // Code that writes after the end of an answer does not end the process.
  res.on('error', () => {});
  return context;
}

/** The settings of the Express app that has the connections. */
function koaOf({ app }: Request): Koa {
  const known = koas.get(app);
  if (known !== undefined) return known;
  const keys: unknown = app.get('keys');
  const koa = createKoa({
    isProxied: app.get('trust proxy') !== false,
    keys: Array.isArray(keys) ? keys.map(String) : undefined,
  });
  koas.set(app, koa);
  return koa;
}

/** What a context of its own shows instead of the method, the URL and the answer of the HTTP request. */
export interface ShownRequest {
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly text: string;
}

/**
 * Returns a context for one root field of a GraphQL request: the request as REST would have it, and an answer that
 * is never sent.
 */
export function createFieldContext(req: Request, { method, path, text }: ShownRequest): RequestContext {
  const shown = Object.create(req, {
    method: { value: method, writable: true },
    url: { value: text === '' ? path : `${path}?${text}`, writable: true },
    originalUrl: { value: path, writable: true },
  }) as Request;
  return createContext(shown, new ServerResponse(req) as Response);
}

/**
 * Returns the context as a policy gets it: `type` and `is` say whether it runs over REST (`koa`) or GraphQL, and not what
 * koa's members of these names say.
 */
export const policyContextOf = (
  context: RequestContext,
  type: 'koa' | 'graphql',
  more: Readonly<Record<string, unknown>> = {},
): RequestContext => {
  const members = { type, is: (asked: unknown) => asked === type, ...more };
  return Object.create(
    context,
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [name, { value, enumerable: true, writable: true }]),
    ),
  ) as RequestContext;
};
