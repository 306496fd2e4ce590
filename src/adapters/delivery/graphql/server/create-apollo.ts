import { ApolloServer, type ApolloServerExpressConfig } from 'apollo-server-express';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
  type PluginDefinition,
} from 'apollo-server-core';
import type { RequestHandler } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Log } from '../../../../application/ports/log.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import { serviceUnavailable } from '../told-error.js';
import { presentError } from './present-error.js';
import type { GraphqlOptions } from './options.js';

/** What resolvers get, and the document, parsed and valid. */
export interface RunContext extends ResolverContext {
  readonly document: DocumentNode;
}

export interface RunningApollo {
  /** Runs the request of the path that it stands at; its body must have been read. */
  readonly handler: RequestHandler;
  stop(): Promise<void>;
}

/**
 * Apollo Server 3, of which nothing is used but running one operation over HTTP: no batches, no uploads, no persisted
 * queries, no page, no telemetry, no cache. This is the only file that knows it (docs/apollo-server.md).
 */
export async function createApollo(
  schema: GraphQLSchema,
  contextOf: (request: object) => RunContext,
  { introspection, suggestions }: GraphqlOptions,
  log: Log,
): Promise<RunningApollo> {
  const configuration: ApolloServerExpressConfig = {
    schema,
    introspection,
    context: ({ req }: { req: object }) => contextOf(req),
    cache: 'bounded',
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    documentStore: null,
    debug: false,
    stopOnTerminationSignals: false,
    // Cache control would go around every resolver.
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      knownDocument,
      nothingFound,
      busy,
    ],
    formatError: (error) => presentError(error, suggestions, log),
  };
  const apollo = withoutItsEnvironment(() => new ApolloServer(configuration));
  await apollo.start();
  const handler = apollo.getMiddleware({
    path: '/',
    cors: false,
    bodyParserConfig: false,
    disableHealthCheck: true,
  });
  return { handler: handler as unknown as RequestHandler, stop: () => apollo.stop() };
}

/**
 * Apollo Server takes a key, and whether to send the schema to its makers, from the environment, where other tools of
 * theirs need them: they are not meant for this server. It reads them while it is made.
 */
function withoutItsEnvironment<T>(make: () => T): T {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('APOLLO_'));
  for (const [name] of settings) delete process.env[name];
  try {
    return make();
  } finally {
    for (const [name, value] of settings) process.env[name] = value;
  }
}

/** Apollo parses and validates only what has no document yet. */
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

/** Where errors have left nothing, `data` is null: clients know it so (behaviours.md, "GraphQL errors"). */
const nothingFound: PluginDefinition = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ response }) {
        const { data, errors } = response;
        if (errors && data && Object.values(data).every((value) => value === null)) response.data = null;
        return Promise.resolve();
      },
    }),
};

/** An overload is also a 503 over GraphQL, as clients and proxies look at the status. */
const busy: PluginDefinition = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ response: { data, errors, http } }) {
        const isBusy = errors?.some(({ extensions }) => extensions?.['code'] === serviceUnavailable) === true;
        if (isBusy && http !== undefined && (data === null || data === undefined)) {
          http.status = 503;
          http.headers.set('Retry-After', '1');
        }
        return Promise.resolve();
      },
    }),
};
