import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { type GraphQLError, OperationTypeNode } from 'graphql';
import type { Bulk } from '../../../../application/bulk/run-bulk.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { Log } from '../../../../application/ports/log.js';
import { readingReplicas, withOrigin } from '../../codec/client-address.js';
import { asksForSocket } from '../../codec/upgrade.js';
import { createResolverContext } from '../extension/resolver-context.js';
import { createCheckRequest } from '../limits/check-request.js';
import type { Authenticate, LiveDelivery } from '../live/create-subscriptions.js';
import { createSockets } from '../live/sockets/create-sockets.js';
import { prefersStream, sendOneEvent } from '../live/stream-events.js';
import type { Shape } from '../shape/shape.js';
import { shapes } from '../shape/shapes.js';
import { isAtomic } from '../write/atomic-directive.js';
import { defaultGraphqlOptions, type GraphqlOptions } from './options.js';
import { servePlayground } from './playground.js';
import { presentError } from './present-error.js';
import { createReadRequest, requestedFormat } from './read-request.js';
import { noStream, noSubscriptions, notServed } from './refusals.js';
import { sendJson, sendMethodNotAllowed, sendText, sendUnauthorized } from './send-answer.js';
import { openSchemas, type BuildSchema, type ServedSchemas } from './served-schemas.js';

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
  /** Whether a request is the handshake of a WebSocket that the endpoint serves. */
  takesSocket(req: IncomingMessage): boolean;
  /** Closes the WebSockets, and refuses later ones. */
  endSockets(): void;
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
  const sockets = live && createSockets({ live, authenticate, check, options, log });
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
    const { apollo, validate, answer, subscriptions } = chosen;
    const { shape } = chosen.presentation;
    const request = await readRequest(req, res);
    if (!request.ok) return refuse(res, request.failure.status, [request.failure.error], shape);
    const checked = check(request.value);
    if (!checked.ok) return refuse(res, 400, [checked.failure], shape);
    const { document, operation } = checked.value;
    recordOf(req)?.routed('graphql', '', operation);
    if (req.method === 'GET' && operation === OperationTypeNode.MUTATION)
      return sendMethodNotAllowed(res, 'POST');
    const subscribed = operation === OperationTypeNode.SUBSCRIPTION ? subscriptions : undefined;
    if (subscribed === null) return refuse(res, 400, [noSubscriptions], shape);
    if (subscribed === undefined && prefersStream(req)) return refuse(res, 400, [noStream], shape);
    const faults = validate(document);
    if (faults.length > 0) return refuse(res, 400, faults, shape);
    if (subscribed !== undefined) {
      const refused = await subscribed.stream(req, res, { ...request.value, document });
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
  const serveSocket = async (req: Request, res: Response, served: ServedSchemas): Promise<void> => {
    recordOf(req)?.routed('graphql', '', 'socket');
    // Of a refusal; whoever gets a socket keeps the connection.
    res.setHeader('Connection', 'close');
    const usual = shapes[options.responseFormat];
    if (sockets === undefined) return refuse(res, 400, [noSubscriptions], usual);
    const refused = await sockets.answer(req, res, served);
    if (refused !== null) refuse(res, refused.status, [refused.error], usual);
  };
  return {
    handler: (req, res, next) => {
      const rest = restOf(req.path, options.endpoint);
      if (schemas === undefined || rest === undefined) return next();
      if (rest === '' && asksForSocket(req)) return void serveSocket(req, res, schemas).catch(next);
      if (options.playground && servePlayground(req, res, options.endpoint, rest)) return;
      if (rest !== '') return next();
      if (req.method !== 'GET' && req.method !== 'POST') return sendMethodNotAllowed(res, 'GET, POST');
      run(req, res, schemas, next).catch(next);
    },
    open: async (build) => {
      schemas = await openSchemas(build, { authenticate, bulk, live, log, options });
    },
    takesSocket: (req) =>
      sockets !== undefined && asksForSocket(req) && restOf(pathOf(req), options.endpoint) === '',
    endSockets: () => sockets?.close(),
    close: async () => {
      await schemas?.close();
      schemas = undefined;
    },
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** Returns the rest of a path below the endpoint, `''` for the endpoint itself, and undefined for another path. */
function restOf(path: string, endpoint: string): string | undefined {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  if (plain.toLowerCase() === endpoint.toLowerCase()) return '';
  return plain.toLowerCase().startsWith(`${endpoint.toLowerCase()}/`)
    ? plain.slice(endpoint.length)
    : undefined;
}
