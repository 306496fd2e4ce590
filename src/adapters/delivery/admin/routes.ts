import { bulkJobRoutes } from './bulk-jobs.js';
import { documentRoutes } from './documents/routes.js';
import { eventRoutes } from './events.js';
import { foundRoutes } from './find-entries.js';
import { folderRoutes } from './folders.js';
import { homeRoutes } from './home.js';
import { mediaRoutes } from './media.js';
import { peopleRoutes } from './people.js';
import { profileRoutes } from './profile.js';
import { releaseRoutes } from './releases.js';
import { schemaRoutes } from './schema.js';
import { settingsRoutes } from './settings.js';
import { typeRoutes } from './types.js';
import { viewRoutes } from './views.js';
import type { Route } from './route.js';

/** Every route of the API. */
export const routes: readonly Route[] = [
  ...schemaRoutes,
  ...homeRoutes,
  ...foundRoutes,
  ...eventRoutes,
  ...documentRoutes,
  ...bulkJobRoutes,
  ...mediaRoutes,
  ...folderRoutes,
  ...releaseRoutes,
  ...settingsRoutes,
  ...typeRoutes,
  ...peopleRoutes,
  ...profileRoutes,
  ...viewRoutes,
];

export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

const compiled = routes.map((route) => ({ route, parts: route.path.split('/') }));

/** Finds the route of a path below `/admin/api/`. `allowed` are the methods of that path; empty: there is no such path. */
export function findRoute(
  method: string,
  path: string,
): FoundRoute | { readonly route: null; readonly allowed: readonly string[] } {
  const given = path.split('/').map(decoded);
  const matching = compiled.filter(
    ({ parts }) =>
      parts.length === given.length &&
      parts.every((part, at) => (part.startsWith(':') ? Boolean(given[at]) : part === given[at])),
  );
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = matching.find(({ route }) => route.method === wanted);
  if (found === undefined) {
    const methods = matching.map(({ route }) => route.method);
    return { route: null, allowed: methods.includes('GET') ? ['HEAD', ...methods] : methods };
  }
  const params = found.parts.flatMap((part, at) =>
    part.startsWith(':') ? [[part.slice(1), given[at] ?? ''] as const] : [],
  );
  return { route: found.route, params: Object.fromEntries(params) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
