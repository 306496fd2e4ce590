import type { Request, RequestHandler, Response } from 'express';
import { assertValidSchema, type GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Log } from '../../../../application/ports/log.js';
import type { Bulk } from '../../../../application/bulk/run-bulk.js';
import { readingReplicas, withOrigin } from '../../codec/client-address.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import { createResolverContext } from '../extension/resolver-context.js';
import {
  createSubscriptions,
  type Authenticate,
  type LiveDelivery,
  type Subscribe,
} from '../live/create-subscriptions.js';
import { prefersStream, sendOneEvent } from '../live/stream-events.js';
import { isAtomic } from '../write/atomic-directive.js';
import { createRunTogether, type RunTogether } from '../write/run-together.js';
import { createCheckRequest } from '../limits/check-request.js';
import { createDirectReads, type AnswerDirectly } from '../read/create-direct-reads.js';
import type { RunningApollo } from './create-apollo.js';
import { defaultGraphqlOptions, type GraphqlOptions } from './options.js';
import { servePlayground } from './playground.js';
import { presentError } from './present-error.js';
import { createReadRequest, requestedFormat } from './read-request.js';
import { requestError } from '../client-error.js';
import type { ResponseFormat, Shape } from '../shape/shape.js';
import { shapes } from '../shape/shapes.js';
import { createValidate, type ValidateDocument } from './create-validate.js';

export interface GraphqlGateDependencies {
  readonly authenticate: Authenticate;
  readonly log: Log;
  /** Returns the row of a user for code of the app; undefined: `state.user` has id, documentId and username. */
  readonly loadUser?: (user: { readonly documentId: string }) => Promise<unknown>;
  readonly options?: Partial<GraphqlOptions>;
  /** Absent: mutations cannot be atomic. */
  readonly bulk?: Pick<Bulk, 'together'> | undefined;
  /** Absent: there are no subscriptions. */
  readonly live?: LiveDelivery | undefined;
}

/** The GraphQL endpoint. */
export interface GraphqlGate {
  /** Answers the requests of the endpoint and calls `next` for all others. */
  readonly handler: RequestHandler;
  /**
   * Starts to serve. Builds the schema of the configured format at once, and that of the other format when a request
   * first asks for it. Until the first call the endpoint does not exist.
   */
  open(build: BuildSchema): Promise<void>;
  close(): Promise<void>;
}

export type BuildSchema = (format: ResponseFormat) => Promise<GraphQLSchema>;

/** Everything that depends on the schema that is served. */
interface Served {
  readonly shape: Shape;
  /** Starts Apollo at the first call. */
  readonly apollo: () => Promise<RunningApollo>;
  readonly validate: ValidateDocument;
  readonly answer: AnswerDirectly;
  readonly together: RunTogether;
  /** Null: there are no subscriptions. */
  readonly subscribe: Subscribe | null;
  close(): Promise<void>;
}

/**
 * Creates the endpoint. It authenticates, reads, measures and validates a request before anything runs; a query of
 * generated fields it answers directly, and everything else runs through Apollo.
 */
