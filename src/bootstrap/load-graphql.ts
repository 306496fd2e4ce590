import type { Container } from 'inversify';
import type { LoadedParts } from '../adapters/app-directory/read-app-parts.js';
import { buildGraphqlSchema } from '../adapters/delivery/graphql/build-graphql-schema.js';
import { err, ok, type Result } from '../domain/result.js';
import type { Problem } from './problem.js';
import { tokens } from './tokens.js';

/** Builds the GraphQL schema, of content-types and of what the app's code adds, and serves it. */
export async function loadGraphql(container: Container, parts: LoadedParts): Promise<Result<void, Problem>> {
  const { config } = container.get(tokens.app);
  if (!config.graphql.enabled) return ok(undefined);
  const app = container.get(tokens.appObject);
  const { shadow, close } = container.get(tokens.graphqlExtensions);
  const instance = { strapi: app, quire: app };
  try {
    const schema = await buildGraphqlSchema({
      schema: container.get(tokens.schema),
      documents: container.get(tokens.documents),
      limits: config.graphql,
      generates: config.graphql.shadowCRUD,
      shadow,
      extensions: await close(instance),
      parts,
      instance,
    });
    await container.get(tokens.graphqlGate).open(schema);
    return ok(undefined);
  } catch (error) {
    // Where it happened is for the author of an extension to know; whoever started the server gets the sentence.
    container.get(tokens.log).error('the GraphQL schema can not be built', { error });
    return err({ message: error instanceof Error ? error.message : String(error) });
  }
}
