import type { AppRoute } from './app-route.js';
import { shadowedRoutes } from './route-table.js';

/** Routes of code that can never answer. A route on the path of a route of the server replaces it on purpose. */
export const warningsOf = (routes: readonly AppRoute[]): readonly string[] =>
  shadowedRoutes(routes)
    .filter(([{ servedBy, isUnchanged }]) => servedBy === 'code' && !isUnchanged)
    .filter(
      ([route, by]) => route.core === undefined || (route.path !== by.path && route.handler !== by.handler),
    )
    .map(([route, by]) => {
      const [where, advice] =
        route.file === by.file
          ? ['the same file', 'put it before that one']
          : [by.file, 'name its file so that it sorts before, such as 01-custom'];
      return `${route.file}: ${route.method} ${route.path} is never reached, as ${by.method} ${by.path} of ${where} comes first: ${advice}`;
    });
