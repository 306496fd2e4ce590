import type { AppServices } from '../adapters/app-code/app-services.js';
import { createCustomFields } from '../adapters/app-code/custom-fields/create-custom-fields.js';
import { accountStoreSettings } from '../adapters/app-code/store/account-settings.js';
import { createAppStore } from '../adapters/app-code/store/create-app-store.js';
import { accountSettings } from './app-settings.js';
import type { Parts } from './parts.js';

/** Makes the sections of the `strapi` object that are not about content. */
export function appServices({ app, appBase, cron, store, readiness }: Parts): AppServices {
  const isReady = (): boolean => readiness.ready;
  const settings = accountStoreSettings({ ...app.config.accounts, ...accountSettings(app) });
  return {
    cron: cron.service,
    customFields: createCustomFields(() => appBase),
    store: createAppStore({ values: store.values, settings, isReady }),
  };
}
