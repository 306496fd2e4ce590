import type { Request, Response } from 'express';
import type { Access } from '../../../application/access/access.js';
import type { DeclaredActions } from '../../../application/access/declared-actions.js';
import type { AccessFiles } from '../../../application/access/file/access-file.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { RateLimits } from '../../../application/accounts/rate-limits.js';
import type { ContentRoles, ContentUsers } from '../../../application/administration/content-access.js';
import type { ViewService } from '../../../application/administration/views.js';
import type { Administration, SignedInAdministrator } from '../../../application/administration/use-cases.js';
import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import type { BulkJobService } from '../../../application/bulk-jobs/bulk-job-service.js';
import type { FollowerService } from '../../../application/change-log/manage-followers.js';
import type { Documents } from '../../../application/documents/use-cases.js';
import type { Fault } from '../../../application/health/faults.js';
import type { Queues } from '../../../application/health/queues.js';
import type { HistoryService } from '../../../application/history/history-service.js';
import type { LiveChanges } from '../../../application/live-changes/live-changes.js';
import type { LocaleService } from '../../../application/locales/locale-service.js';
import type { Presence } from '../../../application/presence/presence.js';
import type { Media } from '../../../application/media/use-cases.js';
import type { IdentityProviders, Seal } from '../../../application/ports/identity-providers.js';
import type { Log } from '../../../application/ports/log.js';
import type { State } from '../../../application/ports/observations.js';
import type { Previews } from '../../../application/previews/previews.js';
import type { ReleaseService } from '../../../application/releases/release-service.js';
import type { TypeBuilder } from '../../../application/schema-files/type-builder.js';
import type { WebhookService } from '../../../application/webhooks/webhook-service.js';
import type { ReadWholeList } from '../../../application/whole-lists/whole-lists.js';
import type { Failure } from '../../../domain/failure.js';
import type { Result } from '../../../domain/result.js';
import type { ContentType, Schema } from '../../../domain/schema/schema.js';
import type { PagingLimits } from '../codec/pagination.js';
import type { ParamRecord } from '../codec/param.js';
import type { Start } from './contract/start.js';

/** An answer to a failure; the table of codes is that of REST. */
export interface FailureResponse {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AdminOptions {
  /** `/admin`. */
  readonly path: string;
  readonly apiPrefix: string;
  readonly paging: PagingLimits;
  readonly maxBodyBytes: number;
  /** The URL that clients use, if it is configured. */
  readonly publicUrl?: string;
  readonly environment: string;
  /** What the page says of the environment. */
  readonly shownEnvironment: Start['environment'];
  /** The kind of the database. */
  readonly database: string;
  readonly version: string;
  readonly startedAt: string;
  /** The address of the page in mails, which no request decides. */
  readonly mailedUrl: string;
}

/** Of the schema, what an administrator may see. */
export interface SeenSchema {
  readonly types: readonly ContentType[];
  /** Whether the browser sees this server over TLS. */
  readonly isSecure: boolean;
}

/** The sign-in providers of administrators. */
interface AdminProviders {
  /** Empty: there are none. */
  readonly names: readonly string[];
  readonly identities: Pick<IdentityProviders, 'begin' | 'finish'>;
  readonly seal: Seal;
  /** Returns true the first time that any server gets this `state`. Returns false if that is unknown. */
  readonly useOnce: (state: string) => Promise<boolean>;
}

/** What is measured of the server when somebody asks. */
export interface HealthReading {
  readonly queues: () => Promise<Result<Queues>>;
  /** Deliveries of webhooks that were given up lately. */
  readonly undelivered: () => Promise<Result<number>>;
  readonly files: () => Promise<Result<{ readonly count: number; readonly kilobytes: number }>>;
  /** Null: there is no database server. */
  readonly databaseVersion: () => Promise<Result<string | null>>;
  /** Asks the database something small. */
  readonly ask: () => Promise<Result<unknown>>;
  readonly state: () => readonly State[];
  /** The delay of the event loop since it was read last, in milliseconds. */
  readonly delay: () => { readonly p50: number; readonly worst: number };
  /** The latest first. */
  readonly faults: () => readonly Fault[];
}

export interface AdminDependencies {
  readonly administration: Administration;
  readonly schema: Schema;
  readonly documents: Documents;
  readonly wholeLists: ReadWholeList;
  readonly bulkJobs: BulkJobService;
  readonly media: Media;
  readonly access: Access;
  readonly contentRoles: ContentRoles;
  readonly users: ContentUsers;
  /** The access file, whose changes the trail gives to this administrator. */
  readonly accessFilesFor: (by: Principal) => AccessFiles;
  readonly declaredActions: DeclaredActions;
  readonly locales: LocaleService;
  readonly webhooks: WebhookService;
  readonly releases: ReleaseService;
  readonly history: HistoryService;
  readonly views: ViewService;
  /** Null if it is turned off. */
  readonly liveChanges: LiveChanges | null;
  readonly previews: {
    /** Null if they are turned off. */
    readonly use: Pick<Previews, 'isOffered' | 'create'> | null;
    /** The origins that the page may show, as sources of a content security policy. */
    readonly framed: readonly string[];
  };
  readonly presence: Pick<Presence, 'enter'>;
  readonly types: TypeBuilder;
  readonly followers: Pick<FollowerService, 'list' | 'retry' | 'skip'>;
  readonly health: HealthReading;
  /** Undefined if it is turned off. */
  readonly audit: AuditTrail | undefined;
  readonly rateLimits: RateLimits;
  readonly providers: AdminProviders;
  /** Returns the HMAC of a text. */
  readonly keyedHash: (text: string) => string;
  /** Describes the routes of this API, with the content-types as an administrator may see them, in JSON. */
  readonly describe: (seen: SeenSchema) => string;
  readonly isReady: () => boolean;
  readonly responseTo: (failure: Failure) => FailureResponse;
  readonly log: Log;
  readonly options: AdminOptions;
}

/** One request of the API by an administrator who is signed in. */
export interface Call<Body = unknown> {
  readonly req: Request;
  readonly res: Response;
  readonly me: SignedInAdministrator;
  readonly principal: SignedInAdministrator['principal'];
  /** The token of the sign-in. */
  readonly cookie: string;
  readonly csrf: string;
  readonly params: Readonly<Record<string, string>>;
  /** The parameters of the query string. */
  readonly asked: ParamRecord;
  /** The body as the route takes it. */
  readonly body: Body;
}

/** `data` undefined: 204. */
export interface Reply<Data = unknown, Meta = undefined> {
  /** Whether the route has begun the answer itself. */
  readonly isSent?: true;
  /** Instead of the route's. */
  readonly status?: number;
  readonly data?: Data;
  readonly meta?: Meta;
  /** A whole answer in JSON. */
  readonly text?: string;
  /** Whether the answer never changes. */
  readonly isImmutable?: boolean;
}
