import type { NextFunction, Request, Response } from 'express';
import { type GraphQLError, OperationTypeNode } from 'graphql';
import type { Bulk } from '../../../../application/bulk/run-bulk.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { Log } from '../../../../application/ports/log.js';
import { readingReplicas, withOrigin } from '../../codec/client-address.js';
import { soon } from '../../codec/retry-after.js';
import { noteRefusals, retryAfterOf } from '../client-error.js';
import { createResolverContext } from '../extension/resolver-context.js';
import { createCheckRequest } from '../limits/check-request.js';
import type { Authenticate, LiveDelivery } from '../live/create-subscriptions.js';
import { createSockets } from '../live/sockets/create-sockets.js';
import { prefersStream, sendOneEvent } from '../live/stream-events.js';
import type { Shape } from '../shape/shape.js';
import { shapes } from '../shape/shapes.js';
import { isAtomic } from '../write/atomic-directive.js';
import type { GraphqlOptions } from './options.js';
import { presentError } from './present-error.js';
import { createReadRequest, requestedFormat } from './read-request.js';
import { noStream, noSubscriptions, notServed } from './refusals.js';
import { sendJson, sendMethodNotAllowed, sendText, sendUnauthorized } from './send-answer.js';
import { openSchemas, type BuildSchema } from './served-schemas.js';

/** What the endpoint does with a request that is for it. */
export interface Serving {
  /** Answers a request, or calls `next` with a failure of Apollo. */
  run(req: Request, res: Response, next: NextFunction): Promise<void>;
  /** Answers the handshake of a WebSocket. */
  answerSocket(req: Request, res: Response): Promise<void>;
  openSockets(): number;
  /** Closes the WebSockets, and refuses later ones. */
  endSockets(): void;
  close(): Promise<void>;
}

export interface ServingDependencies {
  readonly authenticate: Authenticate;
  readonly log: Log;
  /** Returns the row of a user for code of the app; undefined: `state.user` has id, documentId and username. */
  readonly loadUser?: (user: { readonly documentId: string }) => Promise<unknown>;
  readonly options: GraphqlOptions;
  /** Absent: mutations cannot be atomic. */
  readonly bulk?: Pick<Bulk, 'together'> | undefined;
  /** Absent: there are no subscriptions. */
  readonly live?: LiveDelivery | undefined;
}

/**
 * Builds the schema of the configured format, and that of the other when a request first asks for it. A request is
 * authenticated, read, measured and validated before anything runs; a query of generated fields is answered directly,
 * and everything else runs through Apollo. Rejects if the schema cannot be built.
 */
export async function openServing(
  build: BuildSchema,
  { authenticate, log, loadUser, bulk, live, options }: ServingDependencies,
): Promise<Serving> {
  const readRequest = createReadRequest(options.maxBodyBytes);
  const check = createCheckRequest(options);
  const sockets = live && createSockets({ live, authenticate, check, options, log });
  const schemas = await openSchemas(build, { authenticate, bulk, live, log, options });
  const refuse = (res: Response, status: number, errors: readonly GraphQLError[], shape: Shape): void => {
    const presentation = { suggestions: options.suggestions, shape, log };
    const told = { errors: errors.map((error) => presentError(error, presentation)) };
    // Clients of streams try again after other statuses than 200.
    if (status < 429 && prefersStream(res.req)) sendOneEvent(res, JSON.stringify(told));
    else sendJson(res, status, told);
  };
  const run = async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const usual = shapes[options.responseFormat];
    recordOf(req)?.routed('graphql', '', '');
    res.setHeader('Vary', 'Origin, Authorization, Strapi-Response-Format');
    res.setHeader('Cache-Control', 'no-store');
    const identified = await authenticate(req.headers.authorization);
    if (!identified.ok) return sendUnauthorized(res, identified.failure.message);
    const format = requestedFormat(req.headers, options.responseFormat);
    if (!format.ok) return refuse(res, 400, [format.failure], usual);
    const chosen = await schemas.of(format.value);
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
    if (direct !== null && 'refused' in direct) {
      const { refused, data } = direct;
      noteRefusals(asking, [refused]);
      const after = retryAfterOf(refused);
      if (after !== undefined) res.setHeader('Retry-After', after);
      const errors = [presentError(refused, chosen.presentation)];
      const told = { errors, data: shape.nullsFailedData ? null : data };
      return sendJson(res, after === undefined ? 200 : 503, told);
    }
    const row = principal.user && (await loadUser?.(principal.user));
    const context = { ...createResolverContext(principal, req, res, row), ...direct, document };
    if (isAtomic(document, request.value.operationName)) {
      const { status, ...told } = await chosen.together({ ...request.value, document }, context);
      if (status === 503) res.setHeader('Retry-After', soon);
      return sendJson(res, status, told);
    }
    (await apollo()).run(req, res, request.value, context, next);
  };
  const answerSocket = async (req: Request, res: Response): Promise<void> => {
    recordOf(req)?.routed('graphql', '', 'socket');
    // Of a refusal; whoever gets a socket keeps the connection.
    res.setHeader('Connection', 'close');
    const usual = shapes[options.responseFormat];
    if (sockets === undefined) return refuse(res, 400, [noSubscriptions], usual);
    const refused = await sockets.answer(req, res, schemas);
    if (refused !== null) refuse(res, refused.status, [refused.error], usual);
  };
  return {
    run,
    answerSocket,
    openSockets: () => sockets?.count() ?? 0,
    endSockets: () => sockets?.close(),
    close: () => schemas.close(),
  };
}
