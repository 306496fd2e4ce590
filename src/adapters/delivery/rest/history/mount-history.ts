import type { Express } from 'express';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { TypeHandler } from '../create-type-handler.js';

/** Adds the routes `<prefix>/:type[/:documentId]/history…` (docs/history.md). */
export function mountHistory(
  app: Express,
  prefix: string,
  routed: ReadonlyMap<string, ContentType>,
  handler: TypeHandler,
): void {
  const paths = [`${prefix}/:type`, `${prefix}/:type/:documentId`].flatMap((root) => [
    `${root}/history/:entry?`,
    `${root}/history/:entry/diff/:other`,
    `${root}/history/:entry/actions/:action`,
  ]);
  app.all(paths, (req, res, next) => {
    const { type: name, documentId, entry, other, action } = req.params;
    const type = routed.get((name ?? '').toLowerCase());
    const params = { documentId, action: undefined, history: { entry, other, action } };
    const handled = type && handler.serve(req, res, type, params);
    if (handled === undefined) return next();
    handled.catch(next);
  });
}
