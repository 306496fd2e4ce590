import type { ActionRules } from '../../../../application/access/rules/action-rules.js';
import type { Scope } from '../../../../application/access/rules/access-rule.js';
import { bindPolicies } from '../../../../application/access/rules/policies.js';
import {
  noParts,
  type AppParts,
  type Instance,
  type RouteFile,
} from '../../../../application/app-code/app-parts.js';
import { noControllers, type Controllers } from '../../../../application/app-code/controllers.js';
import { pluginActionOf } from '../../../../application/app-code/plugin-actions.js';
import { bindMiddlewares } from '../../../../application/app-code/middlewares.js';
import type { Action } from '../../../../domain/permission/permission.js';
import type { Schema, Uid } from '../../../../domain/schema/schema.js';
import { actionsOf, readRouter, type DeclaredRoute } from './read-router.js';
import { readRouteAuth } from './route-auth.js';
import { withoutRateLimit } from './plugin-limits.js';
import { createRouteTable, type Found, type RouteTable } from './route-table.js';
import type { AppRoute } from './app-route.js';
import { checkHandler, coreOf, nameOf } from './route-handlers.js';
import { warningsOf } from './route-warnings.js';

/** The routes that an app declares, in the order in which they are tried. */
export interface AppRoutes extends ActionRules {
  /** Finds a route by the path below the prefix of REST. */
  find(method: string, path: string): Found<AppRoute>;
  /** Finds a route of `strapi.server.routes` by the whole path. */
  findAtRoot(method: string, path: string): Found<AppRoute>;
  /** The route of an action on drafts, whose path no file declares. */
  transitionOf(type: Uid, action: Action): AppRoute | undefined;
  /** Whether the action has no route at its own path: files route its type, or have turned it off. */
  replaces(type: Uid, action: Action): boolean;
  /** The controllers that the routes name. */
  controllers(): Controllers;
}

export interface LoadedAppRoutes extends AppRoutes {
  /**
   * Loads the routes files of the app; until then there are none. Returns warnings. Throws an error that names the file
   * if one is faulty.
   */
  load(parts: AppParts, instance: Instance, controllers?: Controllers): readonly string[];
  /** Adds routes of `strapi.server.routes` to those that are loaded. Throws as `load` does. */
  add(file: RouteFile): void;
  /** The grants that the routes ask for. */
  scopes(): readonly Scope[];
  /** The actions of the server, by name, that code of the app answers or whose routes it has changed. */
  changedActions(): readonly string[];
  /** All routes that files and code declare. */
  declared(): readonly AppRoute[];
}

interface Loaded {
  readonly routes: readonly AppRoute[];
  readonly transitions: ReadonlyMap<string, AppRoute>;
  /** Content-types whose core routes are those that files declare. */
  readonly routed: ReadonlySet<Uid>;
  readonly table: RouteTable<AppRoute>;
  readonly rootTable: RouteTable<AppRoute>;
  readonly rules: ReadonlyMap<string, AppRoute>;
  readonly controllers: Controllers;
}

const nothing: Loaded = {
  routes: [],
  transitions: new Map(),
  routed: new Set(),
  table: createRouteTable([]),
  rootTable: createRouteTable([]),
  rules: new Map(),
  controllers: noControllers,
};

/** What all routes are bound to. */
interface AppCode {
  readonly parts: AppParts;
  readonly instance: Instance;
  readonly controllers: Controllers;
}

export function createAppRoutes(schema: Schema): LoadedAppRoutes {
  let loaded = nothing;
  let code: AppCode = { parts: noParts, instance: { strapi: {}, quire: {} }, controllers: noControllers };
  const keyOf = (type: Uid, action: string): string => `${type}.${action}`;
  return {
    find: (method, path) => loaded.table.find(method, path),
    findAtRoot: (method, path) => loaded.rootTable.find(method, path),
    transitionOf: (type, action) => loaded.transitions.get(keyOf(type, action)),
    replaces: (type, action) =>
      loaded.routed.has(type) &&
      !loaded.transitions.has(keyOf(type, action)) &&
      actionsOfRoutes(schema, type).has(action),
    controllers: () => loaded.controllers,
    changedActions: () =>
      loaded.routes
        .filter(({ servedBy, target }) => servedBy !== 'server' && 'uid' in target && isPluginAction(target))
        .map(({ handler }) => handler),
    declared: () => loaded.routes,
    scopes: () => loaded.routes.flatMap(({ auth }) => auth.scopes),
    ruleOf: (type, action) => loaded.rules.get(keyOf(type, action)),
    isHidden: (type, action) =>
      loaded.routed.has(type) &&
      !loaded.rules.has(keyOf(type, action)) &&
      actionsOfRoutes(schema, type).has(action),
    load(parts, instance, controllers = noControllers) {
      code = { parts, instance, controllers };
      loaded = loadRoutes(schema, code);
      return warningsOf(loaded.routes.filter(({ isAtRoot }) => !isAtRoot));
    },
    add(file) {
      const { routes } = readRouter(file, schema, code.instance);
      const all = [...loaded.routes, ...routes.map(createBind(schema, { ...code, file }))];
      loaded = {
        ...loaded,
        routes: all,
        rootTable: createRouteTable(all.filter(({ isAtRoot }) => isAtRoot)),
      };
    },
  };
}

