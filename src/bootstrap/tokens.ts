import type { ImageProcessor } from '../application/ports/image-processor.js';
import type { KeyObject } from 'node:crypto';
import type { ServiceIdentifier } from 'inversify';
import type { AppObject } from '../adapters/app-code/create-app-object.js';
import type { GraphqlExtensions } from '../adapters/delivery/graphql/extension/create-extension-service.js';
import type { SignInDelivery } from '../adapters/delivery/rest/accounts/mount-sign-in.js';
import type { GraphqlGate } from '../adapters/delivery/graphql/server/create-graphql-gate.js';
import type { HttpServer } from '../adapters/delivery/rest/create-http-server.js';
import type { LoadedRouteRules } from '../adapters/delivery/rest/policies/route-rules.js';
import type { Authenticate } from '../adapters/identity/create-authenticate.js';
import type { Access } from '../application/access/access.js';
import type { TellDenied } from '../application/access/tell-denied.js';
import type { Attempts } from '../application/accounts/attempts.js';
import type { RateLimits } from '../application/accounts/rate-limits.js';
import type { CodeSender } from '../application/accounts/code-sender.js';
import type { Accounts } from '../application/accounts/accounts.js';
import type { IdentityProviders } from '../application/ports/identity-providers.js';
import type { Admission } from '../application/admission/admission.js';
import type { AuditTrail } from '../application/audit/audit-trail.js';
import type { Documents } from '../application/documents/documents.js';
import type { StatisticsWatch } from '../application/statistics/create-statistics-watch.js';
import type { Media } from '../application/media/media.js';
import type { LocaleService } from '../application/locales/locale-service.js';
import type { RoleService } from '../application/access/roles/role-service.js';
import type { CommonPasswords } from '../application/ports/common-passwords.js';
import type { Clock } from '../application/ports/clock.js';
import type { FileStore } from '../application/ports/file-store.js';
import type { Ids } from '../application/ports/ids.js';
import type { Log } from '../application/ports/log.js';
import type { Mailer } from '../application/ports/mailer.js';
import type { PasswordHasher } from '../application/ports/password-hasher.js';
import type { PasswordVerifier } from '../application/ports/password-verifier.js';
import type { Store } from '../application/ports/store.js';
import type { TokenSecrets } from '../application/ports/token-secrets.js';
import type { Result } from '../domain/result.js';
import type { Schema } from '../domain/schema/schema.js';
import type { App } from './read-app.js';

/** Opens the database that the settings name. */
export type OpenStore = () => Promise<Result<Store>>;

/** Whether the tables fit the schema, so that app code may ask for documents. */
export interface Readiness {
  ready: boolean;
}

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`quire.${name}`);

/** What the container gives, by name. */
export const tokens = {
  app: token<App>('app'),
  schema: token<Schema>('schema'),
  readiness: token<Readiness>('readiness'),
  log: token<Log>('log'),
  clock: token<Clock>('clock'),
  ids: token<Ids>('ids'),
  passwords: token<PasswordHasher & PasswordVerifier>('passwords'),
  /** What sessions of users are signed with. */
  sessionKey: token<KeyObject>('sessionKey'),
  mailer: token<Mailer>('mailer'),
  accounts: token<Accounts>('accounts'),
  /** Null: no provider is set. */
  signIn: token<SignInDelivery | null>('signIn'),
  identityProviders: token<IdentityProviders>('identityProviders'),
  secrets: token<TokenSecrets>('secrets'),
  authenticate: token<Authenticate>('authenticate'),
  openStore: token<OpenStore>('openStore'),
  /** Bound once the store is open. */
  store: token<Store>('store'),
  /** Undefined where it is turned off. */
  audit: token<AuditTrail | undefined>('audit'),
  /** Undefined outside of development. */
  tellDenied: token<TellDenied | undefined>('tellDenied'),
  admission: token<Admission>('admission'),
  /** Before the rules of users. */
  storedDocuments: token<Documents>('storedDocuments'),
  statistics: token<StatisticsWatch>('statistics'),
  documents: token<Documents>('documents'),
  codes: token<CodeSender>('codes'),
  commonPasswords: token<CommonPasswords>('commonPasswords'),
  attempts: token<Attempts>('attempts'),
  /** HMAC of a text, hexadecimal. */
  keyedHash: token<(text: string) => string>('keyedHash'),
  access: token<Access>('access'),
  roles: token<RoleService>('roles'),
  files: token<FileStore>('files'),
  images: token<ImageProcessor>('images'),
  media: token<Media>('media'),
  locales: token<LocaleService>('locales'),
  graphqlExtensions: token<GraphqlExtensions>('graphqlExtensions'),
  graphqlGate: token<GraphqlGate>('graphqlGate'),
  routeRules: token<LoadedRouteRules>('routeRules'),
  appObject: token<AppObject>('appObject'),
  rateLimits: token<RateLimits>('rateLimits'),
  httpServer: token<HttpServer>('httpServer'),
};
