import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import { createSchemaFiles } from '../adapters/app-directory/create-schema-files.js';
import { createWholeLists } from '../application/whole-lists/whole-lists.js';
import type { AdminDependencies, HealthReading } from '../adapters/delivery/admin/call.js';
import { createGrantFilters } from '../adapters/delivery/codec/create-grant-filters.js';
import { failureResponse } from '../adapters/delivery/rest/failure-response.js';
import type { ServedPage } from '../adapters/delivery/admin/static/serve-page.js';
import { processLoopDelay } from '../adapters/observe/loop-delay.js';
import { createSeal } from '../adapters/identity/openid/create-seal.js';
import { createAccessFiles } from '../application/access/file/create-access-files.js';
import { writingFor } from '../application/audit/writing-for.js';
import { createContentRoles, createContentUsers } from '../application/administration/content-access.js';
import { countUndelivered, readFileSizes, readQueues } from '../application/health/queues.js';
import { createFollowerService } from '../application/change-log/manage-followers.js';
import type { SchemaReload } from '../application/ports/schema-reload.js';
import { createTypeBuilder } from '../application/schema-files/create-type-builder.js';
import { createMentions } from '../application/schema-files/mentions.js';
import type { TypeBuilder } from '../application/schema-files/type-builder.js';
import { adminUrl } from './app-settings.js';
import { databaseKind } from './database-kind.js';
import { packageManifest } from './package-root.js';
import { pictureSources } from './picture-sources.js';
import type { Parts } from './parts.js';
import type { App } from './read-app.js';
import { usesOnce } from './uses-once.js';

/**
 * Serves the admin page, whose server side is loaded when it is first asked for. Looks at the path first, as every request passes
 * here.
 */
export function serveAdmin(parts: Parts): RequestHandler {
  const { path } = parts.app.config.admin;
  const startedAt = parts.clock.now();
  let loading: Promise<RequestHandler> | undefined;
  return (req, res, next) => {
    if (req.path !== path && !req.path.startsWith(`${path}/`)) return next();
    loading ??= load(parts, startedAt);
    loading.then((serve) => serve(req, res, next), next);
  };
}

async function load(parts: Parts, startedAt: string): Promise<RequestHandler> {
  const { createAdmin } = await import('../adapters/delivery/admin/create-admin.js');
  const { describeAdminApi, keepDescriptions } = await import('./describe-admin-api.js');
  const { app, administration, schema, documents, media, access, locales, webhooks, releases } = parts;
  const { config } = app;
  const framed = framedOrigins(config.admin.preview);
  const { version } = packageManifest();
  const page = await openPage({
    base: config.admin.path,
    version,
    framed,
    pictures: pictureSources(parts),
    hasPseudo: config.environment !== 'production',
  });
  const dependencies: AdminDependencies = {
    administration,
    schema,
    documents,
    wholeLists: createWholeLists(documents, config.rest.maxLimit),
    bulkJobs: parts.bulkJobs,
    media,
    access,
    contentRoles: createContentRoles(parts),
    users: createContentUsers({
      access,
      roles: parts.roles,
      accounts: parts.accounts,
      administration,
      documents,
      emailConfirmation: config.accounts.emailConfirmation,
    }),
    accessFilesFor: accessFilesOf(parts),
    declaredActions: parts.declaredActions,
    locales,
    webhooks,
    releases,
    history: parts.history,
    views: parts.views,
    liveChanges: parts.liveChanges,
    previews: { use: parts.previews, framed },
    presence: parts.presence,
    types: typeBuilder(parts),
    followers: createFollowerService(parts.store.changes, parts.store.followers),
    health: serverHealth(parts),
    audit: parts.audit,
    rateLimits: parts.rateLimits,
    providers: {
      names: config.admin.providers ?? [],
      identities: parts.identityProviders,
      seal: createSeal(parts.sessionKey, 'quire admin sign-in'),
      useOnce: usesOnce(parts),
    },
    keyedHash: parts.keyedHash,
    describe: keepDescriptions((seen) => describeAdminApi(parts, seen)),
    isReady: () => parts.readiness.ready,
    responseTo: failureResponse,
    log: parts.log,
    options: optionsOf(app, version, startedAt),
  };
  return createAdmin(dependencies, page);
}

function optionsOf(app: App, version: string, startedAt: string): AdminDependencies['options'] {
  const { config } = app;
  return {
    path: config.admin.path,
    apiPrefix: config.rest.prefix,
    paging: config.rest,
    maxBodyBytes: config.middlewares.body?.jsonLimit ?? 1024 * 1024,
    ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
    environment: config.environment,
    shownEnvironment: {
      name: config.admin.environment ?? config.environment,
      color: config.admin.environmentColor,
    },
    database: databaseNames[databaseKind(config.databaseUrl)],
    version,
    startedAt,
    mailedUrl: adminUrl(app),
  };
}

const accessFilesOf =
  ({ schema, documents, access, store, secrets, clock }: Parts): AdminDependencies['accessFilesFor'] =>
  (by) =>
    createAccessFiles({
      schema,
      documents: writingFor(documents, by),
      store: { ...store.access, change: (change) => access.change({ ...change, by }) },
      secrets,
      clock,
      filters: createGrantFilters(),
    });

function serverHealth({
  store,
  rowDocuments: documents,
  clock,
  observing,
  keptFaults,
}: Parts): HealthReading {
  const { read: delay } = processLoopDelay();
  return {
    queues: () => readQueues({ documents, clock }),
    undelivered: () => countUndelivered({ documents, clock }),
    files: () => readFileSizes({ documents }),
    databaseVersion: () => store.serverVersion(),
    // The smallest question that the server asks its database.
    ask: () => store.access.revision(),
    state: () => observing.observations.state(),
    delay,
    faults: keptFaults.last,
  };
}

const databaseNames = {
  embedded: 'PostgreSQL (built in)',
  memory: 'memory',
  mongodb: 'MongoDB',
  postgres: 'PostgreSQL',
} as const;

const atNextStart: SchemaReload = {
  around: async (_files, _accepted, write) => ({ kind: (await write()) ? 'later' : 'unwritten' }),
};

function typeBuilder(parts: Parts): TypeBuilder {
  const { app, schema, store, reload, administration, webhooks, views, access, audit } = parts;
  const { directory, codeDirectory, config, addedByCode } = app;
  const isDevelopment = reload !== null || config.environment === 'development';
  return createTypeBuilder({
    files: createSchemaFiles({ directory, codeDirectory, addedByCode, isDevelopment }),
    store: store.schema,
    reload: reload ?? atNextStart,
    schema,
    mentionsOf: createMentions({
      administration,
      webhooks,
      views,
      access,
      filters: createGrantFilters(),
      served: schema,
    }),
    isTransient: databaseKind(config.databaseUrl) === 'memory',
    audit,
  });
}

/** The sites that previews are on, as sources of a content security policy. */
function framedOrigins({ enabled, origins = [], templates = {} }: App['config']['admin']['preview']) {
  const ofTemplates = Object.values(templates).map((template) => new URL(template).origin);
  return enabled ? [...new Set([...origins, ...ofTemplates])] : [];
}

/** Undefined in a checkout that is not built. */
async function openPage(served: ServedPage): Promise<RequestHandler | undefined> {
  const file = fileURLToPath(import.meta.resolve('#admin/index.html'));
  if (!existsSync(file)) return undefined;
  const { servePage } = await import('../adapters/delivery/admin/static/serve-page.js');
  return servePage(dirname(file), served);
}
