import type { Route } from './route.js';
import { accessFileRoutes } from './settings/access-file.js';
import { healthRoutes } from './settings/health.js';
import { localeRoutes } from './settings/locales.js';
import { roleRoutes } from './settings/roles.js';
import { tokenRoutes } from './settings/tokens.js';
import { trailRoutes } from './settings/trail.js';
import { userRoutes } from './settings/users.js';
import { webhookRoutes } from './settings/webhooks.js';

/** The areas of the settings that are not about administrators. */
export const settingsRoutes: readonly Route[] = [
  ...userRoutes,
  ...roleRoutes,
  ...accessFileRoutes,
  ...tokenRoutes,
  ...localeRoutes,
  ...webhookRoutes,
  ...trailRoutes,
  ...healthRoutes,
];
