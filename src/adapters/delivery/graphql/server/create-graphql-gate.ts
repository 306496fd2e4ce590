import type { Request, RequestHandler, Response } from 'express';
import {
  type GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  validate,
  type DocumentNode,
} from 'graphql';
import type { Log } from '../../../../application/ports/log.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Result } from '../../../../domain/result.js';
import { withOrigin } from '../../codec/client-address.js';
import { createResolverContext } from '../extension/resolver-context.js';
import { createCheckRequest } from '../limits/check-request.js';
import { createDirectReads, type AnswerDirectly } from '../read/create-direct-reads.js';
import type { RunningApollo } from './create-apollo.js';
import { defaultGraphqlOptions, type GraphqlOptions } from './options.js';
import { servePlayground } from './playground.js';
import { presentError } from './present-error.js';
import { createReadRequest } from './read-request.js';
import { requestError } from '../client-error.js';

export interface GraphqlGateDependencies {
  readonly authenticate: (
    authorization: string | undefined,
  ) => Promise<Result<Principal>> | Result<Principal>;
  readonly log: Log;
  readonly options?: Partial<GraphqlOptions>;
}

/** The GraphQL endpoint. */
export interface GraphqlGate {
  /** Answers the requests of the endpoint and calls `next` for all others. */
  readonly handler: RequestHandler;
  /** Starts to serve `schema`. Until the first call the endpoint does not exist. */
  open(schema: GraphQLSchema): Promise<void>;
  close(): Promise<void>;
}

/** Everything that depends on the schema that is served. */
interface Open {
  readonly apollo: RunningApollo;
  readonly validate: ValidateDocument;
  readonly answer: AnswerDirectly;
}

/**
 * Creates the endpoint. It authenticates, reads, measures and validates a request before anything runs; a query of
 * generated fields it answers directly, and everything else runs through Apollo.
 */
export function createGraphqlGate({ authenticate, log, ...given }: GraphqlGateDependencies): GraphqlGate {
  const options = { ...defaultGraphqlOptions, ...given.options };
  const readRequest = createReadRequest(options.maxBodyBytes);
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
    const identified = await authenticate(req.headers.authorization);
    if (!identified.ok) return sendUnauthorized(res, identified.failure.message);
    const request = await readRequest(req, res);
    if (!request.ok) return refuse(res, request.failure.status, [request.failure.error]);
    const checked = check(request.value);
    if (!checked.ok) return refuse(res, 400, [checked.failure]);
    const { document, reads } = checked.value;
    if (req.method === 'GET' && !reads) return sendMethodNotAllowed(res, 'POST');
    const faults = validate(document);
    if (faults.length > 0) return refuse(res, 400, faults);
    // Each root field has a plan of its own; all plans of a request share one budget.
    const principal = { ...withOrigin(identified.value, req), spending: { cost: 0 } };
    const direct = reads ? await answer({ ...request.value, document }, principal) : null;
    if (direct !== null && 'text' in direct) return sendText(res, 200, direct.text);
    const context = { ...createResolverContext(principal, req, res), ...direct, document };
    apollo.run(req, res, request.value, context, next);
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
      // Imported here, so that commands that do not serve do not load Apollo.
      const { createApollo } = await import('./create-apollo.js');
      open = {
        apollo: await createApollo(schema, options, log),
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

/** Returns the validation errors of a document. Remembers valid documents for as long as the caller keeps them. */
type ValidateDocument = (document: DocumentNode) => readonly GraphQLError[];

function createValidate(schema: GraphQLSchema, introspection: boolean): ValidateDocument {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const valid = new WeakSet<DocumentNode>();
  return (document) => {
    if (valid.has(document)) return [];
    const faults = validate(schema, document, rules);
    if (faults.length === 0) valid.add(document);
    return faults.map((fault) => requestError('GRAPHQL_VALIDATION_FAILED', fault.message, fault));
  };
}
