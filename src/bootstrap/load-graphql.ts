import type { GraphQLSchema } from 'graphql';
import { join } from 'node:path';
import { createLastRight } from '../adapters/app-directory/kept-files.js';
import type { BuildSchema } from '../adapters/delivery/graphql/server/served-schemas.js';
import {
  findsWithoutCode,
  isGuardedByCode,
  runsWithoutCode,
} from '../adapters/delivery/rest/routes/find-access.js';
import { withoutCodeOfApp } from '../adapters/delivery/rest/releases/without-code.js';
import type { ResponseFormat } from '../adapters/delivery/graphql/shape/shape.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { Accounts } from '../application/accounts/accounts.js';
import { withoutRefreshTokens } from '../application/accounts/without-refresh-tokens.js';
import type { AppParts } from '../application/app-code/app-parts.js';
import { recordingAccounts } from '../application/audit/recording-accounts.js';
import type { Principal } from '../domain/permission/permission.js';
import { err, ok, type Result } from '../domain/result.js';
import type { ContentType } from '../domain/schema/schema.js';
import { refreshCookieOf } from './app-settings.js';
import { pluginActionOf } from '../application/app-code/plugin-actions.js';
import type { RunReplaced } from '../adapters/delivery/graphql/accounts/run-replaced.js';
import { packageManifest } from './package-root.js';
import type { Parts } from './parts.js';

/**
 * Serves the GraphQL schema of the content-types and of the app's code. Fails if it cannot be built. What an earlier start
 * has built of the same is built when it is first needed.
 */
export async function loadGraphql(parts: Parts, code: AppParts): Promise<Result<void, Problem>> {
  const { app, graphqlGate } = parts;
  if (!app.config.graphql.enabled) return ok(undefined);
  return attempt(async () => {
    const { build, contents } = await graphqlSchemas(parts, code);
    const lastRight = createLastRight(join(app.directory, '.quire', 'cache'), 'graphql');
    if (contents !== null && lastRight.is(contents)) return graphqlGate.offer(build);
    await graphqlGate.open(build);
    if (contents !== null) lastRight.remember(contents);
  });
}

/** Builds the schema of one format, the configured one by default. */
export const graphqlSchema = (
  parts: Parts,
  code: AppParts,
  format: ResponseFormat = parts.app.config.graphql.responseFormat,
): Promise<Result<GraphQLSchema, Problem>> =>
  attempt(async () => (await graphqlSchemas(parts, code)).build(format));

async function attempt<T>(step: () => Promise<T>): Promise<Result<T, Problem>> {
  try {
    return ok(await step());
  } catch (error) {
    return err({ message: error instanceof Error ? error.message : String(error) });
  }
}

function accountsIn({ app, accounts: made, audit }: Parts): (actor: Principal) => Accounts {
  // GraphQL sets no cookies: users who sign in here are not refreshed and sign in again.
  const accounts = refreshCookieOf(app) === null ? made : withoutRefreshTokens(made);
  return (actor) => (audit === undefined ? accounts : recordingAccounts(accounts, audit, actor));
}

/** Runs the actions of accounts that an extension has replaced: what they refuse is refused here too. */
async function replacedIn({
  appHttp: { controllers },
}: Parts): Promise<(name: string) => RunReplaced | undefined> {
  const { runReplaced } = await import('../adapters/delivery/graphql/accounts/run-replaced.js');
  return (name) => {
    const action = controllers.isPlain(auth, name) ? undefined : controllers.actionOf(auth, name);
    return action && runReplaced(action);
  };
}

const auth = 'plugin::users-permissions.auth';

/** Finds built-in types with a write that an extension has replaced, or whose route it has changed. */
function replacedWrites({ routeRules, log }: Parts): (type: string) => boolean {
  const changed = routeRules.changedActions();
  const types = new Map<string, readonly string[]>();
  for (const name of changed) {
    const { access } = pluginActionOf(...splitName(name)) ?? {};
    if (typeof access !== 'object' || access.action === 'find' || access.action === 'findOne') continue;
    types.set(access.type, [...(types.get(access.type) ?? []), name]);
  }
  for (const [type, names] of types)
    log.warn(`GraphQL has no mutations of ${type}, as an extension changes ${names.join(', ')}`);
  return (type) => types.has(type);
}

const splitName = (name: string): [string, string] => {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
};

const transitions = ['publish', 'unpublish', 'discardDraft'] as const;

interface Schemas {
  /** Loads what it needs of GraphQL at its first call. */
  readonly build: BuildSchema;
  /** All that the schema is made of, as a text; null: code of the app is a part of it. */
  readonly contents: string | null;
}

/** From then on the app's code cannot extend the schemas any more. */
async function graphqlSchemas(parts: Parts, code: AppParts): Promise<Schemas> {
  const { app, schema, documents, media, roles, access, audit, reportDenied, rateLimits, log } = parts;
  const { routeRules, appObject, graphqlExtensions, history, releases } = parts;
  const { config } = app;
  const accountsFor = accountsIn(parts);
  const services = {
    media,
    roles,
    accountsFor,
    roleGrants: () => access.grants(),
    isReplaced: replacedWrites(parts),
    audit,
    reportDenied,
  };
  const instance = { strapi: appObject, quire: appObject };
  const extensions = await graphqlExtensions.close(instance);
  const isPlain = (type: ContentType): boolean => findsWithoutCode(type, routeRules);
  const hasHistory = (type: ContentType): boolean =>
    type.history !== null && !isGuardedByCode(type, routeRules);
  const hasTransition = (type: ContentType, action: (typeof transitions)[number]): boolean =>
    [action, 'update' as const].every((each) => runsWithoutCode(type, each, routeRules));
  const build: BuildSchema = async (format) => {
    const { buildGraphqlSchema } = await import('../adapters/delivery/graphql/build-graphql-schema.js');
    return buildGraphqlSchema({
      format,
      schema,
      documents,
      reportDenied,
      limits: config.graphql,
      generates: config.graphql.shadowCRUD,
      shadow: graphqlExtensions.shadow,
      ...(config.liveChanges.enabled && { isLive: isPlain }),
      isAggregated: isPlain,
      services,
      editing: {
        history,
        hasHistory,
        releases: withoutCodeOfApp(releases, schema, routeRules),
        hasTransition,
        folders: media.folders,
        reports: { audit, reportDenied },
      },
      accounts: { accountsFor, rateLimits, replaced: await replacedIn(parts) },
      extensions,
      parts: code,
      instance,
      routes: {
        rules: routeRules,
        prefix: config.rest.prefix,
        // The differences are the same in both formats.
        warn: (message) => (format === config.graphql.responseFormat ? log.warn(message) : undefined),
      },
    });
  };
  if (graphqlExtensions.isUsed()) return { build, contents: null };
  const byCode = [...schema.contentTypes.values()].map((type) => [
    isPlain(type),
    hasHistory(type),
    services.isReplaced(type.uid),
    ...transitions.map((action) => hasTransition(type, action)),
  ]);
  const settings = [config.graphql, config.liveChanges.enabled];
  return { build, contents: JSON.stringify([packageManifest().version, app.sources, settings, byCode]) };
}
