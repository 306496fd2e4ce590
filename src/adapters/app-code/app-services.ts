import type { AppChanges } from './changes/create-app-changes.js';
import type { Subscribe } from './changes/create-subscriptions.js';
import type { AppCron } from './cron/create-app-cron.js';
import type { CustomFields } from './custom-fields/create-custom-fields.js';
import type { HttpSection } from './http/create-http-section.js';
import type { EventHub } from './hooks/create-event-hub.js';
import type { AppDatabase } from './hooks/create-app-database.js';
import type { AppStore } from './store/create-app-store.js';

/** Sections of the `strapi` object that are not about content. */
export interface AppServices extends HttpSection {
  /** Scheduled tasks (docs/plugins-and-cron.md). */
  readonly cron: AppCron;
  readonly changes: AppChanges;
  /** Listens to events of entries, files and users at least once (docs/hooks.md). */
  readonly on: Subscribe;
  /** Events of entries and files after their commit (docs/hooks.md). */
  readonly eventHub: EventHub;
  readonly customFields: CustomFields;
  /** Transactions and hooks (docs/hooks.md). */
  readonly db: AppDatabase;
  /** Values of app code in the database. */
  readonly store: AppStore;
}
