import type { AppObject } from '../../adapters/app-code/create-app-object.js';
import type { EntityService } from '../../adapters/app-code/queries/create-entity-service.js';
import type { Config as Settings } from './config.js';
import type { Loose, Loosened, Modules, QueryRows, Subscriber, UID } from './content.js';

/** Its contexts are those of koa, with what the app adds to them. */
interface Server extends Omit<AppObject['server'], 'use' | 'routes'> {
  use(middleware: Core.MiddlewareHandler): Server;
  routes(routes: Loose): Server;
}

interface Api {
  service(name: string): Loose;
  readonly services: Readonly<Record<string, Loose>>;
  controller(name: string): Loose;
  readonly controllers: Readonly<Record<string, Loose>>;
  policy(name: string): Loose;
  readonly policies: Readonly<Record<string, Loose>>;
  middleware(name: string): Loose;
  readonly middlewares: Readonly<Record<string, Loose>>;
  contentType(name: string): Loose;
  readonly contentTypes: Readonly<Record<string, Loose>>;
}

type Typed =
  | 'api'
  | 'apis'
  | 'config'
  | 'controller'
  | 'controllers'
  | 'db'
  | 'documents'
  | 'entityService'
  | 'middleware'
  | 'middlewares'
  | 'plugin'
  | 'plugins'
  | 'policies'
  | 'policy'
  | 'query'
  | 'requestContext'
  | 'server'
  | 'service'
  | 'services';

export declare namespace Core {
  /** The app object, with the content-types of the generated files. */
  export interface Strapi extends Omit<AppObject, Typed> {
    readonly documents: {
      /** Grants of roles, which are no content of the app. */
      (uid: 'plugin::users-permissions.permission'): Loose;
      <Uid extends UID.ContentType>(uid: Uid): Modules.Documents.ServiceInstance<Uid>;
      use(middleware: Modules.Documents.Middleware.Middleware): void;
    };
    readonly db: Omit<AppObject['db'], 'query' | 'lifecycles'> & {
      readonly query: QueryRows;
      readonly lifecycles: {
        subscribe<Uid extends UID.ContentType>(subscriber: Subscriber<Uid>): () => void;
      };
    };
    readonly config: {
      get(path: string | readonly string[], otherwise?: unknown): Loose;
      has(path: string | readonly string[]): boolean;
      set(path: string | readonly string[], value: unknown): Loose;
      readonly [section: string]: Loose;
    };
    readonly entityService: Loosened<EntityService>;
    readonly query: QueryRows;
    service(uid: string): Loose;
    readonly services: Readonly<Record<string, Loose>>;
    controller(uid: string): Loose;
    readonly controllers: Readonly<Record<string, Loose>>;
    policy(uid: string): Loose;
    readonly policies: Readonly<Record<string, Loose>>;
    middleware(uid: string): Loose;
    readonly middlewares: Readonly<Record<string, Loose>>;
    api(name: string): Api;
    readonly apis: Readonly<Record<string, Api>>;
    readonly server: Server;
    readonly requestContext: { get(): Loose };
    plugin(name: string): Loose;
    readonly plugins: Readonly<Record<string, Loose>>;
  }
  export type ControllerHandler<Answer = Loose> = (context: Loose, next?: Loose) => Answer;
  export type Controller = Record<string, ControllerHandler>;
  export type Service = Record<string, Loose>;
  export type PolicyContext = Loose;
  export type PolicyHandler<Options = Loose> = (
    context: PolicyContext,
    config: Options,
    instance: { strapi: Strapi },
  ) => unknown;
  export type Policy = PolicyHandler;
  export type MiddlewareHandler = (context: Loose, next: () => Promise<Loose>) => unknown;
  export type MiddlewareFactory<Options = Loose> = (
    config: Options,
    instance: { strapi: Strapi },
  ) => MiddlewareHandler | undefined | void;
  export type Plugin = Record<string, Loose>;
  export interface RouteConfig {
    auth?: false | { scope?: string[]; [name: string]: Loose };
    policies?: (string | { name: string; config?: Loose } | PolicyHandler)[];
    middlewares?: (string | { name?: string; resolve?: string; config?: Loose } | MiddlewareHandler)[];
    [name: string]: Loose;
  }
  export interface RouteInput {
    method: string;
    path: string;
    handler: string | ControllerHandler | (string | ControllerHandler)[];
    config?: RouteConfig;
    [name: string]: Loose;
  }
  export type Route = RouteInput;
  export interface RouterConfig {
    type?: 'content-api' | 'admin';
    prefix?: string;
    routes: RouteInput[];
  }
  export type Router = Loose;
  export type RouterInput = Loose;
  export type { Settings as Config };
}

/** The app object under the name that code for Strapi 4 imports. */
export type Strapi = Core.Strapi;

declare global {
  /** The app object, in the code of apps. */
  var strapi: Core.Strapi;
}
