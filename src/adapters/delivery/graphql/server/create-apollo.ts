import { ApolloServer, type ApolloServerExpressConfig } from 'apollo-server-express';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
  type PluginDefinition,
} from 'apollo-server-core';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { GraphqlRequest } from '../limits/check-request.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import { noteRefusals, retryAfterOf } from '../client-error.js';
import { presentError, type ErrorPresentation } from './present-error.js';
import type { Shape } from '../shape/shape.js';
import type { GraphqlOptions } from './options.js';

/** The context of the resolvers, and the parsed and validated document. */
export interface RunContext extends ResolverContext {
  readonly document: DocumentNode;
}

export interface RunningApollo {
  /** Runs one operation and writes the answer to `res`. `request` is the request as `createReadRequest` has read it. */
  run(req: Request, res: Response, request: GraphqlRequest, context: RunContext, next: NextFunction): void;
  stop(): Promise<void>;
}

/**
 * Starts an Apollo Server 3 that only runs one operation over HTTP: no batches, uploads, persisted queries, landing page,
 * telemetry or cache. This is the only file that uses Apollo (docs/apollo-server.md), and everything that Quire does only
 * because Apollo needs it is here:
 *
 * - `withoutApolloSettings` hides environment variables, which Apollo would take as its configuration.
 * - `run` sets `req.body` and `req.query`, which are the only places where Apollo looks for an operation.
 * - `run` shortens `req.url`, because Apollo's middleware serves only the path that it was created with.
 */
export async function createApollo(
  schema: GraphQLSchema,
  { endpoint, introspection }: GraphqlOptions,
  presentation: ErrorPresentation & { readonly shape: Shape },
): Promise<RunningApollo> {
  const contexts = new WeakMap<object, RunContext>();
  const configuration: ApolloServerExpressConfig = {
    schema,
    introspection,
    context: ({ req }: { req: object }) => {
      const context = contexts.get(req);
      if (context === undefined) throw new Error('a request without a principal');
      return context;
    },
    cache: 'bounded',
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    documentStore: null,
    debug: false,
    stopOnTerminationSignals: false,
    // Cache control would wrap every resolver.
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      knownDocument,
      observedRefusals,
      ...(presentation.shape.nullsFailedData ? [nothingFound] : []),
      busy,
    ],
    formatError: (error) => presentError(error, presentation),
  };
  const apollo = withoutApolloSettings(() => new ApolloServer(configuration));
  await apollo.start();
  const handler = apollo.getMiddleware({
    path: '/',
    cors: false,
    bodyParserConfig: false,
    disableHealthCheck: true,
  }) as unknown as RequestHandler;
  return {
    run(req, res, request, context, next) {
      contexts.set(req, context);
      // Apollo reads the operation of a GET from the query, but refuses any request without a body.
      Object.assign(req, req.method === 'GET' ? { body: {}, query: request } : { body: request });
      const { url } = req;
      req.url = `/${url.slice(endpoint.length).replace(/^\//, '')}`;
      handler(req, res, (error?: unknown) => {
        req.url = url;
        next(error);
      });
    },
    stop: () => apollo.stop(),
  };
}

/**
 * Calls `make` while the environment has no `APOLLO_…` variables. The constructor of Apollo Server reads an API key from
 * them, and whether to send the schema to Apollo. They may be set for other tools of Apollo, not for this server.
 */
function withoutApolloSettings<T>(make: () => T): T {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('APOLLO_'));
  for (const [name] of settings) delete process.env[name];
  try {
    return make();
  } finally {
    for (const [name, value] of settings) process.env[name] = value;
  }
}

/** Passes the document on, so that Apollo does not parse and validate it again. */
const knownDocument: PluginDefinition = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveSource(request) {
        const { document } = request.context as RunContext;
        Object.assign(request, { document });
        return Promise.resolve();
      },
    }),
};

const observedRefusals: PluginDefinition = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors({ context, errors }) {
        noteRefusals((context as RunContext).principal, errors);
        return Promise.resolve();
      },
    }),
};

/** Sets `data` to null if errors left every root field null, as Strapi 4 does. */
const nothingFound: PluginDefinition = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ response }) {
        const { data, errors } = response;
        if (errors && data && isEmpty(data)) response.data = null;
        return Promise.resolve();
      },
    }),
};

/** Answers an overload with status 503, because clients and proxies act on the status. */
const busy: PluginDefinition = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ errors = [], response: { data, http } }) {
        const after = errors.map(retryAfterOf).find((seconds) => seconds !== undefined);
        if (after !== undefined && http !== undefined && isEmpty(data)) {
          http.status = 503;
          http.headers.set('Retry-After', after);
        }
        return Promise.resolve();
      },
    }),
};

/** Whether no root field has a value. */
const isEmpty = (data: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  Object.values(data ?? {}).every((value) => value === null);
