import type { GrantedAction, Principal } from '../../domain/permission/permission.js';
import type { Layer } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';

/**
 * Stores who did what, when and from where. Writes of documents and changes of access pass their entries with the
 * write.
 */
export interface AuditLog {
  /** Stores all entries or none. */
  record(entries: readonly AuditEntry[]): Promise<Result<void>>;
  /** Returns the newest entries first, at most `limit`. */
  find(filter: AuditFilter, limit: number): Promise<Result<readonly RecordedEntry[]>>;
  /** Removes the oldest entries from before `before` (ISO 8601), at most `limit`. Returns the number removed. */
  prune(before: string, limit: number): Promise<Result<number>>;
}

/** Actions on access. Writes of users are recorded as actions on documents. */
export const accessActions = [
  'addRole',
  'removeRole',
  'grant',
  'revoke',
  'createToken',
  'revokeToken',
  'register',
  'login',
  'refresh',
  'logout',
  'sendConfirmation',
  'confirmEmail',
  'forgotPassword',
  'resetPassword',
  'changePassword',
  'crossSite',
  'seeAs',
  'startBulkJob',
  'endBulkJob',
  'export',
] as const;

export type AccessAction = (typeof accessActions)[number];

export interface AuditEntry {
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly actor: Actor;
  readonly action: GrantedAction | AccessAction;
  readonly outcome: 'done' | 'refused';
  /** The content-type that was acted on. */
  readonly type: Uid | null;
  readonly documentId: string | null;
  /** Null: none, or all locales. */
  readonly locale: string | null;
  /** Of a write to a type with draft & publish: `published` if it also published the document. */
  readonly status: Layer | null;
  /** The role, the token, or the user by the name in the request. */
  readonly subject: string | null;
  /** The names of the written attributes, never their values; of a grant, its actions. */
  readonly names: readonly string[];
}

export interface Actor {
  readonly kind: Principal['kind'];
  readonly name: string;
  /** Only for users. */
  readonly documentId: string | null;
  /** The client's address; null: the server itself. */
  readonly origin: string | null;
}

export type RecordedEntry = AuditEntry & {
  /** The position in the trail, for `AuditFilter.after`. */
  readonly cursor: string;
};

/** Entries must satisfy all given members. */
export interface AuditFilter {
  /** The name or documentId of the actor, or the subject. */
  readonly user?: string;
  readonly type?: Uid;
  readonly documentId?: string;
  readonly action?: string;
  /** ISO 8601, inclusive. */
  readonly since?: string;
  /** ISO 8601, exclusive. */
  readonly until?: string;
  /** Only entries older than the one with this cursor. */
  readonly after?: string;
}
