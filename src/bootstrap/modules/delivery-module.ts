import type { ContainerModule } from 'inversify';
import type { AppBase } from '../../adapters/app-code/create-app-base.js';
import { createAppHttp } from '../../adapters/app-code/http/create-http-section.js';
import { createLoadUser } from '../../adapters/app-code/http/load-user.js';
import { join, resolve } from 'node:path';
import { createAppObject } from '../../adapters/app-code/create-app-object.js';
import { createAppCron } from '../../adapters/app-code/cron/create-app-cron.js';
import { createGraphqlExtensions } from '../../adapters/delivery/graphql/extension/create-extension-service.js';
import { createGraphqlGate } from '../../adapters/delivery/graphql/server/create-graphql-gate.js';
import { ownHeaders } from '../../adapters/delivery/rest/middlewares/cross-origin.js';
import { positionHeader } from '../../adapters/delivery/rest/server/carry-positions.js';
import type { SignInDelivery } from '../../adapters/delivery/rest/accounts/mount-sign-in.js';
import { createHttpServer } from '../../adapters/delivery/rest/create-http-server.js';
import type { PublicFiles } from '../../adapters/delivery/rest/serve-public.js';
import { createRestApp } from '../../adapters/delivery/rest/create-rest-app.js';
import { describedComponents, describedTypes } from '../describe-types.js';
import type { OpenApiDelivery } from '../../adapters/delivery/rest/description/serve-openapi.js';
import { createAppRoutes } from '../../adapters/delivery/rest/routes/app-routes.js';
import { createFollowerService } from '../../application/change-log/manage-followers.js';
import { createCheckReady } from '../../application/readiness/create-check-ready.js';
import { createSeal } from '../../adapters/identity/openid/create-seal.js';
import { usesOnce } from '../uses-once.js';
import { serverPlugins } from '../app-plugins.js';
import { createPluginActionRunner } from '../../application/app-code/plugin-actions.js';
import { addressBook } from '../address-book.js';
import { describeApi } from '../describe-api.js';
import { appServices } from '../app-services.js';
import { publicFolder } from '../app-base.js';
import type { App } from '../read-app.js';
import { cookieKeys, filesPath, publicAddress, refreshCookieOf } from '../app-settings.js';
import { partsModule, type Parts } from '../parts.js';
import { budgetOf } from './application-module.js';

/** The deliveries: HTTP, and the object for app code, which `appBase` becomes. */
export const deliveryModules = (appBase: AppBase): readonly ContainerModule[] => [
  partsModule((define) => define('appBase', () => appBase)),
  deliveryModule,
];

const deliveryModule = partsModule((define) => {
  define('routeRules', ({ schema }) => createAppRoutes(schema));
  define('graphqlExtensions', ({ schema }) => createGraphqlExtensions(schema));
  define('cron', ({ store: { rates }, log }) => createAppCron({ rates, log }));
  define('appObject', (parts) => {
    const { appBase, schema, documents, access, roles, locales, media, log, readiness } = parts;
    return createAppObject({
      base: appBase,
      schema,
      documents,
      access,
      roles,
      locales,
      releases: parts.releases,
      media,
      isReady: () => readiness.ready,
      log,
      services: appServices(parts),
      units: parts.store.units,
      useDocuments: (middleware) => parts.documentMiddlewares.use(middleware),
      rowDocuments: parts.rowDocuments,
      hooks: parts.appHooks,
      plugins: parts.plugins.all,
      history: parts.history,
    });
  });
  define('pluginActions', () => createPluginActionRunner());
  define('plugins', (parts) => serverPlugins(parts));
  define('appHttp', (parts) =>
    createAppHttp({
      schema: parts.schema,
      contentTypes: parts.appBase.contentTypes,
      documents: parts.documents,
      paging: parts.app.config.rest,
      budget: budgetOf(parts),
      log: parts.log,
      httpServer: () => parts.httpServer.server,
    }),
  );
  define('signIn', (parts) => (Object.keys(pagesOf(parts.app)).length === 0 ? null : signIn(parts)));
  define('loadUser', ({ documents, schema }) => createLoadUser(documents, schema));
  define('graphqlGate', (parts) => {
    const { bulk, authenticate, log, loadUser, appHttp, liveChanges, schema, routeRules, reportDenied } =
      parts;
    const { config } = parts.app;
    return createGraphqlGate({
      authenticate,
      log,
      loadUser: async (user) => (appHttp.around.isTracked ? loadUser(user) : undefined),
      bulk,
      ...(liveChanges && {
        live: {
          changes: liveChanges,
          limits: config.liveChanges,
          schema,
          rules: routeRules,
          reportDenied,
          observations: parts.observing.observations,
        },
      }),
      options: {
        ...config.graphql,
        ...(config.middlewares.body?.jsonLimit && { maxBodyBytes: config.middlewares.body.jsonLimit }),
        suggestions: config.environment !== 'production',
      },
    });
  });
  define('httpServer', (parts) => {
    const { load, observe, trustProxy } = parts.app.config;
    const { observations } = parts.observing;
    const probes = probesOf(parts);
    const paths = ['/_health', ...Object.keys(probes).map((name) => `/_${name}`)];
    const observing = { observations, timingFor: observe.serverTiming, probes: new Set(paths) };
    const limits = { ...load, isProxied: trustProxy !== false };
    const { takesSocket } = parts.graphqlGate;
    return createHttpServer(restApp(parts, probes), limits, observing, parts.positions, takesSocket);
  });
});

