import { markAppRouter } from '../../../application/app-code/app-router.js';
import type { Instance } from '../../../application/app-code/app-parts.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
import { coreOf, type Core } from './core.js';
import { baseControllerOf } from './core-controller.js';
import { baseServiceOf } from './core-service.js';

/** The access rule, policies and middlewares of a route. */
export interface RouteConfig {
  readonly auth?: unknown;
  readonly policies?: unknown;
  readonly middlewares?: unknown;
  readonly [own: string]: unknown;
}

/** The configuration of a content-type's routes. */
export interface CoreRouter {
  readonly type: 'content-api';
  readonly uid: string;
  /** Before the paths of its routes: `/v1`. */
  readonly prefix?: string;
  /** By action: `find`, `findOne`, `create`, `update`, `delete`, and the actions of drafts. */
  readonly config?: Readonly<Record<string, RouteConfig>>;
  /** If present, only these actions have routes. */
  readonly only?: readonly string[];
  /** Actions without a route. */
  readonly except?: readonly string[];
}

// App code gives any methods; the types of projects describe them.
// oxlint-disable-next-line no-explicit-any
type Methods = Record<string, any>;
type Config = Methods | ((instance: { strapi: never }) => Methods);
type Make = (instance: Pick<Instance, 'strapi'>) => Methods;

/** The functions of Strapi that make controllers, services and routers (docs/controllers.md). */
export const factories = {
  /** The controller of a content-type with methods of the app's own: an object, or a function of `{ strapi }`. */
  createCoreController: (uid: string, config: Config = {}): Make => extended(uid, config, baseControllerOf),
  /** The same for its service. */
  createCoreService: (uid: string, config: Config = {}): Make => extended(uid, config, baseServiceOf),
  createCoreRouter: (uid: string, options: Omit<CoreRouter, 'type' | 'uid'> = {}): CoreRouter =>
    withRoutes({ ...options, type: 'content-api', uid }),
};

const extended =
  (uid: string, config: Config, baseOf: (core: Core, uid: string) => Methods): Make =>
  ({ strapi }) => {
    const base = baseOf(coreOf(strapi), uid);
    const own = typeof config === 'function' ? config({ strapi: strapi as never }) : config;
    for (const name of Object.keys(base)) if (own[name] === undefined) own[name] = base[name];
    // So that `super.find(ctx)` is the base's.
    return Object.setPrototypeOf(own, base) as Methods;
  };

/** Some projects read the routes of a core router, to add their own. They are there once the app runs. */
const withRoutes = (router: CoreRouter): CoreRouter =>
  markAppRouter(Object.defineProperty(router, 'routes', { get: () => routesOf(router) }));

function routesOf({ uid, config = {}, only, except = [] }: CoreRouter): readonly object[] {
  const { strapi } = globalThis as { readonly strapi?: unknown };
  const { kind, singularName, pluralName } = contentTypeOf(coreOf(strapi).schema, uid);
  const isSingle = kind === 'singleType';
  const all = `/${isSingle ? singularName : pluralName}`;
  const one = isSingle ? all : `${all}/:id`;
  const places = [
    ['find', 'GET', all],
    ['findOne', 'GET', one],
    ['create', 'POST', all],
    ['update', 'PUT', one],
    ['delete', 'DELETE', one],
  ] as const;
  return places
    .filter(([action]) => !isSingle || !['findOne', 'create'].includes(action))
    .filter(([action]) => (only?.includes(action) ?? true) && !except.includes(action))
    .map(([action, method, path]) => ({
      method,
      path,
      handler: `${uid}.${action}`,
      config: config[action] ?? {},
    }));
}