export function createGraphqlGate({
  authenticate,
  log,
  loadUser,
  bulk,
  live,
  ...given
}: GraphqlGateDependencies): GraphqlGate {
  const options = { ...defaultGraphqlOptions, ...given.options };
  const readRequest = createReadRequest(options.maxBodyBytes);
  const check = createCheckRequest(options);
  let schemas: ServedSchemas | undefined;
  const refuse = (res: Response, status: number, errors: readonly GraphQLError[], shape: Shape): void => {
    const presentation = { suggestions: options.suggestions, shape, log };
    const told = { errors: errors.map((error) => presentError(error, presentation)) };
    // Clients of streams try again after other statuses than 200.
    if (status < 429 && prefersStream(res.req)) sendOneEvent(res, JSON.stringify(told));
    else sendJson(res, status, told);
  };
  const run = async (req: Request, res: Response, served: ServedSchemas, next: (error?: unknown) => void) => {
    const usual = shapes[options.responseFormat];
    recordOf(req)?.routed('graphql', '', '');
    res.setHeader('Vary', 'Origin, Authorization, Strapi-Response-Format');
    res.setHeader('Cache-Control', 'no-store');
    const identified = await authenticate(req.headers.authorization);
    if (!identified.ok) return sendUnauthorized(res, identified.failure.message);
    const format = requestedFormat(req.headers, options.responseFormat);
    if (!format.ok) return refuse(res, 400, [format.failure], usual);
    const chosen = await served.of(format.value);
    if (chosen === null) return refuse(res, 400, [notServed(format.value)], usual);
    const { apollo, validate, answer, shape } = chosen;
    const request = await readRequest(req, res);
    if (!request.ok) return refuse(res, request.failure.status, [request.failure.error], shape);
    const checked = check(request.value);
    if (!checked.ok) return refuse(res, 400, [checked.failure], shape);
    const { document, operation } = checked.value;
    recordOf(req)?.routed('graphql', '', operation);
    if (req.method === 'GET' && operation === OperationTypeNode.MUTATION)
      return sendMethodNotAllowed(res, 'POST');
    const subscribe = operation === OperationTypeNode.SUBSCRIPTION ? chosen.subscribe : undefined;
    if (subscribe === null) return refuse(res, 400, [noSubscriptions], shape);
    if (subscribe === undefined && prefersStream(req)) return refuse(res, 400, [noStream], shape);
    const faults = validate(document);
    if (faults.length > 0) return refuse(res, 400, faults, shape);
    if (subscribe !== undefined) {
      const refused = await subscribe(req, res, { ...request.value, document });
      return refused === null ? undefined : refuse(res, refused.status, refused.errors, shape);
    }
    // Each root field has a plan of its own; all plans of a request share one budget.
    const asking = withOrigin(identified.value, req);
    if (operation === OperationTypeNode.QUERY) readingReplicas(asking);
    const principal = { ...asking, spending: { cost: 0 } };
    const direct = await answer({ ...request.value, document }, principal);
    if (direct !== null && 'text' in direct) return sendText(res, 200, direct.text);
    const row = principal.user && (await loadUser?.(principal.user));
    const context = { ...createResolverContext(principal, req, res, row), ...direct, document };
    if (isAtomic(document, request.value.operationName)) {
      const { status, ...told } = await chosen.together({ ...request.value, document }, context);
      if (status === 503) res.setHeader('Retry-After', '1');
      return sendJson(res, status, told);
    }
    (await apollo()).run(req, res, request.value, context, next);
  };
  return {
    handler: (req, res, next) => {
      const rest = restOf(req.path, options.endpoint);
      if (schemas === undefined || rest === undefined) return next();
      if (options.playground && servePlayground(req, res, options.endpoint, rest)) return;
      if (rest !== '') return next();
      if (req.method !== 'GET' && req.method !== 'POST') return sendMethodNotAllowed(res, 'GET, POST');
      run(req, res, schemas, next).catch(next);
    },
    open: async (build) => {
      const open = async (format: ResponseFormat): Promise<Served> =>
        openSchema(await build(format), format, options, { authenticate, bulk, live, log });
      schemas = await openSchemas(open, options, log);
    },
    close: async () => {
      await schemas?.close();
      schemas = undefined;
    },
  };
}

const noSubscriptions = requestError('BAD_REQUEST', 'There are no subscriptions here');
const noStream = requestError(
  'BAD_REQUEST',
  'Only subscriptions are answered with text/event-stream: accept application/json',
);

function openSchema(
  schema: GraphQLSchema,
  format: ResponseFormat,
  options: GraphqlOptions,
  { authenticate, bulk, live, log }: Pick<GraphqlGateDependencies, 'authenticate' | 'bulk' | 'live' | 'log'>,
): Served {
  assertValidSchema(schema);
  const shape = shapes[format];
  const presentation = { suggestions: options.suggestions, shape, log };
  const isLive = live !== undefined && Boolean(schema.getSubscriptionType());
  let started: Promise<RunningApollo> | undefined;
  const start = async (): Promise<RunningApollo> => {
    // A fifth of the time of a start; servers that answer reads of generated fields only never need it.
    const { createApollo } = await import('./create-apollo.js');
    return createApollo(schema, options, presentation);
  };
  return {
    shape,
    apollo: () => (started ??= start()),
    close: async () => {
      await (await started)?.stop();
    },
    validate: createValidate(schema, options.introspection),
    answer: createDirectReads(schema, log),
    together: createRunTogether(schema, bulk, presentation),
    subscribe: isLive ? createSubscriptions(schema, live, authenticate, presentation) : null,
  };
}

interface ServedSchemas {
  /** Returns null if the app has no schema in this format. */
  of(format: ResponseFormat): Promise<Served | null>;
  close(): Promise<void>;
}

/** Opens the schema of the configured format. Rejects if that fails. The other is opened once, on its first use. */
async function openSchemas(
  openOne: (format: ResponseFormat) => Promise<Served>,
  { responseFormat }: Pick<GraphqlOptions, 'responseFormat'>,
  log: Log,
): Promise<ServedSchemas> {
  const opened = new Map<ResponseFormat, Promise<Served | null>>([
    [responseFormat, Promise.resolve(await openOne(responseFormat))],
  ]);
  const refused = (format: ResponseFormat, thrown: unknown): null => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    log.warn('the GraphQL schema cannot be served in a format that a request asks for', { format, reason });
    return null;
  };
  return {
    of: (format) => {
      const known = opened.get(format) ?? openOne(format).catch((thrown: unknown) => refused(format, thrown));
      opened.set(format, known);
      return known;
    },
    close: async () => {
      for (const one of opened.values()) await (await one)?.close();
    },
  };
}

const notServed = (format: ResponseFormat): GraphQLError =>
  requestError('BAD_REQUEST', `This server has no GraphQL schema in the format ${format}.`);

/** Returns the rest of a path below the endpoint, `''` for the endpoint itself, and undefined for another path. */
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

/** Answers a wrong token in the form of a REST error, as Strapi does. */
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
