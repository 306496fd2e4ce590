import type { KeyObject } from 'node:crypto';
import { ContainerModule, type Container } from 'inversify';
import type { ImageProcessor } from '../application/ports/image-processor.js';
import type { CronRunner } from '../adapters/app-code/cron/create-app-cron.js';
import type { AppBase } from '../adapters/app-code/create-app-base.js';
import type { AppObject } from '../adapters/app-code/create-app-object.js';
import type { DocumentMiddlewares } from '../adapters/app-code/hooks/create-document-middlewares.js';
import type { ServerEventHub } from '../adapters/app-code/hooks/create-event-hub.js';
import type { ServerPlugins } from '../adapters/app-code/plugins/create-plugins.js';
import type { AppHooks } from '../adapters/app-code/hooks/create-app-hooks.js';
import type { GraphqlExtensions } from '../adapters/delivery/graphql/extension/create-extension-service.js';
import type { SignInDelivery } from '../adapters/delivery/rest/accounts/mount-sign-in.js';
import type { Bulk } from '../application/bulk/run-bulk.js';
import type { BulkJobService } from '../application/bulk-jobs/bulk-job-service.js';
import type { GraphqlGate } from '../adapters/delivery/graphql/server/create-graphql-gate.js';
import type { HttpServer } from '../adapters/delivery/rest/create-http-server.js';
import type { LoadedAppRoutes } from '../adapters/delivery/rest/routes/app-routes.js';
import type { LoadUser } from '../adapters/delivery/rest/routes/serve-app-route.js';
import type { Authenticate } from '../adapters/identity/create-authenticate.js';
import type { LoadedActions } from '../application/access/declared-actions.js';
import type { AppHttp } from '../adapters/app-code/http/create-http-section.js';
import type { PluginActionRunner } from '../application/app-code/plugin-actions.js';
import type { Access } from '../application/access/access.js';
import type { ReportDenied } from '../application/access/report-denied.js';
import type { Attempts } from '../application/accounts/attempts.js';
import type { SchemaReload } from '../application/ports/schema-reload.js';
import type { RateLimits } from '../application/accounts/rate-limits.js';
import type { CodeSender } from '../application/accounts/code-sender.js';
import type { RequestHandler } from 'express';
import type { ViewService } from '../application/administration/views.js';
import type { Presence } from '../application/presence/presence.js';
import type { Previews } from '../application/previews/previews.js';
import type { Administration } from '../application/administration/use-cases.js';
import type { Accounts } from '../application/accounts/accounts.js';
import type { IdentityProviders } from '../application/ports/identity-providers.js';
import type { Admission } from '../application/admission/admission.js';
import type { AuditTrail } from '../application/audit/audit-trail.js';
import type { Followers } from '../application/change-log/create-followers.js';
import type { LiveChanges } from '../application/live-changes/live-changes.js';
import type { Documents } from '../application/documents/documents.js';
import type { IndexService } from '../application/indexes/create-index-service.js';
import type { QuestionCounts } from '../application/indexes/question-counts.js';
import type { StatisticsWatch } from '../application/statistics/create-statistics-watch.js';
import type { CallerPositions } from '../application/replicas/caller-positions.js';
import type { RepeatedWork } from '../application/repeated-work.js';
import type { Media } from '../application/media/media.js';
import type { LocaleService } from '../application/locales/locale-service.js';
import type { RoleService } from '../application/access/roles/role-service.js';
import type { CommonPasswords } from '../application/ports/common-passwords.js';
import type { Clock } from '../application/ports/clock.js';
import type { FileStore } from '../application/ports/file-store.js';
import type { Ids } from '../application/ports/ids.js';
import type { Log } from '../application/ports/log.js';
import type { MailTransport } from '../application/ports/mail-transport.js';
import type { Mailer } from '../application/ports/mailer.js';
import type { PasswordHasher } from '../application/ports/password-hasher.js';
import type { PasswordVerifier } from '../application/ports/password-verifier.js';
import type { WebhookSender } from '../application/ports/webhook-sender.js';
import type { WebhookVault } from '../application/ports/webhook-vault.js';
import type { HistoryService } from '../application/history/history-service.js';
import type { ReleaseService } from '../application/releases/release-service.js';
import type { WebhookService } from '../application/webhooks/webhook-service.js';
import type { Store } from '../application/ports/store.js';
import type { TokenSecrets } from '../application/ports/token-secrets.js';
import type { Schema } from '../domain/schema/schema.js';
import type { keepFaults } from '../application/health/faults.js';
import type { Observing } from './open-observing.js';
import type { App } from './read-app.js';

export interface Readiness {
  /** Whether the tables fit the schema, so that app code may use documents. */
  ready: boolean;
  /** Whether the server is about to end. */
  stopping: boolean;
}

