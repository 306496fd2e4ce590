import type { GraphQLSchema } from 'graphql';
import type { Container } from 'inversify';
import type { Accounts } from '../application/accounts/accounts.js';
import { withoutRefreshTokens } from '../application/accounts/without-refresh-tokens.js';
import { recordingAccounts } from '../application/audit/recording-accounts.js';
import type { AppParts } from '../application/app-code/app-parts.js';
import { buildGraphqlSchema } from '../adapters/delivery/graphql/build-graphql-schema.js';
import type { Principal } from '../domain/permission/permission.js';
import { err, ok, type Result } from '../domain/result.js';
import type { Problem } from './problem.js';
import { refreshCookieOf } from './modules/accounts-module.js';
import { tokens } from './tokens.js';

/** Builds the GraphQL schema, of content-types and of what the app's code adds, and serves it. */
export async function loadGraphql(container: Container, parts: AppParts): Promise<Result<void, Problem>> {
  if (!container.get(tokens.app).config.graphql.enabled) return ok(undefined);
  const schema = await graphqlSchema(container, parts);
  if (!schema.ok) return schema;
  await container.get(tokens.graphqlGate).open(schema.value);
  return ok(undefined);
}

function accountsIn(container: Container): (asker: Principal) => Accounts {
  const isInCookie = refreshCookieOf(container.get(tokens.app)) !== null;
  const [made, audit] = [container.get(tokens.accounts), container.get(tokens.audit)];
  // GraphQL sets no cookies: whoever signs in here signs in again.
  const accounts = isInCookie ? withoutRefreshTokens(made) : made;
  return (asker) => (audit === undefined ? accounts : recordingAccounts(accounts, audit, asker));
}

/** After it the app's code can extend the schema no more. */
export async function graphqlSchema(
  container: Container,
  parts: AppParts,
): Promise<Result<GraphQLSchema, Problem>> {
  const { config } = container.get(tokens.app);
  const app = container.get(tokens.appObject);
  const { shadow, close } = container.get(tokens.graphqlExtensions);
  const instance = { strapi: app, quire: app };
  try {
    const schema = await buildGraphqlSchema({
      schema: container.get(tokens.schema),
      documents: container.get(tokens.documents),
      tellDenied: container.get(tokens.tellDenied),
      limits: config.graphql,
      generates: config.graphql.shadowCRUD,
      shadow,
      accounts: { accountsFor: accountsIn(container), rateLimits: container.get(tokens.rateLimits) },
      extensions: await close(instance),
      parts,
      instance,
      routes: {
        rules: container.get(tokens.routeRules),
        prefix: config.rest.prefix,
        warn: (message) => container.get(tokens.log).warn(message),
      },
    });
    return ok(schema);
  } catch (error) {
    return err({ message: error instanceof Error ? error.message : String(error) });
  }
}
