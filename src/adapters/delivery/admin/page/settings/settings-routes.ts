import { createRoute, redirect, type AnyRootRoute } from '@tanstack/react-router';
import { queryClient } from '../session/query-client.js';
import { sessionQuery } from '../session/session.js';
import { screen } from '../shell/missing-part.js';
import { settingsFor } from './areas.js';
import { readOpenSearch, readTrailSearch, readUserSearch } from './settings-search.js';

/** The routes of the settings; each screen is a chunk of its own. */
export function settingsRoutes<Root extends AnyRootRoute>(root: Root) {
  const settings = createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: screen(() => import('./settings-page.js'), 'SettingsPage'),
  });
  const first = createRoute({
    getParentRoute: () => settings,
    path: '/',
    async beforeLoad() {
      const { rights } = await queryClient.ensureQueryData(sessionQuery);
      const [area] = settingsFor(rights);
      if (area) throw redirect({ to: area.to, replace: true });
    },
    component: screen(() => import('./settings-page.js'), 'NoSettings'),
  });
  const tokens = createRoute({
    getParentRoute: () => settings,
    path: '/tokens',
    validateSearch: readOpenSearch,
    component: screen(() => import('./tokens/tokens-page.js'), 'TokensPage'),
  });
  const users = createRoute({
    getParentRoute: () => settings,
    path: '/users',
    validateSearch: readUserSearch,
    component: screen(() => import('./users/users-page.js'), 'UsersPage'),
  });
  const roles = createRoute({
    getParentRoute: () => settings,
    path: '/roles',
    validateSearch: readOpenSearch,
    component: screen(() => import('./roles/content-roles-page.js'), 'ContentRolesPage'),
  });
  const administrators = createRoute({
    getParentRoute: () => settings,
    path: '/administrators',
    component: screen(() => import('./administrators/administrators-page.js'), 'AdministratorsPage'),
  });
  const administratorRoles = createRoute({
    getParentRoute: () => settings,
    path: '/administrator-roles',
    validateSearch: readOpenSearch,
    component: screen(() => import('./roles/administrator-roles-page.js'), 'AdministratorRolesPage'),
  });
  const webhooks = createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    validateSearch: readOpenSearch,
    component: screen(() => import('./webhooks/webhooks-page.js'), 'WebhooksPage'),
  });
  const locales = createRoute({
    getParentRoute: () => settings,
    path: '/locales',
    component: screen(() => import('./locales/locales-page.js'), 'LocalesPage'),
  });
  const trail = createRoute({
    getParentRoute: () => settings,
    path: '/trail',
    validateSearch: readTrailSearch,
    component: screen(() => import('./trail/trail-page.js'), 'TrailPage'),
  });
  const health = createRoute({
    getParentRoute: () => settings,
    path: '/health',
    component: screen(() => import('./health/health-page.js'), 'HealthPage'),
  });
  return settings.addChildren([
    first,
    tokens,
    users,
    roles,
    administrators,
    administratorRoles,
    webhooks,
    locales,
    trail,
    health,
  ]);
}
