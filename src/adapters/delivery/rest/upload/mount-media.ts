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
import { sendError } from '../send.js';
import type { AppRoutes } from '../routes/app-routes.js';
import { hasPolicies } from '../routes/find-access.js';
import { serveRoute, type Route } from '../routes/serve-route.js';
import type { ServerAction, ServerCall } from '../routes/server-action.js';
import { type FileOperation, fileOperations } from './file-operations.js';
import { mountFolders } from './mount-folders.js';
import { uploadOperation } from './upload-operation.js';

export interface MediaDelivery {
  readonly media: Media;
  /** The path under which this server serves files. Absent: another server does. */
  readonly filesPath?: string;
}

interface Around extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
  readonly routes?: AppRoutes | undefined;
}

/** What the routes of files do for a request that is authenticated. */
export type MediaActions = Readonly<Record<'upload' | 'find' | 'findOne' | 'remove', ServerAction>>;

export function createMediaActions(
  media: Media,
  { audit, reportDenied, options, routes }: Around,
): MediaActions {
  const isGuarded = (uid: string): boolean => hasPolicies(uid, 'update', routes);
  const dependencies = { media, readBody: createReadBody(options), audit, reportDenied, isGuarded };
  const { find, findOne, remove } = fileOperations(dependencies);
  const action =
    (operation: FileOperation): ServerAction =>
    (call) =>
      operation({ ...call, file: call.params['id'] ?? '', refused: refusedBy(dependencies, call) });
  return {
    upload: action(uploadOperation(dependencies)),
    find: action(find),
    findOne: action(findOne),
    remove: action(remove),
  };
}

/** Reports a refusal by the policy. */
const refusedBy =
  (reports: RefusalReports, call: ServerCall) =>
  async ({ code }: Failure): Promise<void> => {
    if (code !== 'POLICY.DENIED') return;
    await reportRefusal(reports, call.principal, { action: actionOf(call), type: fileType });
  };

/** Adds the routes under `<prefix>/upload` and the route of the files. */
export function mountMedia(
  app: Express,
  { media, filesPath }: MediaDelivery,
  actions: MediaActions,
  around: Around,
): void {
  const { authenticate, options } = around;
  mountFolders(app, media.folders, around);
  app.use(`${options.prefix}/upload`, createUploadRoutes(actions, authenticate));
  if (filesPath !== undefined) app.use(filesPath, serveFiles(media));
}

/** Serves `/upload`, `/upload/files` and `/upload/files/:id`. */
function createUploadRoutes(
  { upload, find, findOne, remove }: MediaActions,
  authenticate: Authenticate,
): RequestHandler {
  const uploads: Route = { POST: upload };
  const files: Route = { HEAD: find, GET: find };
  const file: Route = { HEAD: findOne, GET: findOne, DELETE: remove };
  return (req, res, next) => {
    const path = /^(?:\/(files)(?:\/([^/]+))?)?\/?$/i.exec(req.path);
    if (path === null) return next();
    const route = path[1] === undefined ? uploads : path[2] === undefined ? files : file;
    const name = decoded(path[2] ?? '');
    if (name === null) return sendError(res, undecodable);
    serveRoute(authenticate, route, req, res, { id: name }).catch(next);
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

/** Returns the action that the request needs permission for. */
function actionOf({ req: { method }, params, text }: ServerCall): Action {
  if (method === 'DELETE') return 'delete';
  if (method !== 'POST') return params['id'] === '' ? 'find' : 'findOne';
  return new URLSearchParams(text).get('id') ? 'update' : 'create';
}
