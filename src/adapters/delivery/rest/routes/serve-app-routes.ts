import type { Request, RequestHandler, Response } from 'express';
import type { AppAction, Controllers } from '../../../../application/app-code/controllers.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { CoreAppRoute, TypeHandler } from '../create-type-handler.js';
import { sendFailure, sendMethodNotAllowed } from '../send.js';
import type { AppRoute } from './app-route.js';
import type { AppRoutes } from './app-routes.js';
import { notFound } from '../../../../domain/failure.js';
import { isBesideDocuments } from './beside-documents.js';
import { findsWithoutCode } from './find-access.js';
import type { PluginLimits } from './plugin-limits.js';
import type { Found, PathParams } from './route-table.js';
import { admitTo, runAction, type AppRouteDependencies } from './serve-app-route.js';

interface Dependencies extends AppRouteDependencies {
  readonly routes: AppRoutes;
  readonly handler: TypeHandler;
  readonly limits: PluginLimits;
}

/** The methods that the app's routes have for the path of a request with another method. */
const otherMethods = new WeakMap<Request, readonly string[]>();

/** Serves the routes that the app declares, and calls `next` for all other requests. */
export function serveAppRoutes(dependencies: Dependencies): RequestHandler {
  const { routes, prefix } = dependencies;
  return (req, res, next) => {
    const found = findRoute(routes, prefix, req);
    if (found === null) return next();
    if ('allowed' in found) {
      otherMethods.set(req, found.allowed);
      return next();
    }
    const { servedBy } = found.route;
    if (servedBy === 'server' || isServedBeside(found.route, req.path, dependencies)) return next();
    if (servedBy === 'nobody') return sendFailure(res, notFound);
    serve(dependencies, req, res, found.route, found.params).catch(next);
  };
}

function findRoute(routes: AppRoutes, prefix: string, { method, path }: Request): Found<AppRoute> {
  const atRoot = routes.findAtRoot(method, path);
  if (atRoot !== null && !('allowed' in atRoot)) return atRoot;
  const isBelow = path.length > prefix.length && path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`);
  return (isBelow ? routes.find(method, path.slice(prefix.length)) : null) ?? atRoot;
}

/** Whether the route is that of one document, but the path one that the server has beside documents, for a type without code. */
const isServedBeside = ({ core }: AppRoute, path: string, { routes, prefix }: Dependencies): boolean =>
  core?.action === 'findOne' &&
  isBesideDocuments(path.slice(prefix.length)) &&
  findsWithoutCode(core.type, routes);

async function serve(
  dependencies: Dependencies,
  req: Request,
  res: Response,
  route: AppRoute,
  params: PathParams,
): Promise<void> {
  const controllers = dependencies.routes.controllers();
  const { core } = route;
  if (core !== undefined && controllers.isPlain(core.type.uid, core.action))
    return dependencies.handler.serveRoute(req, res, route as CoreAppRoute, params);
  recordOf(req)?.routed('rest', '', route.handler);
  res.setHeader('Vary', 'Origin, Authorization, Strapi-Response-Format');
  const principal = await admitTo(route, dependencies, { req }, params['id']);
  if (!principal.ok) return sendFailure(res, principal.failure);
  if (route.limit !== undefined) res.setHeader('Cache-Control', 'no-store');
  const counted = await dependencies.limits.count(route.limit, { req, res });
  if (!counted.ok) return sendFailure(res, counted.failure);
  const admitted = { req, res, principal: principal.value };
  return runAction(dependencies, route, admitted, params, actionsOf(route, controllers));
}

function actionsOf({ target, handler }: AppRoute, controllers: Controllers): readonly AppAction[] {
  if ('functions' in target) return target.functions as readonly AppAction[];
  const action = controllers.actionOf(target.uid, target.action);
  if (action === undefined) throw new Error(`the controller no longer has ${handler}`);
  return [action];
}

/** Answers 405 if the app's routes have the path for other methods. Returns whether it has. */
export function refuseMethod(req: Request, res: Response): boolean {
  const allowed = otherMethods.get(req);
  if (allowed === undefined) return false;
  sendMethodNotAllowed(res, allowed.join(', '));
  return true;
}
