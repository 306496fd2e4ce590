import { isAppRouter } from '../../../../application/app-code/app-router.js';
import type { Instance, RouteFile } from '../../../../application/app-code/app-parts.js';
import { callCode } from '../../../../application/app-code/thrown-by.js';
import { didYouMean } from '../../../../domain/nearest-name.js';
import { actions, type Action } from '../../../../domain/permission/permission.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';

/** What a route's `config` can have besides keys of the app's own, which its code reads from `ctx.state.route`. */
export interface RouteConfig {
  readonly auth?: unknown;
  readonly policies?: unknown;
  readonly middlewares?: unknown;
  readonly prefix?: unknown;
  /** Members of an operation of OpenAPI, or false. */
  readonly openapi?: unknown;
}

/** A route as a file declares it. */
export interface DeclaredRoute {
  /** In capitals; `ALL` for every method. */
  readonly method: string;
  /** Below the prefix of REST: `/articles/:id`. */
  readonly path: string;
  /** `api::article.article.find`, or functions of the file. */
  readonly handler: { readonly uid: string; readonly action: string } | { readonly functions: unknown };
  readonly config: RouteConfig;
  /** Whether it is a route of the server that no extension has changed. */
  readonly isUnchanged?: boolean;
}

/** The content of a routes file, checked. */
export interface Router {
  readonly routes: readonly DeclaredRoute[];
  /** The actions of drafts that a core router leaves; no file declares a path for them. */
  readonly transitions: readonly Transition[];
}

interface Transition {
  readonly type: ContentType;
  readonly action: Action;
  readonly config: RouteConfig;
}

type Holder = Readonly<Record<string, unknown>>;
type Refuse = (message: string) => never;

const routerKeys = ['type', 'uid', 'config', 'only', 'except', 'prefix', 'routes'];
const routeKeys = ['method', 'path', 'handler', 'config', 'info'];
const configKeys = ['auth', 'policies', 'middlewares', 'prefix', 'openapi'];
const describedKeys = [
  'summary',
  'description',
  'tags',
  'parameters',
  'requestBody',
  'responses',
  'deprecated',
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'ALL'];

/**
 * Reads the result of `createCoreRouter`, `{ routes: [{ method, path, handler, config }] }`, or a function of
 * `{ strapi }` that returns one of them. Throws an error that names the file and the key for anything else.
 */
export function readRouter(file: RouteFile, schema: Schema, instance: Instance): Router {
  const refuse: Refuse = (message) => {
    throw new Error(`${file.file}: ${message}`);
  };
  const { value } = file;
  const router =
    typeof value === 'function'
      ? callCode(file.file, () => (value as (instance: Instance) => unknown)(instance))
      : value;
  if (!isHolder(router)) return refuse('must export a router: createCoreRouter(uid, { config })');
  if (isAppRouter(router) || router['routes'] === undefined) return readCore(router, schema, refuse);
  return { routes: readRoutes(router, file, refuse), transitions: [] };
}

function readCore(router: Holder, schema: Schema, refuse: Refuse): Router {
  const unknown = Object.keys(router).find((key) => !routerKeys.includes(key));
  if (unknown !== undefined) refuse(`knows no ${unknown}; there are: ${routerKeys.join(', ')}`);
  const type = schema.contentTypes.get(String(router['uid']));
  if (type?.exposed !== true)
    return refuse(`names an unknown content-type ${JSON.stringify(router['uid'])} as its uid`);
  const there = actionsOf(type);
  const known = (name: string): Action =>
    there.find((action) => action === name) ??
    refuse(`${type.uid} has no route ${JSON.stringify(name)}; there are: ${there.join(', ')}`);
  const given = router['config'] ?? {};
  if (!isHolder(given)) return refuse('config must be an object, by action');
  const configs = new Map(
    Object.entries(given).map(([name, config]) => [
      known(name),
      readConfig(`config.${name}`, config, refuse),
    ]),
  );
  const only = readNames('only', router['only'], refuse)?.map(known) ?? there;
  const except = readNames('except', router['except'], refuse)?.map(known) ?? [];
  const left = there.filter((action) => only.includes(action) && !except.includes(action));
  const prefix = readPrefix(router['prefix'], refuse);
  return {
    routes: left.flatMap((action) => {
      const place = placeOf(type, action);
      if (place === undefined) return [];
      const config = configs.get(action) ?? {};
      const path = `${readPrefix(config.prefix, refuse) ?? prefix ?? ''}${place.path}`;
      return [{ method: place.method, path, handler: { uid: type.uid, action }, config }];
    }),
    transitions: left
      .filter((action) => placeOf(type, action) === undefined)
      .map((action) => ({ type, action, config: configs.get(action) ?? {} })),
  };
}

/** Returns the actions that have a route. `findDrafts` has none: the routes of `find` and `findOne` also read drafts. */
export function actionsOf({ kind, draftAndPublish }: ContentType): readonly Action[] {
  const missing = new Set<Action>([
    'findDrafts',
    ...(kind === 'singleType' ? (['findOne', 'create'] as const) : []),
    ...(draftAndPublish ? [] : (['publish', 'unpublish', 'discardDraft'] as const)),
  ]);
  return actions.filter((action) => !missing.has(action));
}

