/** The routes of a content-type, and what goes before them. */
export interface CoreRouter {
  readonly type: 'content-api';
  readonly uid: string;
  /** By action: `find`, `findOne`, `create`, `update`, `delete`, and those of drafts. */
  readonly config?: Readonly<Record<string, RouteConfig>>;
  /** The only routes there are. */
  readonly only?: readonly string[];
  /** Routes that are not there. */
  readonly except?: readonly string[];
}

/** What goes before a route: who may use it, policies, middlewares. */
export interface RouteConfig {
  readonly auth?: unknown;
  readonly policies?: unknown;
  readonly middlewares?: unknown;
}

/** What `src/api/<api>/routes/<name>.js` export, made as existing projects make it. */
export const factories = {
  createCoreRouter: (uid: string, options: Omit<CoreRouter, 'type' | 'uid'> = {}): CoreRouter => ({
    ...options,
    type: 'content-api',
    uid,
  }),
};
