import type { Server } from 'node:http';
import {
  noParts,
  type AppParts,
  type Instance,
  type RouteFile,
} from '../../../application/app-code/app-parts.js';
import type { AppAction, Controllers } from '../../../application/app-code/controllers.js';
import type { Documents } from '../../../application/documents/documents.js';
import type { Log } from '../../../application/ports/log.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { createQueryDecoder } from '../../delivery/codec/create-query-decoder.js';
import type { PagingLimits } from '../../delivery/codec/pagination.js';
import { requestStorage, type RequestContext } from '../../delivery/codec/request-context.js';
import { notOfferedUid } from '../not-offered.js';
import { apiSections, exportsOf, membersOf, type ApiSection } from './api-sections.js';
import { createContentApi, type ContentApi } from './content-api.js';
import { setCore, type Core } from './core.js';
import {
  createGlobalMiddlewares,
  createServerSection,
  type GlobalMiddlewares,
  type ServerSection,
} from './create-server-section.js';
import { byUid, createControllers, createRegistry, type Members, type Registry } from './registries.js';

/** The parts of the app object that serve requests. */
export interface HttpSection {
  service(uid: string): unknown;
  readonly services: Readonly<Record<string, unknown>>;
  controller(uid: string): unknown;
  readonly controllers: Readonly<Record<string, unknown>>;
  /** What the file of a policy exports, and that of a middleware: its factory. */
  policy(uid: string): unknown;
  readonly policies: Readonly<Record<string, unknown>>;
  middleware(uid: string): unknown;
  readonly middlewares: Readonly<Record<string, unknown>>;
  /** Undefined for an unknown API. */
  api(name: string): ApiSection | undefined;
  readonly apis: Readonly<Record<string, ApiSection>>;
  readonly contentAPI: ContentApi;
  readonly server: ServerSection;
  readonly requestContext: { get(): RequestContext | undefined };
}

/** The code of an app that serves requests. */
export interface AppHttp {
  readonly section: HttpSection;
  readonly global: GlobalMiddlewares;
  readonly controllers: Controllers;
  /** Controllers and services by UID, for extensions of plugins. */
  readonly registries: { readonly controllers: Registry; readonly services: Registry };
  /** What runs around every request. */
  readonly around: { middlewares(): readonly AppAction[]; readonly isTracked: boolean };
  /**
   * Makes the files' controllers and services known, and the factories work with this app object. With `isTracked` the
   * code can read the context of the request that it works for.
   */
  load(parts: AppParts, instance: Instance, isTracked: boolean): void;
  /** Routes of `strapi.server.routes`; `onRoutes` is called for each that comes later. */
  routes(): readonly RouteFile[];
  onRoutes(add: (file: RouteFile) => void): void;
}

export interface AppHttpDependencies extends Pick<Core, 'budget'> {
  readonly schema: Schema;
  /** As app code sees them. */
  readonly contentTypes: Readonly<Record<string, unknown>>;
  readonly documents: Documents;
  readonly paging: PagingLimits;
  readonly log: Log;
  /** Node's server, which is made later. */
  readonly httpServer: () => Server;
}

export function createAppHttp(dependencies: AppHttpDependencies): AppHttp {
  const { schema, documents, paging, budget, log, httpServer } = dependencies;
  const [services, controllers] = [createRegistry(), createRegistry()];
  const [policies, middlewares] = [exportsOf(() => loaded.policies), exportsOf(() => loaded.middlewares)];
  const contentTypes = membersOf(dependencies.contentTypes);
  const apis = apiSections({ services, controllers, policies, middlewares, contentTypes });
  const core: Core = {
    schema,
    documents,
    paging,
    ...(budget && { budget }),
    decoder: createQueryDecoder(paging),
    bases: { controllers: new Map(), services: new Map() },
    serviceOf: (uid) => services.get(uid),
  };
  const global = createGlobalMiddlewares();
  const added: RouteFile[] = [];
  let [tracked, loaded]: [boolean, AppParts] = [false, noParts];
  let add: (file: RouteFile) => void = () => {};
  const addRoutes = (file: RouteFile): void => {
    added.push(file);
    add(file);
  };
  return {
    global,
    controllers: createControllers({ schema, controllers, core, log }),
    registries: { controllers, services },
    around: {
      middlewares: global.middlewares,
      get isTracked() {
        return tracked;
      },
    },
    load(parts, instance, isTracked) {
      [tracked, loaded] = [isTracked, parts];
      setCore(instance.strapi as object, core);
      services.load(parts.services, instance);
      controllers.load(parts.controllers, instance);
    },
    routes: () => added,
    onRoutes: (call) => void (add = call),
    section: {
      service: (uid) => offered(services, uid),
      services: byUid(services),
      controller: (uid) => offered(controllers, uid),
      controllers: byUid(controllers),
      policy: (uid) => offered(policies, uid),
      policies: byUid(policies),
      middleware: (uid) => offered(middlewares, uid),
      middlewares: byUid(middlewares),
      api: (name) => apis.get(name) as ApiSection | undefined,
      apis: byUid(apis) as HttpSection['apis'],
      contentAPI: createContentApi(core),
      server: createServerSection({ global, httpServer, addRoutes }),
      requestContext: { get: () => requestStorage.getStore() },
    },
  };
}

/** Undefined for what nobody has made, as code asks whether it is there; throws for what is never offered. */
function offered(registry: Members, uid: string): unknown {
  const found = registry.get(uid);
  const why = found === undefined ? notOfferedUid(uid) : undefined;
  if (why !== undefined) throw new Error(why);
  return found;
}
