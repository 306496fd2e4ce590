import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { base } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { sessionQuery } from '../session/session.js';
import { signInFirst, takeWanted } from '../session/sign-in-first.js';
import { readEntrySearch, readListSearch } from '../list/list-search.js';
import { readMediaSearch } from '../media/media-search.js';
import { readReleaseSearch } from '../releases/release-search.js';
import { settingsRoutes } from '../settings/settings-routes.js';
import { readTypesSearch } from '../types/types-search.js';
import { FailureView, NotFoundView } from './failure-view.js';
import { Shell, ShellFrame } from './shell.js';

const root = createRootRoute({
  loader: () => queryClient.ensureQueryData(sessionQuery).catch(signInFirst),
  component: Shell,
  pendingComponent: ShellFrame,
  errorComponent: ({ error, reset }) => <FailureView error={error} retry={reset} />,
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
  component: lazyRouteComponent(() => import('../home/home-page.js'), 'HomePage'),
});

const profileRoute = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyRouteComponent(() => import('../profile/profile-page.js'), 'ProfilePage'),
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
  component: lazyRouteComponent(() => import('../list/list-page.js'), 'ListPage'),
});

const entryRoute = createRoute({
  getParentRoute: () => root,
  path: '/content/$uid/$id',
  validateSearch: readEntrySearch,
  component: lazyRouteComponent(() => import('../entry/entry-page.js'), 'EntryPage'),
});

const mediaRoute = createRoute({
  getParentRoute: () => root,
  path: '/media',
  validateSearch: readMediaSearch,
  component: lazyRouteComponent(() => import('../media/media-page.js'), 'MediaPage'),
});

const releasesRoute = createRoute({
  getParentRoute: () => root,
  path: '/releases',
  validateSearch: readReleaseSearch,
  component: lazyRouteComponent(() => import('../releases/releases-page.js'), 'ReleasesPage'),
});

const typesRoute = createRoute({
  getParentRoute: () => root,
  path: '/types',
  validateSearch: readTypesSearch,
  component: lazyRouteComponent(() => import('../types/types-page.js'), 'TypesPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    profileRoute,
    listRoute,
    entryRoute,
    mediaRoute,
    releasesRoute,
    typesRoute,
    settingsRoutes(root),
  ]),
  basepath: base,
  defaultPendingMs: 0,
  defaultPreload: false,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