const methodOf: Readonly<Partial<Record<Action, string>>> = {
  find: 'GET',
  findOne: 'GET',
  create: 'POST',
  update: 'PUT',
  delete: 'DELETE',
};

/** Where a core router puts an action; undefined for those of drafts, which no router declares. */
function placeOf(type: ContentType, action: Action): { method: string; path: string } | undefined {
  const method = methodOf[action];
  if (method === undefined) return undefined;
  const isSingle = type.kind === 'singleType';
  const isAll = isSingle || action === 'find' || action === 'create';
  return { method, path: `/${isSingle ? type.singularName : type.pluralName}${isAll ? '' : '/:id'}` };
}

function readNames(key: string, value: unknown, refuse: Refuse): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map(String) : refuse(`${key} must be a list of actions`);
}

function readPrefix(value: unknown, refuse: Refuse): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return refuse('prefix must be a path, such as "/v1"');
  const path = value.replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

function readConfig(place: string, config: unknown, refuse: Refuse): RouteConfig {
  if (config === undefined || config === null) return {};
  if (!isHolder(config)) return refuse(`${place} must be an object`);
  // Other keys are the app's own. One that is nearly a known key is a mistake, which would leave a route open.
  for (const key of Object.keys(config)) {
    const hint = configKeys.includes(key) ? '' : didYouMean(key, configKeys);
    if (hint !== '')
      refuse(
        `${place} knows no ${key}${hint}; there are: ${configKeys.filter((known) => known !== 'prefix').join(', ')}`,
      );
  }
  checkDescription(config['openapi'], (message) => refuse(`${place}: openapi ${message}`));
  return config;
}

function checkDescription(openapi: unknown, refuse: Refuse): void {
  if (openapi === undefined || openapi === false) return;
  if (!isHolder(openapi)) return refuse('must be an object, or false');
  const unknown = Object.keys(openapi).find((key) => !describedKeys.includes(key));
  if (unknown !== undefined) refuse(`knows no ${unknown}; there are: ${describedKeys.join(', ')}`);
  const { parameters = [], tags = [], responses = {} } = openapi;
  if (!Array.isArray(parameters) || !parameters.every(isHolder))
    refuse('has parameters that are no list of objects');
  if (!Array.isArray(tags) || tags.some((tag) => typeof tag !== 'string'))
    refuse('has tags that are no list of texts');
  if (!isHolder(responses)) refuse('has responses that are no object, by status');
}

function readRoutes(router: Holder, file: RouteFile, refuse: Refuse): readonly DeclaredRoute[] {
  const { routes } = router;
  if (!Array.isArray(routes)) return refuse('routes must be a list');
  const plugin = file.plugin === undefined ? undefined : `/${file.plugin}`;
  const prefix = readPrefix(router['prefix'], refuse) ?? plugin ?? '';
  return routes.map((route: unknown) => {
    if (!isHolder(route)) return refuse('a route must be { method, path, handler }');
    const { method = 'GET', path, handler, config } = route;
    if (typeof method !== 'string' || typeof path !== 'string' || handler === undefined || handler === null)
      return refuse('a route must be { method, path, handler }');
    const called = `${method.toUpperCase()} ${path}`;
    checkRouteKeys(route, (message) => refuse(`${called} ${message}`));
    if (!methods.includes(method.toUpperCase()))
      return refuse(`${called}: a method must be one of ${methods.join(', ')}`);
    const read = readConfig(`${called}: config`, config, refuse);
    const below = path === '/' ? '' : path.startsWith('/') ? path : `/${path}`;
    return {
      method: method.toUpperCase(),
      path: `${readPrefix(read.prefix, refuse) ?? prefix}${below}`,
      handler: readHandler(handler, file, (message) => refuse(`${called}: ${message}`)),
      config: read,
      isUnchanged: file.unchanged?.has(route) === true,
    };
  });
}

/** Other keys are the app's own. A mistake in one that is read would leave the route open. */
function checkRouteKeys(route: Holder, refuse: Refuse): void {
  for (const key of Object.keys(route)) {
    if (routeKeys.includes(key)) continue;
    if (configKeys.includes(key)) refuse(`has ${key} beside config: move it into config`);
    const hint = didYouMean(key, [...routeKeys, ...configKeys]);
    if (hint !== '') refuse(`knows no ${key}${hint}; there are: method, path, handler, config`);
  }
}

/** `article.find` of the own api, `api::article.article.find`, a function, or a list of functions. */
function readHandler(handler: unknown, { api, plugin }: RouteFile, refuse: Refuse): DeclaredRoute['handler'] {
  if (typeof handler === 'function') return { functions: [handler] };
  if (Array.isArray(handler) && handler.length > 0 && handler.every((one) => typeof one === 'function'))
    return { functions: handler };
  const dot = typeof handler === 'string' ? handler.lastIndexOf('.') : -1;
  if (typeof handler !== 'string' || dot < 1)
    return refuse('a handler must be "<controller>.<action>" or a function');
  const name = handler.slice(0, dot);
  const own = plugin === undefined ? `api::${api}` : `plugin::${plugin}`;
  return { uid: name.includes('::') ? name : `${own}.${name}`, action: handler.slice(dot + 1) };
}

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
