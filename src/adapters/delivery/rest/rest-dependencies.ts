import type { RequestHandler } from 'express';
import type { ReportDenied } from '../../../application/access/report-denied.js';
import type { DeclaredActions } from '../../../application/access/declared-actions.js';
import type { RateLimits } from '../../../application/accounts/rate-limits.js';
import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import type { Documents } from '../../../application/documents/documents.js';
import type { LocaleService } from '../../../application/locales/locale-service.js';
import type { RoleService } from '../../../application/access/roles/role-service.js';
import type { HistoryService } from '../../../application/history/history-service.js';
import type { ReleaseService } from '../../../application/releases/release-service.js';
import type { Bulk } from '../../../application/bulk/run-bulk.js';
import type { BulkJobService } from '../../../application/bulk-jobs/bulk-job-service.js';
import type { LiveChanges } from '../../../application/live-changes/live-changes.js';
import type { WebhookService } from '../../../application/webhooks/webhook-service.js';
import type { Log } from '../../../application/ports/log.js';
import type { Schema } from '../../../domain/schema/schema.js';
import type { PluginActionRunner } from '../../../application/app-code/plugin-actions.js';
import type { AddressBook } from './development/address-book.js';
import type { AccountDelivery } from './accounts/mount-accounts.js';
import type { SignInDelivery } from './accounts/mount-sign-in.js';
import type { OpenApiDelivery } from './description/serve-openapi.js';
import type { TypesDelivery } from './description/serve-types.js';
import type { RestOptions } from './options.js';
import type { AroundAll } from './app-code/run-around-all.js';
import type { AppRoutes } from './routes/app-routes.js';
import type { LoadUser } from './routes/serve-app-route.js';
import type { PublicFiles } from './serve-public.js';
import type { MediaDelivery } from './upload/mount-media.js';
import type { Authenticate } from './authenticate.js';
import type { MetricsDelivery } from './server/serve-metrics.js';
import type { CheckReady } from '../../../application/readiness/create-check-ready.js';

export interface RestDependencies {
  readonly documents: Documents;
  readonly schema: Schema;
  /** Absent: there is no route that lists locales. */
  readonly locales?: LocaleService;
  /** Absent: there are no routes for roles. */
  readonly roles?: RoleService;
  /** Absent: there are no routes for webhooks. */
  readonly webhooks?: WebhookService;
  /** Absent: nothing can be planned. */
  readonly releases?: ReleaseService;
  /** Absent: nobody can listen to changes. */
  readonly liveChanges?: LiveChanges;
  /** Absent: each write is a request of its own. */
  readonly bulk?: Bulk;
  /** Absent: each change ends with its request. */
  readonly bulkJobs?: BulkJobService;
  readonly history?: HistoryService;
  /** Absent: there are no routes for accounts. */
  readonly accounts?: AccountDelivery;
  /** Absent: nobody can sign in with an OpenID Connect provider. */
  readonly signIn?: SignInDelivery;
  /** Absent: there are no routes for files. */
  readonly media?: MediaDelivery;
  /** Absent: no files are served beside the uploaded ones. */
  readonly publicFiles?: PublicFiles;
  /** What `/` lists in development; absent: it is not there. */
  readonly addressBook?: (() => AddressBook) | undefined;
  /** Absent: there is no `/_ready`. */
  readonly ready?: CheckReady;
  /** Absent: there is no `/_metrics`. */
  readonly metrics?: MetricsDelivery;
  /** Absent: the API is not described. */
  readonly openApi?: OpenApiDelivery;
  /** Absent: the content-types are not described. */
  readonly types?: TypesDelivery;
  readonly authenticate: Authenticate;
  /** Records refusals. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
  /** Reports a refusal and the grant that it lacks. */
  readonly reportDenied?: ReportDenied | undefined;
  /** Absent: no route is limited. */
  readonly rateLimits?: RateLimits;
  readonly log: Log;
  /** Serves the page for administrators, and calls `next` for other paths. Code of the app does not run around it. */
  readonly admin?: RequestHandler;
  /** Runs before the routes of REST and calls `next` for requests that it does not answer. */
  readonly beside?: RequestHandler;
  /** Routes, policies and middlewares of the app. */
  readonly routes?: AppRoutes;
  /** The app's middlewares around every request. */
  readonly around?: AroundAll;
  /** The actions of controllers that can be granted. */
  readonly declared?: DeclaredActions;
  /** Reads the row of a user for the app's code. */
  readonly loadUser?: LoadUser;
  /** Gets the actions of the server, for extensions of plugins. */
  readonly pluginActions?: Pick<PluginActionRunner, 'provide'>;
  readonly options?: Partial<RestOptions>;
}