function signIn({ app, accounts, identityProviders, sessionKey, store, keyedHash }: Parts): SignInDelivery {
  const pages = pagesOf(app);
  return {
    accounts,
    providers: identityProviders,
    seal: createSeal(sessionKey),
    useOnce: usesOnce({ store, keyedHash }),
    address: publicAddress(app),
    refreshCookie: refreshCookieOf(app),
    pages,
  };
}

/** The pages of the front end by provider. Those of administrators may have none. */
const pagesOf = ({ config }: App): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(config.accounts.providers).flatMap(([name, { redirectTo }]) =>
      redirectTo === undefined ? [] : [[name, redirectTo]],
    ),
  );

/** Lets pages of other origins read the headers that the server's own answers have, and send those of the client. */
const withOwnHeaders = <Cors extends App['config']['cors']>(cors: Cors): Cors => ({
  ...cors,
  exposed: [...cors.exposed, positionHeader, ...ownHeaders],
  headers: cors.headers && [...cors.headers, positionHeader, 'Last-Event-ID'],
});

function openApi(parts: Parts): OpenApiDelivery {
  const { openApiAccess, environment, publicUrl } = parts.app.config;
  const isProduction = environment === 'production';
  return {
    // Without a public address, the address is that of the request.
    document: () => JSON.stringify(describeApi(parts, publicUrl)),
    access: openApiAccess ?? (isProduction ? 'tokens' : 'public'),
    page: !isProduction,
  };
}

/** By name: `ready` is at `/_ready`. */
function probesOf({ app, observing, readiness, store }: Parts) {
  const { metrics } = observing;
  return {
    ready: createCheckReady({
      askFollowers: createFollowerService(store.changes, store.followers).list,
      isMigrated: () => readiness.ready,
      isStopping: () => readiness.stopping,
      ...(store.replicas && { replicas: store.replicas }),
    }),
    ...(metrics !== null && app.config.observe.metricsPort === undefined && { metrics }),
  };
}

function publicFiles(app: App): PublicFiles {
  const { place } = app.config.upload;
  const folder = publicFolder(app);
  const uploads = place.kind === 'local' ? [resolve(app.directory, place.folder)] : [];
  const { publicMaxAgeMs: maxAgeMs } = app.config.middlewares;
  const except = [join(folder, 'uploads'), ...uploads];
  return { folder, except, ...(maxAgeMs !== undefined && { maxAgeMs }) };
}

function restApp(parts: Parts, probes: ReturnType<typeof probesOf>): ReturnType<typeof createRestApp> {
  const {
    app,
    schema,
    documents,
    locales,
    roles,
    media,
    authenticate,
    audit,
    reportDenied,
    rateLimits,
    log,
  } = parts;
  const { accounts, cors, middlewares, publicUrl, rest, trustProxy, upload } = app.config;
  const { body, securityHeaders } = middlewares;
  const keys = cookieKeys(app);
  const described = openApi(parts);
  return createRestApp({
    schema,
    routes: parts.routeRules,
    around: parts.appHttp.around,
    declared: parts.declaredActions,
    loadUser: parts.loadUser,
    pluginActions: parts.pluginActions,
    ...(parts.admin !== null && { admin: parts.admin }),
    beside: parts.graphqlGate.handler,
    documents,
    locales,
    roles,
    webhooks: parts.webhooks,
    releases: parts.releases,
    ...(parts.liveChanges && { liveChanges: parts.liveChanges }),
    bulk: parts.bulk,
    bulkJobs: parts.bulkJobs,
    history: parts.history,
    accounts: {
      accounts: parts.accounts,
      confirmedUrl: accounts.confirmedUrl,
      refreshCookie: refreshCookieOf(app),
    },
    ...(parts.signIn !== null && { signIn: parts.signIn }),
    openApi: described,
    types: {
      contentTypes: () => describedTypes(parts),
      components: () => describedComponents(parts),
      access: described.access,
    },
    ...probes,
    publicFiles: publicFiles(app),
    addressBook: app.config.environment === 'production' ? undefined : () => addressBook(parts),
    media: upload.place.kind === 'local' ? { media, filesPath } : { media },
    authenticate,
    audit,
    reportDenied,
    rateLimits,
    log,
    options: {
      ...rest,
      trustProxy,
      ...(publicUrl !== undefined && { publicUrl }),
      ...(keys && { keys }),
      // Also without replicas: a client may hand back what a server with replicas has sent.
      cors: withOwnHeaders(cors),
      middlewares,
      ...(body?.jsonLimit && { maxBodyBytes: body.jsonLimit }),
      ...(body?.formLimit && { maxFormBytes: body.formLimit }),
      body: {
        ...(body?.formLimit && { maxFormBytes: body.formLimit }),
        ...(body?.textLimit && { maxTextBytes: body.textLimit }),
        ...(body?.formidable?.maxFileSize && { maxFileBytes: body.formidable.maxFileSize }),
        ...(body?.includeUnparsed && { includesUnparsed: true }),
      },
      ...(securityHeaders && { securityHeaders }),
    },
  });
}
