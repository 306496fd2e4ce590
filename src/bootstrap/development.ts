import { createTellDenied, type TellDenied } from '../application/access/tell-denied.js';
import type { Log } from '../application/ports/log.js';
import type { App } from './read-app.js';

/** Log messages for development only, where the reader of the log also sent the request. */

const isDevelopment = ({ config }: App): boolean => config.environment === 'development';

export const tellDeniedOf = (app: App, log: Log): TellDenied | undefined =>
  isDevelopment(app) ? createTellDenied(log) : undefined;

export const tellUnreadOf = (app: App, log: Log): (() => void) | undefined =>
  isDevelopment(app)
    ? () =>
        log.warn(
          'an Authorization header without "Bearer" counts as none: send "Authorization: Bearer <token>" (docs/access.md)',
        )
    : undefined;
