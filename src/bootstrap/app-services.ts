import type { AppServices } from '../adapters/app-code/app-services.js';
import { accountStoreSettings } from '../adapters/app-code/store/account-settings.js';
import { createAppStore } from '../adapters/app-code/store/create-app-store.js';
import { accountSettings } from './app-settings.js';
import type { Parts } from './parts.js';

/** Makes the sections of the `strapi` object that are not about content. */
export function appServices({ app, cron, store, readiness, appHttp }: Parts): AppServices {
  const isReady = (): boolean => readiness.ready;
  const settings = accountStoreSettings({ ...app.config.accounts, ...accountSettings(app) });
  return {
    ...appHttp.section,
    cron: cron.service,
    store: createAppStore({ values: store.values, settings, isReady }),
  };
}
