import type { Express } from 'express';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { Media } from '../../../../application/media/media.js';
import type { Authenticate } from '../create-type-handler.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import { createUploadRoutes } from './create-upload-routes.js';
import { serveFiles } from './serve-files.js';

export interface MediaDelivery {
  readonly media: Media;
  /** The path under which this server gives files out itself; absent: clients get them elsewhere. */
  readonly filesPath?: string;
}

interface Around extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
}

/** `<prefix>/upload/…`, and the files themselves. */
export function mountMedia(
  app: Express,
  { media, filesPath }: MediaDelivery,
  { authenticate, audit, tellDenied, options }: Around,
): void {
  const readBody = createReadBody(options.bodyLimit);
  app.use(
    `${options.prefix}/upload`,
    createUploadRoutes({ media, authenticate, readBody, audit, tellDenied }),
  );
  if (filesPath !== undefined) app.use(filesPath, serveFiles(media));
}