/** The parts in the container of an app, by name. */
export interface Parts {
  readonly app: App;
  /** Becomes the app object. */
  readonly appBase: AppBase;
  readonly schema: Schema;
  readonly store: Store;
  readonly readiness: Readiness;
  /** Serves changed schema files; null: the next start does. */
  readonly reload: SchemaReload | null;
  readonly log: Log;
  readonly observing: Observing;
  readonly keptFaults: ReturnType<typeof keepFaults>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: PasswordHasher & PasswordVerifier;
  /** The key that signs the sessions of users. */
  readonly sessionKey: KeyObject;
  /** Sends mails of app code and of accounts. */
  readonly mails: MailTransport;
  readonly mailer: Mailer;
  readonly accounts: Accounts;
  readonly administration: Administration;
  readonly views: ViewService;
  /** Who is in which entry of the admin page. */
  readonly presence: Presence;
  /** Null if they are turned off. */
  readonly previews: Previews | null;
  /** Serves the page for administrators; null if it is turned off. */
  readonly admin: RequestHandler | null;
  /** Null if no provider is configured. */
  readonly signIn: SignInDelivery | null;
  readonly identityProviders: IdentityProviders;
  readonly secrets: TokenSecrets;
  readonly authenticate: Authenticate;
  /** Undefined if it is turned off. */
  readonly audit: AuditTrail | undefined;
  readonly admission: Admission;
  /** What follows the writes of documents. */
  readonly followers: Followers;
  /** Null if it is turned off. */
  readonly liveChanges: LiveChanges | null;
  /** The hooks of the app's code. */
  readonly appHooks: AppHooks;
  readonly documentMiddlewares: DocumentMiddlewares;
  readonly eventHub: ServerEventHub;
  /** Without the rules for users. */
  readonly storedDocuments: Documents;
  /** With the rules for users, without the hooks of the app's code. */
  readonly rowDocuments: Documents;
  readonly statistics: StatisticsWatch;
  readonly totals: RepeatedWork;
  /** Null: answers are not kept. */
  readonly writeWatch: RepeatedWork | null;
  /** How far callers have written; null: there are no replicas. */
  readonly positions: CallerPositions | null;
  /** What is asked of documents; null if nobody looks for indexes. */
  readonly questions: QuestionCounts | null;
  /** What an operator sees of indexes, and does about them. */
  readonly indexes: IndexService;
  readonly documents: Documents;
  readonly codes: CodeSender;
  readonly commonPasswords: CommonPasswords;
  readonly attempts: Attempts;
  /** Returns the HMAC of a text, hexadecimal. */
  readonly keyedHash: (text: string) => string;
  readonly access: Access;
  /** Logs the grant that a refused request lacks; only in development, where the reader of the log sent the request. */
  readonly reportDenied: ReportDenied | undefined;
  readonly roles: RoleService;
  readonly files: FileStore;
  readonly images: ImageProcessor;
  readonly media: Media;
  readonly locales: LocaleService;
  readonly webhooks: WebhookService;
  readonly releases: ReleaseService;
  readonly history: HistoryService;
  readonly webhookVault: WebhookVault;
  readonly webhookSender: WebhookSender;
  readonly graphqlExtensions: GraphqlExtensions;
  readonly bulk: Bulk;
  readonly bulkJobs: BulkJobService;
  readonly graphqlGate: GraphqlGate;
  /** Reads the whole row of a signed-in user, for code of the app. */
  readonly loadUser: LoadUser;
  readonly routeRules: LoadedAppRoutes;
  /** The code of the app that serves requests. */
  readonly appHttp: AppHttp;
  /** What app code gets as plugins, and what extends them. */
  readonly plugins: ServerPlugins;
  /** The actions of the server that extensions of plugins can call. */
  readonly pluginActions: PluginActionRunner;
  /** The actions of controllers that can be granted. */
  readonly declaredActions: LoadedActions;
  readonly appObject: AppObject;
  /** Runs scheduled tasks of the app. */
  readonly cron: CronRunner;
  readonly rateLimits: RateLimits;
  readonly httpServer: HttpServer;
}

/**
 * Returns the parts of a container. Each is created when it is first read: `const { schema, store } =
 * partsOf(container)`.
 */
export const partsOf = (container: Pick<Container, 'get'>): Parts =>
  new Proxy({} as Parts, { get: (_parts, name) => container.get(name) });

/** Defines how a part is made from other parts, which `make` reads. */
export type Define = <Name extends keyof Parts>(name: Name, make: (parts: Parts) => Parts[Name]) => void;

export const partsModule = (defineParts: (define: Define) => void): ContainerModule =>
  new ContainerModule(({ bind }) => {
    defineParts(
      (name, make) =>
        void bind(name)
          .toDynamicValue((context) => make(partsOf(context)))
          .inSingletonScope(),
    );
  });
