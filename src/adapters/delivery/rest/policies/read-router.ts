import type { RouteFile } from '../../../../application/app-code/app-parts.js';
import { actions, type Action } from '../../../../domain/permission/permission.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import type { RouteConfig } from './factories.js';

/** The content of a routes file, checked. */
export interface Router {
  readonly configs: readonly { readonly route: CoreRoute; readonly config: RouteConfig }[];
  readonly hidden: readonly CoreRoute[];
  /** Custom routes, which are not served: `GET /restaurants/nearby`. */
  readonly unserved: readonly string[];
}

type Holder = Readonly<Record<string, unknown>>;

const routerKeys = ['type', 'uid', 'config', 'only', 'except', 'prefix'];
const configKeys = ['auth', 'policies', 'middlewares'];
/** Keys of a route's config that Strapi has and Quire ignores. */
const ignoredKeys = ['tags', 'description', 'prefix'];

/**
 * Reads the result of `createCoreRouter`, a plain object `{ uid, config, only, except }`, or
 * `{ routes: [{ method, path, handler, config }] }`. Throws an error that names the file and the key for anything else.
 */
export function readRouter({ file, value, api }: RouteFile, schema: Schema): Router {
  const refuse: Refuse = (message) => {
    throw new Error(`${file}: ${message}`);
  };
  if (!isHolder(value)) return refuse('must export a router: createCoreRouter(uid, { config })');
  const descriptor = Object.getOwnPropertyDescriptor(value, 'routes');
  if (descriptor?.get !== undefined)
    return refuse('has a router of another package: take factories from "quire-cms"');
  return value['routes'] === undefined
    ? readCore(value, schema, refuse)
    : readRoutes(value['routes'], api, schema, refuse);
}

type Refuse = (message: string) => never;

function readCore(router: Holder, schema: Schema, refuse: Refuse): Router {
  const unknown = Object.keys(router).find((key) => !routerKeys.includes(key));
  if (unknown !== undefined) refuse(`knows no ${unknown}; there are: ${routerKeys.join(', ')}`);
  if (router['prefix']) refuse('prefix is not supported');
  const type = schema.contentTypes.get(String(router['uid']));
  if (type?.exposed !== true)
    return refuse(`names an unknown content-type ${JSON.stringify(router['uid'])} as its uid`);
  const there = actionsOf(type);
  const known = (name: string): Action =>
    there.find((action) => action === name) ??
    refuse(`${type.uid} has no route ${JSON.stringify(name)}; there are: ${there.join(', ')}`);
  const configs = readConfigs(router['config'], refuse).map(([name, config]) => ({
    route: { type, action: known(name) },
    config,
  }));
  const only = readNames('only', router['only'], refuse)?.map(known) ?? there;
  const except = readNames('except', router['except'], refuse)?.map(known) ?? [];
  const hidden = there.filter((action) => !only.includes(action) || except.includes(action));
  return { configs, hidden: hidden.map((action) => ({ type, action })), unserved: [] };
}

/** Returns the actions that have a route. `findDrafts` has none: the routes of `find` and `findOne` also read drafts. */
function actionsOf({ kind, draftAndPublish }: ContentType): readonly Action[] {
  const missing = new Set<Action>([
    'findDrafts',
    ...(kind === 'singleType' ? (['findOne', 'create'] as const) : []),
    ...(draftAndPublish ? [] : (['publish', 'unpublish', 'discardDraft'] as const)),
  ]);
  return actions.filter((action) => !missing.has(action));
}

function readNames(key: string, value: unknown, refuse: Refuse): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map(String) : refuse(`${key} must be a list of actions`);
}

function readConfigs(value: unknown, refuse: Refuse): readonly (readonly [string, RouteConfig])[] {
  if (value === undefined || value === null) return [];
  if (!isHolder(value)) return refuse('config must be an object, by action');
  return Object.entries(value).map(([name, config]) => [name, readConfig(name, config, refuse)]);
}

function readConfig(name: string, config: unknown, refuse: Refuse): RouteConfig {
  if (config === undefined || config === null) return {};
  if (!isHolder(config)) return refuse(`config.${name} must be an object`);
  const unknown = Object.keys(config).find((key) => ![...configKeys, ...ignoredKeys].includes(key));
  if (unknown !== undefined)
    refuse(`config.${name} knows no ${unknown}; there are: ${configKeys.join(', ')}`);
  return config;
}

/** Reads a list of routes: the routes of content-types, and custom routes, which are not served. */
function readRoutes(value: unknown, api: string, schema: Schema, refuse: Refuse): Router {
  if (!Array.isArray(value)) return refuse('routes must be a list');
  const configs: Router['configs'][number][] = [];
  const unserved: string[] = [];
  for (const route of value as readonly unknown[]) {
    if (!isHolder(route)) return refuse('a route must be { method, path, handler }');
    const { method = 'GET', path } = route;
    if (typeof method !== 'string' || typeof path !== 'string')
      return refuse('a route must be { method, path, handler }');
    const called = `${method.toUpperCase()} ${path}`;
    const core = coreRouteOf(schema, called);
    if (core === undefined) {
      unserved.push(called);
      continue;
    }
    const handlers = [`${core.type.uid}.${core.action}`, `${core.type.singularName}.${core.action}`];
    if (core.type.uid !== `api::${api}.${core.type.singularName}`) handlers.pop();
    if (!handlers.includes(String(route['handler'])))
      return refuse(`${called} is served by ${String(handlers[0])} and can have no other handler`);
    configs.push({ route: core, config: readConfig(called, route['config'], refuse) });
  }
  return { configs, hidden: [], unserved };
}

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One route of a content-type. */
export interface CoreRoute {
  readonly type: ContentType;
  readonly action: Action;
}

const onCollection: Readonly<Record<string, Action>> = { GET: 'find', POST: 'create' };
const onDocument: Readonly<Record<string, Action>> = { GET: 'findOne', PUT: 'update', DELETE: 'delete' };
const onSingle: Readonly<Record<string, Action>> = { GET: 'find', PUT: 'update', DELETE: 'delete' };

/** Returns the route that `called` names, such as `GET /restaurants/:id`; the parameter may have any name. */
function coreRouteOf(schema: Schema, called: string): CoreRoute | undefined {
  const [method = '', path = ''] = called.split(' ');
  const [name = '', parameter, ...rest] = path.replace(/^\/|\/$/g, '').split('/');
  if (rest.length > 0 || (parameter !== undefined && !parameter.startsWith(':'))) return undefined;
  for (const type of schema.contentTypes.values()) {
    const isSingle = type.kind === 'singleType';
    const segment = isSingle ? type.singularName : type.pluralName;
    if (!type.exposed || segment.toLowerCase() !== name.toLowerCase()) continue;
    if (isSingle && parameter !== undefined) return undefined;
    const methods = isSingle ? onSingle : parameter === undefined ? onCollection : onDocument;
    const action = Object.hasOwn(methods, method) ? methods[method] : undefined;
    return action && { type, action };
  }
  return undefined;
}
