import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { ReportDenied } from '../../../application/access/report-denied.js';
import type { DeclaredActions } from '../../../application/access/declared-actions.js';
import type { RateLimits } from '../../../application/accounts/rate-limits.js';
import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import type { Documents } from '../../../application/documents/documents.js';
import type { LocaleService } from '../../../application/locales/locale-service.js';
import type { RoleService } from '../../../application/access/roles/role-service.js';
import type { HistoryService } from '../../../application/history/history-service.js';
import type { ReleaseService } from '../../../application/releases/release-service.js';
import type { Bulk } from '../../../application/bulk/run-bulk.js';
import type { BulkJobService } from '../../../application/bulk-jobs/bulk-job-service.js';
import type { LiveChanges } from '../../../application/live-changes/live-changes.js';
import type { WebhookService } from '../../../application/webhooks/webhook-service.js';
import type { Log } from '../../../application/ports/log.js';
import type { ContentType, Schema } from '../../../domain/schema/schema.js';
import type { PluginActionRunner } from '../../../application/app-code/plugin-actions.js';
import { mountRoles } from './access/mount-roles.js';
import { limitAuthRoutes, limitOwnChanges } from './accounts/limit-auth-routes.js';
import { serveAddressBook, type AddressBook } from './development/address-book.js';
import { mountAccounts, type AccountDelivery } from './accounts/mount-accounts.js';
import { mountSignIn, type SignInDelivery } from './accounts/mount-sign-in.js';
import { expressErrorResponse, internalError, type ErrorResponse } from './failure-response.js';
import { mountOpenApi, type OpenApiDelivery } from './openapi/serve-openapi.js';
import { listLocales } from './list-locales.js';
import { defaultRestOptions, type RestOptions } from './options.js';
import { createReadBody } from './read-body.js';
import { sendError, sendNothing } from './send.js';
import { createAnswerByCode } from './app-code/answer-by-code.js';
import { createReadAppBody, defaultAppBodyOptions } from './app-code/read-app-body.js';
import { runAroundAll, type AroundAll } from './app-code/run-around-all.js';
import type { AppRoutes } from './routes/app-routes.js';
import { createPluginLimits, type PluginLimits } from './routes/plugin-limits.js';
import { createPluginActionRun } from './routes/run-plugin-action.js';
import { createServerActions, type ServerActions } from './routes/server-actions.js';
import { refuseMethod, serveAppRoutes } from './routes/serve-app-routes.js';
import type { LoadUser } from './routes/serve-app-route.js';
import { servePublic, type PublicFiles } from './serve-public.js';
import { mountMedia, type MediaDelivery } from './upload/mount-media.js';
import type { Authenticate } from './authenticate.js';
import { mountLiveChanges } from './live-changes/mount-live-changes.js';
import { mountAggregates } from './mount-aggregates.js';
import { mountBulk } from './bulk/mount-bulk.js';
import { mountHistory } from './history/mount-history.js';
import { mountReleases } from './releases/mount-releases.js';
import { withoutCodeOfApp } from './releases/without-code.js';
import { mountWebhooks } from './webhooks/mount-webhooks.js';
import { createTypeHandler, type TypeHandler } from './create-type-handler.js';
import { refuseSockets } from './middlewares/refuse-sockets.js';
import { crossOrigin } from './middlewares/cross-origin.js';
import { standardMiddlewares } from './middlewares/standard-middlewares.js';
import { serveMetrics, type MetricsDelivery } from './server/serve-metrics.js';
import { serveReady } from './server/serve-ready.js';
import type { CheckReady } from '../../../application/readiness/create-check-ready.js';
import { thrownResponse } from './app-code/thrown-response.js';

