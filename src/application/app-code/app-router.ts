const appRouter: unique symbol = Symbol.for('quire.router');

/** Marks what `createCoreRouter` returns, whose `routes` are for app code that reads or wraps them. */
export const markAppRouter = <T extends object>(router: T): T =>
  Object.defineProperty(router, appRouter, { value: true });

/** Whether the router is one of `createCoreRouter` of this server. */
export const isAppRouter = (router: object): boolean => appRouter in router;
