import type { GraphQLSchema } from 'graphql';
import { buildGraphqlSchema } from '../adapters/delivery/graphql/build-graphql-schema.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { Accounts } from '../application/accounts/accounts.js';
import { withoutRefreshTokens } from '../application/accounts/without-refresh-tokens.js';
import type { AppParts } from '../application/app-code/app-parts.js';
import { recordingAccounts } from '../application/audit/recording-accounts.js';
import type { Principal } from '../domain/permission/permission.js';
import { err, ok, type Result } from '../domain/result.js';
import { refreshCookieOf } from './app-settings.js';
import type { Parts } from './parts.js';

/** Builds the GraphQL schema of the content-types and of the app's code, and serves it. */
export async function loadGraphql(parts: Parts, code: AppParts): Promise<Result<void, Problem>> {
  if (!parts.app.config.graphql.enabled) return ok(undefined);
  const schema = await graphqlSchema(parts, code);
  if (!schema.ok) return schema;
  await parts.graphqlGate.open(schema.value);
  return ok(undefined);
}

function accountsIn({ app, accounts: made, audit }: Parts): (actor: Principal) => Accounts {
  // GraphQL sets no cookies: users who sign in here are not refreshed and sign in again.
  const accounts = refreshCookieOf(app) === null ? made : withoutRefreshTokens(made);
  return (actor) => (audit === undefined ? accounts : recordingAccounts(accounts, audit, actor));
}

/** From then on the app's code cannot extend the schema any more. */
export async function graphqlSchema(parts: Parts, code: AppParts): Promise<Result<GraphQLSchema, Problem>> {
  const { schema, documents, reportDenied, rateLimits, routeRules, appObject, graphqlExtensions, log } =
    parts;
  const { config } = parts.app;
  const instance = { strapi: appObject, quire: appObject };
  try {
    const built = await buildGraphqlSchema({
      schema,
      documents,
      reportDenied,
      limits: config.graphql,
      generates: config.graphql.shadowCRUD,
      shadow: graphqlExtensions.shadow,
      accounts: { accountsFor: accountsIn(parts), rateLimits },
      extensions: await graphqlExtensions.close(instance),
      parts: code,
      instance,
      routes: {
        rules: routeRules,
        prefix: config.rest.prefix,
        warn: (message) => log.warn(message),
      },
    });
    return ok(built);
  } catch (error) {
    return err({ message: error instanceof Error ? error.message : String(error) });
  }
}