export interface RestDependencies {
  readonly documents: Documents;
  readonly schema: Schema;
  /** Absent: there is no route that lists locales. */
  readonly locales?: LocaleService;
  /** Absent: there are no routes for roles. */
  readonly roles?: RoleService;
  /** Absent: there are no routes for webhooks. */
  readonly webhooks?: WebhookService;
  /** Absent: nothing can be planned. */
  readonly releases?: ReleaseService;
  /** Absent: nobody can listen to changes. */
  readonly liveChanges?: LiveChanges;
  /** Absent: each write is a request of its own. */
  readonly bulk?: Bulk;
  /** Absent: each change ends with its request. */
  readonly bulkJobs?: BulkJobService;
  readonly history?: HistoryService;
  /** Absent: there are no routes for accounts. */
  readonly accounts?: AccountDelivery;
  /** Absent: nobody can sign in with an OpenID Connect provider. */
  readonly signIn?: SignInDelivery;
  /** Absent: there are no routes for files. */
  readonly media?: MediaDelivery;
  /** Absent: no files are served beside the uploaded ones. */
  readonly publicFiles?: PublicFiles;
  /** What `/` lists in development; absent: it is not there. */
  readonly addressBook?: (() => AddressBook) | undefined;
  /** Absent: there is no `/_ready`. */
  readonly ready?: CheckReady;
  /** Absent: there is no `/_metrics`. */
  readonly metrics?: MetricsDelivery;
  /** Absent: the API is not described. */
  readonly openApi?: OpenApiDelivery;
  readonly authenticate: Authenticate;
  /** Records refusals. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
  /** Reports a refusal and the grant that it lacks. */
  readonly reportDenied?: ReportDenied | undefined;
  /** Absent: no route is limited. */
  readonly rateLimits?: RateLimits;
  readonly log: Log;
  /** Serves the page for administrators, and calls `next` for other paths. Code of the app does not run around it. */
  readonly admin?: RequestHandler;
  /** Runs before the routes of REST and calls `next` for requests that it does not answer. */
  readonly beside?: RequestHandler;
  /** Routes, policies and middlewares of the app. */
  readonly routes?: AppRoutes;
  /** The app's middlewares around every request. */
  readonly around?: AroundAll;
  /** The actions of controllers that can be granted. */
  readonly declared?: DeclaredActions;
  /** Reads the row of a user for the app's code. */
  readonly loadUser?: LoadUser;
  /** Gets the actions of the server, for extensions of plugins. */
  readonly pluginActions?: Pick<PluginActionRunner, 'provide'>;
  readonly options?: Partial<RestOptions>;
}

/** Creates the Express app of the REST API (docs/rest.md). */
export function createRestApp(dependencies: RestDependencies): Express {
  const options = { ...defaultRestOptions, ...dependencies.options };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', options.trustProxy);
  if (options.keys !== undefined) app.set('keys', options.keys);
  app.use(...standardMiddlewares(options));
  // Before the headers for pages of other origins, which may read nothing of the admin page.
  if (dependencies.admin !== undefined) app.use(dependencies.admin);
  app.use(crossOrigin(options.cors));
  const code = codeDependencies(dependencies, options);
  if (dependencies.around !== undefined) app.use(runAroundAll(dependencies.around, code));
  app.all('/_health', (_req, res) => sendNothing(res));
  if (dependencies.ready !== undefined) app.all('/_ready', serveReady(dependencies.ready));
  if (dependencies.metrics !== undefined) app.all('/_metrics', serveMetrics(dependencies.metrics));
  if (dependencies.beside !== undefined) app.use(dependencies.beside);
  app.use(refuseSockets);
  const handler = typeHandler(dependencies, options, code);
  if (dependencies.routes !== undefined)
    app.use(serveAppRoutes({ ...code, routes: dependencies.routes, handler }));
  const actions = createServerActions({ ...dependencies, options });
  provideActions(dependencies, actions, code.limits);
  mountServerRoutes(app, dependencies, actions, options);
  app.all(pathsOf(options.prefix), types(dependencies, handler));
  mountHistory(app, options.prefix, routedTypes(dependencies.schema), handler);
  if (dependencies.publicFiles !== undefined) app.use(servePublic(dependencies.publicFiles));
  if (dependencies.addressBook !== undefined) app.all('/', serveAddressBook(dependencies.addressBook));
  app.use((req, res) => refuseMethod(req, res) || sendError(res, notFound));
  app.use(lastResort(dependencies.log));
  return app;
}

/** Lets extensions of plugins run the server's own actions. */
function provideActions(
  { pluginActions, schema }: RestDependencies,
  { byName }: ServerActions,
  limits: PluginLimits,
): void {
  pluginActions?.provide(createPluginActionRun({ actions: byName, schema, limits }));
}

