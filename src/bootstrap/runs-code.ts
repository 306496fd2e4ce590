import type { Parts } from './parts.js';

/** Whether code of the app runs within writes of a content-type. */
export const runsCode =
  ({ documentMiddlewares, appHooks }: Pick<Parts, 'documentMiddlewares' | 'appHooks'>) =>
  (type: string): boolean =>
    documentMiddlewares.isUsed || appHooks.hasInside(type);
