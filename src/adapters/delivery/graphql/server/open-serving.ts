import type { NextFunction, Request, Response } from 'express';
import { type GraphQLError, OperationTypeNode } from 'graphql';
import type { Bulk } from '../../../../application/bulk/run-bulk.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { Log } from '../../../../application/ports/log.js';
import { createCheckRequest } from '../limits/check-request.js';
import type { Authenticate, LiveDelivery } from '../live/create-subscriptions.js';
import { createSockets } from '../live/sockets/create-sockets.js';
import { prefersStream, sendOneEvent } from '../live/stream-events.js';
import type { Shape } from '../shape/shape.js';
import { shapes } from '../shape/shapes.js';
import { answerOnce, type Admitted, type LoadUser } from './answer-once.js';
import type { GraphqlOptions } from './options.js';
import { presentError } from './present-error.js';
import { createReadRequest, requestedFormat } from './read-request.js';
import { noStream, noSubscriptions, notServed } from './refusals.js';
import { sendJson, sendMethodNotAllowed, sendUnauthorized } from './send-answer.js';
import { openSchemas, type BuildSchema, type Served } from './served-schemas.js';

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
  /** Absent: `state.user` of the app's code has id, documentId and username. */
  readonly loadUser?: LoadUser;
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
  const admit = async (req: Request, res: Response): Promise<Admitted | null> => {
    const refused = (errors: readonly GraphQLError[], shape: Shape, status = 400): null => {
      refuse(res, status, errors, shape);
      return null;
    };
    const identified = await authenticate(req.headers.authorization);
    if (!identified.ok) {
      sendUnauthorized(res, identified.failure.message);
      return null;
    }
    const usual = shapes[options.responseFormat];
    const format = requestedFormat(req.headers, options.responseFormat);
    if (!format.ok) return refused([format.failure], usual);
    const served = await schemas.of(format.value);
    if (served === null) return refused([notServed(format.value)], usual);
    const { shape } = served.presentation;
    const request = await readRequest(req, res);
    if (!request.ok) return refused([request.failure.error], shape, request.failure.status);
    const checked = check(request.value);
    if (!checked.ok) return refused([checked.failure], shape);
    const { document, operation } = checked.value;
    recordOf(req)?.routed('graphql', '', operation);
    if (req.method === 'GET' && operation === OperationTypeNode.MUTATION) {
      sendMethodNotAllowed(res, 'POST');
      return null;
    }
    const stray = transportFault(req, operation, served);
    if (stray !== null) return refused([stray], shape);
    const faults = served.validate(document);
    if (faults.length > 0) return refused(faults, shape);
    return { principal: identified.value, served, request: { ...request.value, document }, operation };
  };
  const run = async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    recordOf(req)?.routed('graphql', '', '');
    res.setHeader('Vary', 'Origin, Authorization, Strapi-Response-Format');
    res.setHeader('Cache-Control', 'no-store');
    const admitted = await admit(req, res);
    if (admitted === null) return;
    const { served, request, operation } = admitted;
    if (operation !== OperationTypeNode.SUBSCRIPTION) return answerOnce(admitted, loadUser, req, res, next);
    const refused = await served.subscriptions?.stream(req, res, request);
    if (refused) refuse(res, refused.status, refused.errors, served.presentation.shape);
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

/** Why an operation cannot be answered in the way in which the client wants it. */
function transportFault(req: Request, operation: OperationTypeNode, served: Served): GraphQLError | null {
  if (operation === OperationTypeNode.SUBSCRIPTION)
    return served.subscriptions === null ? noSubscriptions : null;
  return prefersStream(req) ? noStream : null;
}
