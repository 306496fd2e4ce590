import type { Express } from 'express';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { FolderRequest, Folders } from '../../../../application/media/folders.js';
import { folderType } from '../../../../domain/schema/built-in-uids.js';
import type { Authenticate } from '../authenticate.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import { answeringWith, readingData } from '../routes/answer-data.js';
import { mountRoutes, type Route } from '../routes/serve-route.js';

interface FolderDelivery extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
}

const keys: ReadonlySet<string> = new Set(['name', 'parent']);

/** Adds the routes `<prefix>/upload/folders[/:id]` (docs/media.md). */
export function mountFolders(app: Express, folders: Folders, delivery: FolderDelivery): void {
  const { authenticate, options } = delivery;
  const answering = answeringWith(delivery, folderType);
  const readBody = createReadBody(options);
  const list = answering('find', ({ principal }) => folders.list(principal));
  const routes: Readonly<Record<string, Route>> = {
    '': {
      HEAD: list,
      GET: list,
      POST: readingData<FolderRequest>(readBody, keys, (call, request) =>
        answering('create', () => folders.create(call.principal, request))(call),
      ),
    },
    '/:id': {
      PUT: readingData<FolderRequest>(readBody, keys, (call, request) =>
        answering('update', () => folders.update(call.principal, call.params['id'] ?? '', request))(call),
      ),
      DELETE: answering('delete', ({ principal, params }) => folders.delete(principal, params['id'] ?? '')),
    },
  };
  mountRoutes(app, `${options.prefix}/upload/folders`, routes, authenticate);
}
