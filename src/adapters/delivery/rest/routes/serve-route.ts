import type { Express, Request, Response } from 'express';
import { withOrigin } from '../../codec/client-address.js';
import { queryTextOf } from '../../codec/parse-query-text.js';
import type { Authenticate } from '../authenticate.js';
import { sendFailure, sendMethodNotAllowed } from '../send.js';
import type { PathParams } from './route-table.js';
import type { ServerAction } from './server-action.js';

/** The actions of a path by method. */
export type Route = Readonly<Record<string, ServerAction | undefined>>;

/** Runs the action for the request's method, for whoever sends the request. */
export async function serveRoute(
  authenticate: Authenticate,
  route: Route,
  req: Request,
  res: Response,
  params: PathParams = req.params,
): Promise<void> {
  res.setHeader('Vary', 'Origin, Authorization');
  const action = Object.hasOwn(route, req.method) ? route[req.method] : undefined;
  if (action === undefined) return sendMethodNotAllowed(res, Object.keys(route).join(', '));
  const principal = await authenticate(req.headers.authorization);
  if (!principal.ok) return sendFailure(res, principal.failure);
  const asking = withOrigin(principal.value, req);
  await action({ req, res, principal: asking, params, text: queryTextOf(req.url) });
}

/** Adds routes by their paths below `root`. */
export function mountRoutes(
  app: Express,
  root: string,
  routes: Readonly<Record<string, Route>>,
  authenticate: Authenticate,
): void {
  for (const [path, route] of Object.entries(routes))
    app.all(`${root}${path}`, (req, res, next) => {
      serveRoute(authenticate, route, req, res).catch(next);
    });
}
