import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Log } from '../../../application/ports/log.js';
import { serveAddressBook } from './development/address-book.js';
import { expressErrorResponse, internalError, type ErrorResponse } from './failure-response.js';
import { defaultRestOptions, type RestOptions } from './options.js';
import { createReadBody } from './read-body.js';
import { sendError, sendNothing } from './send.js';
import { createAnswerByCode } from './app-code/answer-by-code.js';
import { createReadAppBody, defaultAppBodyOptions } from './app-code/read-app-body.js';
import { runAroundAll } from './app-code/run-around-all.js';
import { createPluginLimits, type PluginLimits } from './routes/plugin-limits.js';
import { createPluginActionRun } from './routes/run-plugin-action.js';
import { createServerActions, type ServerActions } from './routes/server-actions.js';
import { refuseMethod, serveAppRoutes } from './routes/serve-app-routes.js';
import { servePublic } from './serve-public.js';
import { mountHistory } from './history/mount-history.js';
import { createTypeHandler, type TypeHandler } from './create-type-handler.js';
import { refuseSockets } from './middlewares/refuse-sockets.js';
import { crossOrigin } from './middlewares/cross-origin.js';
import { standardMiddlewares } from './middlewares/standard-middlewares.js';
import { serveMetrics } from './server/serve-metrics.js';
import { serveReady } from './server/serve-ready.js';
import { thrownResponse } from './app-code/thrown-response.js';
import { mountServerRoutes } from './mount-server-routes.js';
import type { RestDependencies } from './rest-dependencies.js';
import { routedTypes } from './routed-types.js';

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