/** Adds the routes of files, accounts, roles and locales, which extensions of plugins can wrap. */
function mountServerRoutes(
  app: Express,
  dependencies: RestDependencies,
  actions: ServerActions,
  options: RestOptions,
): void {
  const { authenticate, openApi, media, rateLimits, signIn, audit, schema } = dependencies;
  const { webhooks, releases, liveChanges, bulk } = dependencies;
  const { prefix } = options;
  if (actions.locales !== undefined)
    app.all(`${prefix}/i18n/locales`, listLocales(actions.locales, authenticate));
  if (openApi !== undefined) mountOpenApi(app, openApi, { ...dependencies, prefix });
  const around = { ...dependencies, options };
  if (media !== undefined && actions.media !== undefined) mountMedia(app, media, actions.media, around);
  if (rateLimits !== undefined) {
    app.use(`${prefix}/auth`, limitAuthRoutes(rateLimits));
    app.use(`${prefix}/users`, limitOwnChanges(rateLimits));
  }
  if (signIn !== undefined) mountSignIn(app, { ...signIn, audit }, options);
  if (actions.accounts !== undefined) mountAccounts(app, actions.accounts, around);
  if (actions.roles !== undefined) mountRoles(app, actions.roles, around);
  // A content-type of the app may have one of these paths.
  const taken = routedTypes(schema);
  if (webhooks !== undefined && !taken.has('webhooks')) mountWebhooks(app, webhooks, around);
  if (releases !== undefined && !taken.has('releases'))
    mountReleases(app, withoutCodeOfApp(releases, schema, dependencies.routes), around);
  mountAggregates(app, { ...around, types: taken });
  if (bulk !== undefined) mountBulk(app, bulk, { ...around, types: taken });
  if (liveChanges !== undefined) mountLiveChanges(app, liveChanges, { ...around, types: taken });
}

const notFound: ErrorResponse = { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} };

const pathsOf = (prefix: string): string[] => [
  `${prefix}/:type/:documentId?`,
  `${prefix}/:type/actions/:action`,
  `${prefix}/:type/:documentId/actions/:action`,
];

/** What runs the app's code for a request. */
function codeDependencies(
  { authenticate, audit, reportDenied, loadUser, log, rateLimits }: RestDependencies,
  options: RestOptions,
) {
  const { maxBodyBytes, codeTimeoutMs: timeoutMs, prefix } = options;
  return {
    authenticate,
    audit,
    reportDenied,
    loadUser,
    prefix,
    readAppBody: createReadAppBody({ ...defaultAppBodyOptions, ...options.body, maxBodyBytes }),
    answers: createAnswerByCode({ log, timeoutMs }),
    limits: createPluginLimits(rateLimits),
  };
}

const typeHandler = (
  { documents, releases, history, routes }: RestDependencies,
  options: RestOptions,
  code: ReturnType<typeof codeDependencies>,
): TypeHandler =>
  createTypeHandler({
    ...code,
    documents,
    ...(releases && { releases }),
    ...(history && { history }),
    routes,
    options,
    readBody: createReadBody(options),
  });

/** Creates one handler that looks the type up by its name, so that more types do not make routing slower. */
function types({ schema }: RestDependencies, handler: TypeHandler): RequestHandler {
  const routed = routedTypes(schema);
  return (req, res, next) => {
    const { type: name, documentId, action } = req.params;
    const type = routed.get((name ?? '').toLowerCase());
    const handled = type && handler.serve(req, res, type, { documentId, action });
    if (handled === undefined) return next();
    handled.catch(next);
  };
}

/** Maps the name in the path to its type: the plural name of a collection type, the singular name of a single type. */
function routedTypes(schema: Schema): ReadonlyMap<string, ContentType> {
  const exposed = [...schema.contentTypes.values()].filter((type) => type.exposed);
  return new Map(
    exposed.map((type) => [
      (type.kind === 'singleType' ? type.singularName : type.pluralName).toLowerCase(),
      type,
    ]),
  );
}

/** Answers errors that nothing else has caught. Express recognizes an error handler by its four parameters. */
const lastResort =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    // Hooks of the app throw their refusals through every operation. A path that cannot be decoded is Express's own error.
    const thrown = error instanceof URIError ? undefined : thrownResponse(error);
    const response = thrown ?? expressErrorResponse(error);
    if (response === undefined)
      log.error('request failed', {
        requestId: res.getHeader('X-Request-Id'),
        method: req.method,
        path: req.path,
        error: stackOf(error),
      });
    if (res.headersSent) req.socket.destroy();
    else sendError(res, response ?? internalError);
  };

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
