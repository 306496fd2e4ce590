import type { Express, RequestHandler } from 'express';
import { type RefusalReports, reportRefusal } from '../../../../application/audit/refusals.js';
import type { Media } from '../../../../application/media/media.js';
import type { Authenticate } from '../authenticate.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import { serveFiles } from './serve-files.js';
import { fileType } from '../../../../domain/schema/built-in-uids.js';
import type { Failure } from '../../../../domain/failure.js';
import type { Action } from '../../../../domain/permission/permission.js';
import { queryTextOf } from '../../codec/parse-query-text.js';
import { withOrigin } from '../../codec/client-address.js';
import { sendError, sendMethodNotAllowed, sendFailure } from '../send.js';
import {
  type FileCall,
  type FileOperation,
  type UploadDependencies,
  fileOperations,
} from './file-operations.js';
import { uploadOperation } from './upload-operation.js';

export interface MediaDelivery {
  readonly media: Media;
  /** The path under which this server serves files. Absent: another server does. */
  readonly filesPath?: string;
}

interface Around extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
}

/** Adds the routes under `<prefix>/upload` and the route of the files. */
export function mountMedia(
  app: Express,
  { media, filesPath }: MediaDelivery,
  { authenticate, audit, reportDenied, options }: Around,
): void {
  const readBody = createReadBody(options);
  app.use(
    `${options.prefix}/upload`,
    createUploadRoutes({ media, authenticate, readBody, audit, reportDenied }),
  );
  if (filesPath !== undefined) app.use(filesPath, serveFiles(media));
}

type Route = Readonly<Record<string, FileOperation | undefined>>;

/** Serves `/upload`, `/upload/files` and `/upload/files/:id`. */
function createUploadRoutes(dependencies: UploadDependencies): RequestHandler {
  const { find, findOne, remove } = fileOperations(dependencies);
  const upload: Route = { POST: uploadOperation(dependencies) };
  const files: Route = { HEAD: find, GET: find };
  const file: Route = { HEAD: findOne, GET: findOne, DELETE: remove };
  return (req, res, next) => {
    const path = /^(?:\/(files)(?:\/([^/]+))?)?\/?$/i.exec(req.path);
    if (path === null) return next();
    const route = path[1] === undefined ? upload : path[2] === undefined ? files : file;
    const name = decoded(path[2] ?? '');
    if (name === null) return sendError(res, undecodable);
    serve(dependencies, route, { req, res, file: name }).catch(next);
  };
}

/** Returns null if `text` is malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const undecodable = { status: 400, name: 'BadRequestError', message: 'failed to decode' };

async function serve(
  dependencies: UploadDependencies,
  route: Route,
  asked: Pick<FileCall, 'req' | 'res' | 'file'>,
): Promise<void> {
  const { req, res } = asked;
  res.setHeader('Vary', 'Origin, Authorization');
  const operation = Object.hasOwn(route, req.method) ? route[req.method] : undefined;
  if (operation === undefined) return sendMethodNotAllowed(res, Object.keys(route).join(', '));
  const principal = await dependencies.authenticate(req.headers.authorization);
  if (!principal.ok) return sendFailure(res, principal.failure);
  const asking = withOrigin(principal.value, req);
  const text = queryTextOf(req.url);
  const refused = async ({ code }: Failure): Promise<void> => {
    if (code !== 'POLICY.DENIED') return;
    await reportRefusal(dependencies, asking, { action: actionOf(asked, text), type: fileType });
  };
  await operation({ ...asked, principal: asking, text, refused });
}

/** Returns the action that the request needs permission for. */
function actionOf({ req: { method }, file }: Pick<FileCall, 'req' | 'file'>, text: string): Action {
  if (method === 'DELETE') return 'delete';
  if (method !== 'POST') return file === '' ? 'find' : 'findOne';
  return new URLSearchParams(text).get('id') ? 'update' : 'create';
}
