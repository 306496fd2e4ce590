import { ApolloServer } from 'apollo-server-express';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  type PluginDefinition,
} from 'apollo-server-core';
import type { RequestHandler } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Log } from '../../../../application/ports/log.js';
import type { ResolverContext } from '../extension/resolver-context.js';
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
  const apollo = new ApolloServer({
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
      knownDocument,
      nothingFound,
    ],
    formatError: (error) => presentError(error, suggestions, log),
  });
  await apollo.start();
  const handler = apollo.getMiddleware({
    path: '/',
    cors: false,
    bodyParserConfig: false,
    disableHealthCheck: true,
  });
  return { handler: handler as unknown as RequestHandler, stop: () => apollo.stop() };
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
