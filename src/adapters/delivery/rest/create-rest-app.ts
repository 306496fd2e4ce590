import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Documents } from '../../../application/documents/documents.js';
import type { Log } from '../../../application/ports/log.js';
import type { ContentType, Schema } from '../../../domain/schema/schema.js';
import { clientMistake } from './client-mistake.js';
import { createCollectionHandler, type Authenticate } from './create-collection-handler.js';
import { internalError, type ErrorResponse } from './failure-response.js';
import { defaultRestOptions, type RestOptions } from './options.js';
import { createReadBody } from './read-body.js';
import { securityHeaders } from './security-headers.js';
import { sendError, sendNothing } from './send.js';

export interface RestDependencies {
  readonly documents: Documents;
  readonly schema: Schema;
  readonly authenticate: Authenticate;
  readonly log: Log;
  readonly options?: Partial<RestOptions>;
}

/** The content API over REST: content-api.md, "REST: collection types". */
export function createRestApp(dependencies: RestDependencies): Express {
  const options = { ...defaultRestOptions, ...dependencies.options };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(commonHeaders(), cors({ origin: true }));
  app.all('/_health', (_req, res) => sendNothing(res));
  app.all(`${options.prefix}/:type/:documentId?`, collections(dependencies, options));
  app.use((_req, res) => sendError(res, notFound));
  app.use(lastResort(dependencies.log));
  return app;
}

const notFound: ErrorResponse = { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} };

function commonHeaders(): RequestHandler {
  const headers = securityHeaders();
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** One route for all types: the plural name is looked up, so that the number of types costs nothing. */
function collections(
  { documents, schema, authenticate, log }: RestDependencies,
  options: RestOptions,
): RequestHandler {
  const types = routedTypes(schema);
  const readBody = createReadBody(options.bodyLimit);
  const handle = createCollectionHandler({ documents, authenticate, options, readBody });
  return (req, res, next) => {
    const { type: name, documentId } = req.params;
    const type = types.get((name ?? '').toLowerCase());
    if (type === undefined) return next();
    handle(req, res, type, documentId)
      .then(() => log.debug('request', { method: req.method, path: req.path, status: res.statusCode }))
      .catch(next);
  };
}

function routedTypes(schema: Schema): ReadonlyMap<string, ContentType> {
  const types = new Map<string, ContentType>();
  for (const type of schema.contentTypes.values()) {
    const routed = type.exposed && type.kind === 'collectionType' && !type.draftAndPublish && !type.localized;
    if (routed) types.set(type.pluralName.toLowerCase(), type);
  }
  return types;
}

/** Express knows an error handler by its four parameters. */
const lastResort =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const mistake = clientMistake(error);
    if (mistake === undefined)
      log.error('request failed', { method: req.method, path: req.path, error: stackOf(error) });
    if (res.headersSent) req.socket.destroy();
    else sendError(res, mistake ?? internalError);
  };

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
