import type { AppCron } from './cron/create-app-cron.js';
import type { CustomFields } from './custom-fields/create-custom-fields.js';
import type { AppStore } from './store/create-app-store.js';

/** Sections of the `strapi` object that are not about content. */
export interface AppServices {
  /** Scheduled tasks (docs/plugins-and-cron.md). */
  readonly cron: AppCron;
  readonly customFields: CustomFields;
  /** Values of app code in the database. */
  readonly store: AppStore;
}
