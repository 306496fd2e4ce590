import type { Express } from 'express';
import { mountRoles } from './access/mount-roles.js';
import { limitAuthRoutes, limitOwnChanges } from './accounts/limit-auth-routes.js';
import { mountAccounts } from './accounts/mount-accounts.js';
import { mountSignIn } from './accounts/mount-sign-in.js';
import { mountOpenApi } from './description/serve-openapi.js';
import { mountTypes } from './description/serve-types.js';
import { listLocales } from './list-locales.js';
import type { RestOptions } from './options.js';
import type { ServerActions } from './routes/server-actions.js';
import { mountMedia } from './upload/mount-media.js';
import { mountLiveChanges } from './live-changes/mount-live-changes.js';
import { mountAggregates } from './mount-aggregates.js';
import { mountBulk } from './bulk/mount-bulk.js';
import { mountReleases } from './releases/mount-releases.js';
import { withoutCodeOfApp } from './releases/without-code.js';
import { mountWebhooks } from './webhooks/mount-webhooks.js';
import type { RestDependencies } from './rest-dependencies.js';
import { routedTypes } from './routed-types.js';

/** Adds the routes of files, accounts, roles and locales, which extensions of plugins can wrap. */
export function mountServerRoutes(
  app: Express,
  dependencies: RestDependencies,
  actions: ServerActions,
  options: RestOptions,
): void {
  const { authenticate, openApi, types, media, rateLimits, signIn, audit, schema } = dependencies;
  const { webhooks, releases, liveChanges, bulk } = dependencies;
  const { prefix } = options;
  if (actions.locales !== undefined)
    app.all(`${prefix}/i18n/locales`, listLocales(actions.locales, authenticate));
  if (openApi !== undefined) mountOpenApi(app, openApi, { ...dependencies, prefix });
  const around = { ...dependencies, options };
  if (media !== undefined && actions.media !== undefined) mountMedia(app, media, actions.media, around);
  if (rateLimits !== undefined) {
    app.use(`${prefix}/auth`, limitAuthRoutes(rateLimits));
    app.use(`${prefix}/users`, limitOwnChanges(rateLimits));
  }
  if (signIn !== undefined) mountSignIn(app, { ...signIn, audit }, options);
  if (actions.accounts !== undefined) mountAccounts(app, actions.accounts, around);
  if (actions.roles !== undefined) mountRoles(app, actions.roles, around);
  // A content-type of the app may have one of these paths.
  const taken = routedTypes(schema);
  if (webhooks !== undefined && !taken.has('webhooks')) mountWebhooks(app, webhooks, around);
  if (releases !== undefined && !taken.has('releases'))
    mountReleases(app, withoutCodeOfApp(releases, schema, dependencies.routes), around);
  if (types !== undefined && !taken.has('content-type-builder'))
    mountTypes(app, types, { authenticate, prefix });
  mountAggregates(app, { ...around, types: taken });
  if (bulk !== undefined) mountBulk(app, bulk, { ...around, types: taken });
  if (liveChanges !== undefined) mountLiveChanges(app, liveChanges, { ...around, types: taken });
}
