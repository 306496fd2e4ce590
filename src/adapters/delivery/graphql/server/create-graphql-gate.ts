import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { Log } from '../../../../application/ports/log.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Result } from '../../../../domain/result.js';
import { askingFrom } from '../../codec/client-address.js';
import { createResolverContext } from '../extension/resolver-context.js';
import { createCheckRequest } from '../limits/check-request.js';
import { createValidate, type ValidateDocument } from '../limits/create-validate.js';
import { createDirectReads, type AnswerDirectly } from '../read/create-direct-reads.js';
import type { RunContext, RunningApollo } from './create-apollo.js';
import { defaultGraphqlOptions, type GraphqlOptions } from './options.js';
import { servePlayground } from './playground.js';
import { presentError } from './present-error.js';
import { createReadRequest } from './read-request.js';

export interface GraphqlGateDependencies {
  readonly authenticate: (
    authorization: string | undefined,
  ) => Promise<Result<Principal>> | Result<Principal>;
  readonly log: Log;
  readonly options?: Partial<GraphqlOptions>;
}

/** The GraphQL endpoint. */
export interface GraphqlGate {
  /** Takes the requests of the endpoint, and passes on all others. */
  readonly handler: RequestHandler;
  /** Serves this schema from now on. Until then there is no such endpoint. */
  open(schema: GraphQLSchema): Promise<void>;
  close(): Promise<void>;
}

/** What a schema is served by. */
interface Open {
  readonly apollo: RunningApollo;
  readonly validate: ValidateDocument;
  readonly answer: AnswerDirectly;
}

/** Reads who asks and what; a request that is too large, or whose token is wrong, is never run. */
export function createGraphqlGate({ authenticate, log, ...given }: GraphqlGateDependencies): GraphqlGate {
  const options = { ...defaultGraphqlOptions, ...given.options };
  const contexts = new WeakMap<object, RunContext>();
  const contextOf = (request: object): RunContext => {
    const context = contexts.get(request);
    if (context === undefined) throw new Error('a request without a principal');
    return context;
  };
  const readRequest = createReadRequest(options.bodyLimit);
  const check = createCheckRequest(options);
  let open: Open | undefined;
  const refuse = (res: Response, status: number, errors: readonly GraphQLError[]): void =>
    sendJson(res, status, { errors: errors.map((error) => presentError(error, options.suggestions, log)) });
  const run = async (
    req: Request,
    res: Response,
    { apollo, validate, answer }: Open,
    next: (error?: unknown) => void,
  ) => {
    res.setHeader('Vary', 'Origin, Authorization');
    res.setHeader('Cache-Control', 'no-store');
    const principal = await authenticate(req.headers.authorization);
    if (!principal.ok) return sendUnauthorized(res, principal.failure.message);
    const request = await readRequest(req, res);
    if (!request.ok) return refuse(res, request.failure.status, [request.failure.error]);
    const checked = check(request.value);
    if (!checked.ok) return refuse(res, 400, [checked.failure]);
    const { document, reads } = checked.value;
    if (req.method === 'GET' && !reads) return sendMethodNotAllowed(res, 'POST');
    const faults = validate(document);
    if (faults.length > 0) return refuse(res, 400, faults);
    // Its root fields are plans of their own, and share one budget.
    const asking = { ...askingFrom(principal.value, req), spending: { cost: 0 } };
    const direct = reads ? await answer({ ...request.value, document }, asking) : null;
    if (direct !== null && 'text' in direct) return sendText(res, 200, direct.text);
    contexts.set(req, { ...createResolverContext(asking, req, res), ...direct, document });
    const { url } = req;
    req.url = `/${url.slice(options.endpoint.length).replace(/^\//, '')}`;
    apollo.handler(req, res, (error?: unknown) => {
      req.url = url;
      next(error);
    });
  };
  return {
    handler: (req, res, next) => {
      const rest = restOf(req.path, options.endpoint);
      if (open === undefined || rest === undefined) return next();
      if (options.playground && servePlayground(req, res, options.endpoint, rest)) return;
      if (rest !== '') return next();
      if (req.method !== 'GET' && req.method !== 'POST') return sendMethodNotAllowed(res, 'GET, POST');
      run(req, res, open, next).catch(next);
    },
    open: async (schema) => {
      // Commands that serve nothing need not load it.
      const { createApollo } = await import('./create-apollo.js');
      open = {
        apollo: await createApollo(schema, contextOf, options, log),
        validate: createValidate(schema, options.introspection),
        answer: createDirectReads(schema, log),
      };
    },
    close: async () => {
      await open?.apollo.stop();
      open = undefined;
    },
  };
}

/** What a path has after the endpoint; undefined where it is another. */
function restOf(path: string, endpoint: string): string | undefined {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  if (plain.toLowerCase() === endpoint.toLowerCase()) return '';
  return plain.toLowerCase().startsWith(`${endpoint.toLowerCase()}/`)
    ? plain.slice(endpoint.length)
    : undefined;
}

const sendJson = (res: Response, status: number, value: object): void =>
  sendText(res, status, JSON.stringify(value));

function sendText(res: Response, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(text);
}

/** A wrong token is answered as in REST (behaviours.md, "GraphQL errors"). */
const sendUnauthorized = (res: Response, message: string): void =>
  sendJson(res, 401, {
    data: null,
    error: { status: 401, name: 'UnauthorizedError', message, details: {} },
  });

function sendMethodNotAllowed(res: Response, allowed: string): void {
  res.statusCode = 405;
  res.setHeader('Allow', allowed);
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('Method Not Allowed');
}
