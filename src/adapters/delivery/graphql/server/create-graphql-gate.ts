import type { Request, RequestHandler, Response } from 'express';
import {
  assertValidSchema,
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
import { recordOf } from '../../../../application/observations/request-record.js';
import { createResolverContext } from '../extension/resolver-context.js';
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

export interface GraphqlGateDependencies {
  readonly authenticate: (
    authorization: string | undefined,
  ) => Promise<Result<Principal>> | Result<Principal>;
  readonly log: Log;
  /** Returns the row of a user for code of the app; undefined: `state.user` has id, documentId and username. */
  readonly loadUser?: (user: { readonly documentId: string }) => Promise<unknown>;
  readonly options?: Partial<GraphqlOptions>;
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
  ...given
}: GraphqlGateDependencies): GraphqlGate {
  const options = { ...defaultGraphqlOptions, ...given.options };
  const readRequest = createReadRequest(options.maxBodyBytes);
  const check = createCheckRequest(options);
  let schemas: ServedSchemas | undefined;
  const refuse = (res: Response, status: number, errors: readonly GraphQLError[], shape: Shape): void => {
    const presentation = { suggestions: options.suggestions, shape, log };
    sendJson(res, status, { errors: errors.map((error) => presentError(error, presentation)) });
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
    const { document, reads } = checked.value;
    recordOf(req)?.routed('graphql', '', reads ? 'query' : 'mutation');
    if (req.method === 'GET' && !reads) return sendMethodNotAllowed(res, 'POST');
    const faults = validate(document);
    if (faults.length > 0) return refuse(res, 400, faults, shape);
    // Each root field has a plan of its own; all plans of a request share one budget.
    const principal = { ...withOrigin(identified.value, req), spending: { cost: 0 } };
    const direct = reads ? await answer({ ...request.value, document }, principal) : null;
    if (direct !== null && 'text' in direct) return sendText(res, 200, direct.text);
    const row = principal.user && (await loadUser?.(principal.user));
    const context = { ...createResolverContext(principal, req, res, row), ...direct, document };
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
      schemas = await openSchemas((format) => openSchema(build, format, options, log), options, log);
    },
    close: async () => {
      await schemas?.close();
      schemas = undefined;
    },
  };
}

async function openSchema(
  build: BuildSchema,
  format: ResponseFormat,
  options: GraphqlOptions,
  log: Log,
): Promise<Served> {
  const schema = await build(format);
  assertValidSchema(schema);
  const shape = shapes[format];
  let started: Promise<RunningApollo> | undefined;
  const start = async (): Promise<RunningApollo> => {
    // A fifth of the time of a start; servers that answer reads of generated fields only never need it.
    const { createApollo } = await import('./create-apollo.js');
    return createApollo(schema, options, { suggestions: options.suggestions, shape, log });
  };
  return {
    shape,
    apollo: () => (started ??= start()),
    close: async () => {
      await (await started)?.stop();
    },
    validate: createValidate(schema, options.introspection),
    answer: createDirectReads(schema, log),
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
