/** The configuration of a content-type's routes. */
export interface CoreRouter {
  readonly type: 'content-api';
  readonly uid: string;
  /** By action: `find`, `findOne`, `create`, `update`, `delete`, and the actions of drafts. */
  readonly config?: Readonly<Record<string, RouteConfig>>;
  /** If present, only these actions have routes. */
  readonly only?: readonly string[];
  /** Actions without a route. */
  readonly except?: readonly string[];
}

/** The access rule, policies and middlewares of a route. */
export interface RouteConfig {
  readonly auth?: unknown;
  readonly policies?: unknown;
  readonly middlewares?: unknown;
}

/** The core controller or service of a content-type, with the app's own methods in `config`. */
export interface CoreExtension {
  readonly kind: 'controller' | 'service';
  readonly uid: string;
  /** An object of methods, or a function `({ strapi }) => object`. */
  readonly config: unknown;
}

/** Creates what files in `routes`, `controllers` and `services` export, with the functions that projects of Strapi use. */
export const factories = {
  createCoreRouter: (uid: string, options: Omit<CoreRouter, 'type' | 'uid'> = {}): CoreRouter => ({
    ...options,
    type: 'content-api',
    uid,
  }),
  createCoreController: (uid: string, config: unknown = {}): CoreExtension => ({
    kind: 'controller',
    uid,
    config,
  }),
  createCoreService: (uid: string, config: unknown = {}): CoreExtension => ({ kind: 'service', uid, config }),
};