const actionsOfRoutes = ({ contentTypes }: Schema, uid: Uid): ReadonlySet<string> => {
  const type = contentTypes.get(uid);
  return new Set(type === undefined ? [] : actionsOf(type));
};

function loadRoutes(schema: Schema, code: AppCode): Loaded {
  const { parts, instance, controllers } = code;
  const routes: AppRoute[] = [];
  const atRoot: AppRoute[] = [];
  const transitions = new Map<string, AppRoute>();
  for (const file of parts.routes) {
    const bind = createBind(schema, { ...code, file });
    const gone = { ...file, value: { routes: file.removed ?? [] } };
    for (const declared of readRouter(gone, schema, instance).routes)
      routes.push({ ...bind({ ...declared, isUnchanged: true }), servedBy: 'nobody' });
    const router = readRouter(file, schema, instance);
    for (const declared of router.routes) (file.isRoot === true ? atRoot : routes).push(bind(declared));
    for (const { type, action, config } of router.transitions) {
      const handler = { uid: type.uid, action };
      transitions.set(nameOf(handler), bind({ method: 'POST', path: '', handler, config }));
    }
  }
  const routed = routedTypes(schema, parts.routes, routes);
  // A file that lists single routes leaves the actions on drafts to types that can be updated.
  for (const { core } of routes)
    if (core?.action === 'update' && core.type.draftAndPublish && !hasCoreRouter(transitions, core.type.uid))
      for (const action of ['publish', 'unpublish', 'discardDraft'] as const) {
        const handler = { uid: core.type.uid, action };
        const bind = createBind(schema, { ...code, file: noFile });
        transitions.set(nameOf(handler), bind({ method: 'POST', path: '', handler, config: {} }));
      }
  const rules = new Map<string, AppRoute>(transitions);
  for (const route of routes.toReversed()) if (route.core !== undefined) rules.set(route.handler, route);
  return {
    routes: [...routes, ...atRoot],
    transitions,
    routed,
    table: createRouteTable(routes),
    rootTable: createRouteTable(atRoot),
    rules,
    controllers,
  };
}

const isPluginAction = ({ uid, action }: { readonly uid: string; readonly action: string }): boolean =>
  pluginActionOf(uid, action) !== undefined;

const noFile: RouteFile = { file: '', value: undefined, api: '' };

const hasCoreRouter = (transitions: ReadonlyMap<string, AppRoute>, uid: Uid): boolean =>
  [...transitions.values()].some(({ core, file }) => core?.type.uid === uid && file !== '');

/** Types of an api with a folder of routes have those routes only, and so have types that any file routes. */
function routedTypes(
  { contentTypes }: Schema,
  files: readonly RouteFile[],
  routes: readonly AppRoute[],
): ReadonlySet<Uid> {
  const apis = new Set(files.filter(({ plugin, isRoot }) => !plugin && !isRoot).map(({ api }) => api));
  const ofApis = [...contentTypes.keys()].filter((uid) => apis.has(/^api::([^.]+)\./.exec(uid)?.[1] ?? ''));
  return new Set([...ofApis, ...routes.flatMap(({ core }) => (core === undefined ? [] : [core.type.uid]))]);
}

interface Binding extends AppCode {
  readonly file: RouteFile;
}

const createBind =
  (schema: Schema, { parts, instance, controllers, file }: Binding) =>
  (declared: DeclaredRoute): AppRoute => {
    const { handler: target, config, method, path, isUnchanged = false } = declared;
    const handler = nameOf(target);
    const where = `${file.file}: ${path === '' ? handler : `${method} ${path}`}`;
    const core = coreOf(schema, target);
    if ('uid' in target && core === undefined) checkHandler(controllers, target, where);
    const action = 'uid' in target ? pluginActionOf(target.uid, target.action) : undefined;
    const auth = readRouteAuth(config.auth, target, schema, where, action?.access);
    const isServers = isUnchanged && (action === undefined || controllers.isPlain(action.uid, action.action));
    const owner = file.plugin === undefined ? `api::${file.api}` : `plugin::${file.plugin}`;
    const binding = { parts, instance, where, owner };
    const { listed, isLimited } = withoutRateLimit(config.middlewares, parts);
    return {
      file: file.file,
      api: file.api,
      isAtRoot: file.isRoot === true,
      method,
      path,
      handler,
      target,
      config,
      auth,
      access: auth.access,
      ...(core !== undefined && { core }),
      servedBy: isServers ? 'server' : 'code',
      isUnchanged,
      limit: action?.limit ?? (isLimited ? 'login' : undefined),
      policies: bindPolicies(config.policies, binding),
      middlewares: bindMiddlewares(listed, binding),
    };
  };
