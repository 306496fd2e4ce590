import type { AppRoute } from './app-route.js';
import { shadowedRoutes } from './route-table.js';

/** Routes that can never answer. A route on the path of a core route replaces it on purpose. */
export const warningsOf = (routes: readonly AppRoute[]): readonly string[] =>
  shadowedRoutes(routes)
    .filter(([{ servedBy }]) => servedBy === 'code')
    .filter(
      ([route, by]) => route.core === undefined || (route.path !== by.path && route.handler !== by.handler),
    )
    .map(
      ([route, by]) =>
        `${route.file}: ${route.method} ${route.path} is never reached, as ${by.method} ${by.path} of ${by.file} comes first: ` +
        'name its file so that it sorts before, such as 01-custom',
    );
