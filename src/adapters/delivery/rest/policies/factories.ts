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

/** Creates what `src/api/<api>/routes/<name>.js` exports, with the function that projects of Strapi use. */
export const factories = {
  createCoreRouter: (uid: string, options: Omit<CoreRouter, 'type' | 'uid'> = {}): CoreRouter => ({
    ...options,
    type: 'content-api',
    uid,
  }),
};
