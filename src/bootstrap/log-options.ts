import type { Environment } from '../adapters/app-directory/create-env.js';
import type { LogOptions } from '../adapters/host/create-log.js';

/** Known before the settings are read, for reading them can have something to say. */
export const logOptions = ({ NODE_ENV }: Environment): LogOptions => ({
  level: 'info',
  json: NODE_ENV === 'production',
});
