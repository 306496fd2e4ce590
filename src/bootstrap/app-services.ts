import type { AppServices } from '../adapters/app-code/app-services.js';
import { createAppChanges } from '../adapters/app-code/changes/create-app-changes.js';
import { createSubscriptions } from '../adapters/app-code/changes/create-subscriptions.js';
import { createGrantFilters } from '../adapters/delivery/codec/create-grant-filters.js';
import { createCustomFields } from '../adapters/app-code/custom-fields/create-custom-fields.js';
import { createAppDatabase } from '../adapters/app-code/hooks/create-app-database.js';
import { accountStoreSettings } from '../adapters/app-code/store/account-settings.js';
import { createAppStore } from '../adapters/app-code/store/create-app-store.js';
import { accountSettings } from './app-settings.js';
import type { Parts } from './parts.js';

/** Makes the sections of the `strapi` object that are not about content. */
export function appServices(parts: Parts): AppServices {
  const { app, appBase, appHooks, appHttp, cron, eventHub, store, log, readiness } = parts;
  const isReady = (): boolean => readiness.ready;
  const settings = accountStoreSettings({ ...app.config.accounts, ...accountSettings(app) });
  return {
    ...appHttp.section,
    cron: cron.service,
    changes: createAppChanges(parts.followers),
    on: createSubscriptions({
      schema: parts.schema,
      documents: parts.rowDocuments,
      filters: createGrantFilters(),
      withRelations: app.config.webhooks.populateRelations,
      followers: parts.followers,
    }),
    eventHub,
    customFields: createCustomFields(() => appBase),
    db: createAppDatabase(appHooks, store.units, log),
    store: createAppStore({ values: store.values, settings, isReady }),
  };
}
