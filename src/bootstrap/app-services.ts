import type { AppServices } from '../adapters/app-code/app-services.js';
import { createAppDatabase } from '../adapters/app-code/hooks/create-app-database.js';
import { accountStoreSettings } from '../adapters/app-code/store/account-settings.js';
import { createAppStore } from '../adapters/app-code/store/create-app-store.js';
import { accountSettings } from './app-settings.js';
import type { Parts } from './parts.js';

/** Makes the sections of the `strapi` object that are not about content. */
export function appServices(parts: Parts): AppServices {
  const { app, appHooks, appHttp, cron, eventHub, store, log, readiness } = parts;
  const isReady = (): boolean => readiness.ready;
  const settings = accountStoreSettings({ ...app.config.accounts, ...accountSettings(app) });
  return {
    ...appHttp.section,
    cron: cron.service,
    eventHub,
    db: createAppDatabase(appHooks, store.units, log),
    store: createAppStore({ values: store.values, settings, isReady }),
  };
}
