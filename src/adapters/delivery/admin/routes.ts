import type { Route } from './call.js';
import { changeMany } from './documents/bulk.js';
import { showDraftDifference } from './documents/draft-difference.js';
import { streamEntry } from './documents/entry-events.js';
import { showEntry } from './documents/entry.js';
import { listHistory, restoreEntry, showVersion } from './documents/history.js';
import { listCandidates, listLinks } from './documents/links.js';
import { listDocuments } from './documents/list.js';
import { checkAllLocales, publishAllLocales } from './documents/publish-locales.js';
import { listTranslations } from './documents/translations.js';
import { makePreview } from './documents/preview.js';
import {
  createDocument,
  duplicateDocument,
  moveDocument,
  removeDocument,
  updateDocument,
} from './documents/write.js';
import { eventRoutes } from './events.js';
import { homeRoutes } from './home.js';
import { listUses } from './documents/uses.js';
import { mediaRoutes } from './media.js';
import { peopleRoutes } from './people.js';
import { profileRoutes } from './profile.js';
import { releaseRoutes } from './releases.js';
import { schemaRoutes } from './schema.js';
import { settingsRoutes } from './settings.js';
import { typeRoutes } from './types.js';
import { viewRoutes } from './views.js';

/** Every route of the API. */
export const routes: readonly Route[] = [
  ...schemaRoutes,
  ...homeRoutes,
  ...eventRoutes,
  { method: 'GET', path: 'documents/:uid', run: listDocuments },
  { method: 'POST', path: 'documents/:uid', run: createDocument },
  { method: 'POST', path: 'documents/:uid/bulk', run: changeMany },
  { method: 'GET', path: 'documents/:uid/:id', run: showEntry },
  { method: 'PATCH', path: 'documents/:uid/:id', run: updateDocument },
  { method: 'DELETE', path: 'documents/:uid/:id', run: removeDocument },
  { method: 'POST', path: 'documents/:uid/:id/publish', run: moveDocument('publish') },
  { method: 'GET', path: 'documents/:uid/:id/publish-locales', run: checkAllLocales },
  { method: 'POST', path: 'documents/:uid/:id/publish-locales', run: publishAllLocales },
  { method: 'POST', path: 'documents/:uid/:id/unpublish', run: moveDocument('unpublish') },
  { method: 'POST', path: 'documents/:uid/:id/discard', run: moveDocument('discardDraft') },
  { method: 'POST', path: 'documents/:uid/:id/duplicate', run: duplicateDocument },
  { method: 'GET', path: 'documents/:uid/:id/events', isPassive: true, run: streamEntry },
  { method: 'POST', path: 'documents/:uid/:id/preview', run: makePreview },
  { method: 'GET', path: 'documents/:uid/:id/diff', run: showDraftDifference },
  { method: 'GET', path: 'documents/:uid/:id/history', run: listHistory },
  { method: 'GET', path: 'documents/:uid/:id/history/:entry', run: showVersion },
  { method: 'POST', path: 'documents/:uid/:id/history/:entry/restore', run: restoreEntry },
  { method: 'GET', path: 'documents/:uid/:id/links/:attribute', run: listLinks },
  { method: 'GET', path: 'documents/:uid/:id/used-by', run: listUses },
  { method: 'GET', path: 'documents/:uid/:id/locales', run: listTranslations },
  { method: 'GET', path: 'candidates/:uid/:attribute', run: listCandidates },
  ...mediaRoutes,
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
  if (found === undefined) return { route: null, allowed: matching.map(({ route }) => route.method) };
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
