import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { base } from '../session/api.js';
import { isOutdated, reloadIfSafe } from '../session/page-version.js';
import { queryClient } from '../session/query-client.js';
import { sessionQuery } from '../session/session.js';
import { signInFirst, takeWanted } from '../session/sign-in-first.js';
import { readEntrySearch, readListSearch } from '../list/list-search.js';
import { readMediaSearch } from '../media/media-search.js';
import { readReleaseSearch } from '../releases/release-search.js';
import { settingsRoutes } from '../settings/settings-routes.js';
import { readTypesSearch } from '../types/types-search.js';
import { FailureView, NotFoundView } from './failure-view.js';
import { screen } from './missing-part.js';
import { Shell, ShellFrame } from './shell.js';

/** Runs what failed to load again, then shows it. */
const Failed = ({ error, reset }: ErrorComponentProps) => (
  <FailureView error={error} retry={() => void router.invalidate().finally(reset)} />
);

const root = createRootRoute({
  loader: () => queryClient.ensureQueryData(sessionQuery).catch(signInFirst),
  component: Shell,
  pendingComponent: ShellFrame,
  errorComponent: Failed,
  notFoundComponent: NotFoundView,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  async beforeLoad() {
    await queryClient.ensureQueryData(sessionQuery).catch(signInFirst);
    const wanted = takeWanted();
    if (wanted !== null) throw redirect({ href: wanted, replace: true });
  },
  component: screen(() => import('../home/home-page.js'), 'HomePage'),
});

const profileRoute = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: screen(() => import('../profile/profile-page.js'), 'ProfilePage'),
});

const listRoute = createRoute({
  getParentRoute: () => root,
  path: '/content/$uid',
  validateSearch: readListSearch,
  async beforeLoad({ params: { uid }, search: { locale } }) {
    const { types } = await queryClient.ensureQueryData(sessionQuery).catch(signInFirst);
    if (types.find((type) => type.uid === uid)?.kind !== 'singleType') return;
    const search = locale === undefined ? {} : { locale };
    throw redirect({ to: '/content/$uid/$id', params: { uid, id: '-' }, search, replace: true });
  },
  component: screen(() => import('../list/list-page.js'), 'ListPage'),
});

const deletedRoute = createRoute({
  getParentRoute: () => root,
  path: '/content/$uid/deleted',
  component: screen(() => import('../deleted/deleted-page.js'), 'DeletedPage'),
});

const entryRoute = createRoute({
  getParentRoute: () => root,
  path: '/content/$uid/$id',
  validateSearch: readEntrySearch,
  component: screen(() => import('../entry/entry-page.js'), 'EntryPage'),
});

const mediaRoute = createRoute({
  getParentRoute: () => root,
  path: '/media',
  validateSearch: readMediaSearch,
  component: screen(() => import('../media/media-page.js'), 'MediaPage'),
});

const releasesRoute = createRoute({
  getParentRoute: () => root,
  path: '/releases',
  validateSearch: readReleaseSearch,
  component: screen(() => import('../releases/releases-page.js'), 'ReleasesPage'),
});

const docsRoute = createRoute({
  getParentRoute: () => root,
  path: '/docs/$page',
  component: screen(() => import('../docs/docs-page.js'), 'DocsPage'),
});

const typesRoute = createRoute({
  getParentRoute: () => root,
  path: '/types',
  validateSearch: readTypesSearch,
  component: screen(() => import('../types/types-page.js'), 'TypesPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    profileRoute,
    listRoute,
    deletedRoute,
    entryRoute,
    mediaRoute,
    releasesRoute,
    typesRoute,
    docsRoute,
    settingsRoutes(root),
  ]),
  basepath: base,
  defaultErrorComponent: Failed,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPreload: false,
  scrollRestoration: false,
});

/** The screen that is shown. Searches and what is open in one screen are left alone. */
let shown = location.pathname;

router.history.subscribe(({ location: { pathname }, action }) => {
  const isOther = pathname !== shown;
  shown = pathname;
  // A new entry gets its address while somebody types in it.
  if (!isOther || action.type === 'REPLACE' || !isOutdated()) return;
  // The browser gets the address only later.
  router.history.flush();
  reloadIfSafe();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
