import type { Server } from 'node:http';
import type { RouteFile } from '../../../application/app-code/app-parts.js';
import type { AppAction } from '../../../application/app-code/controllers.js';

/** `strapi.server` for app code. */
export interface ServerSection {
  /** Node's server, such as for socket.io. */
  readonly httpServer: Server;
  /** Runs a middleware of koa around every request: outside of the configured ones in `register`, later inside. */
  use(middleware: AppAction): ServerSection;
  /** Adds routes without the prefix of REST, in the form of a routes file. */
  routes(routes: unknown): ServerSection;
  readonly app: never;
  readonly router: never;
}

/** The middlewares around every request, from the app's code and its configuration. */
export interface GlobalMiddlewares {
  middlewares(): readonly AppAction[];
  /** Adds those of `config/middlewares`; from then on `use` adds inside of them. */
  configure(configured: readonly AppAction[]): void;
  use(middleware: AppAction): void;
}

export function createGlobalMiddlewares(): GlobalMiddlewares {
  const before: AppAction[] = [];
  const after: AppAction[] = [];
  let configured: readonly AppAction[] | undefined;
  let all: readonly AppAction[] = [];
  const join = (): void => void (all = [...before, ...(configured ?? []), ...after]);
  return {
    middlewares: () => all,
    configure(given) {
      configured = given;
      join();
    },
    use(middleware) {
      (configured === undefined ? before : after).push(middleware);
      join();
    },
  };
}

interface Dependencies {
  readonly global: GlobalMiddlewares;
  readonly httpServer: () => Server;
  readonly addRoutes: (file: RouteFile) => void;
}

export function createServerSection({ global, httpServer, addRoutes }: Dependencies): ServerSection {
  const section: ServerSection = {
    get httpServer() {
      return httpServer();
    },
    use(middleware) {
      if (typeof middleware !== 'function')
        throw new TypeError('strapi.server.use takes a middleware of koa: (ctx, next) => …');
      global.use(middleware);
      return section;
    },
    routes(given) {
      const value = Array.isArray(given) ? { routes: given } : given;
      addRoutes({ file: 'strapi.server.routes', api: '', isRoot: true, value });
      return section;
    },
    get app(): never {
      throw notOffered('app');
    },
    get router(): never {
      throw notOffered('router');
    },
  };
  return section;
}

const notOffered = (name: string): Error =>
  new Error(
    `strapi.server.${name} is koa's own, which serves nothing here: add middlewares with strapi.server.use and routes with strapi.server.routes`,
  );
