import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { sendFailure } from './answers.js';
import { notFound } from '../../../domain/failure.js';
import type { AdminDependencies } from './call.js';
import { paths } from './contract/paths.js';
import { serveApi } from './serve-api.js';
import { serveProviders } from './sign-in/serve-providers.js';
import { serveForms } from './sign-in/serve-forms.js';

/**
 * Answers in JSON are compressed, as rows repeat themselves. Not events, which would wait in the compressor, nor the start of
 * a session, which has a secret in it.
 */
const compress = compression({
  filter: ({ path }, res) =>
    String(res.getHeader('Content-Type')).startsWith('application/json') &&
    !path.endsWith(`${paths.api}/start`),
});

/**
 * Serves a request below the path of the admin page, and never passes it on: what follows is open to pages of other
 * origins. `page` serves the files of the page, and its HTML for all other paths.
 */
export function createAdmin(dependencies: AdminDependencies, page?: RequestHandler): RequestHandler {
  const { path: base } = dependencies.options;
  const serve = async (req: Request, res: Response): Promise<boolean> => {
    const path = req.path.slice(base.length);
    if (path.startsWith(`${paths.api}/`)) {
      compress(req, res, () => {});
      await serveApi(dependencies, req, res, path.slice(paths.api.length + 1));
      return true;
    }
    if (await serveProviders(dependencies, req, res, path)) return true;
    return serveForms(dependencies, req, res, path);
  };
  const refuse = (res: Response): void => sendFailure(dependencies, res, notFound);
  return (req, res, next) => {
    serve(req, res).then((isServed) => {
      if (isServed) return;
      if (page !== undefined) page(req, res, (error) => (error === undefined ? refuse(res) : next(error)));
      else if (req.path === base || req.path === `${base}/`) res.redirect(303, `${base}${paths.signOut}`);
      else refuse(res);
    }, next);
  };
}
