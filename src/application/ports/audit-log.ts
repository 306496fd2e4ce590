import type { Action, Principal } from '../../domain/permission/permission.js';
import type { Layer } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';

/** Keeps who did what, when and from where. Writes of documents and changes of access bring their entries themselves. */
export interface AuditLog {
  /** All of them or none. */
  record(entries: readonly AuditEntry[]): Promise<Result<void>>;
  /** The newest first, `limit` of them at most. */
  find(filter: AuditFilter, limit: number): Promise<Result<readonly RecordedEntry[]>>;
  /** Removes the oldest of those from before `before` (ISO 8601), `limit` at most. Answers how many went. */
  prune(before: string, limit: number): Promise<Result<number>>;
}

/** What happened to access. What happens to users is an action of documents. */
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
  'confirmEmail',
  'forgotPassword',
  'resetPassword',
  'changePassword',
] as const;

export type AccessAction = (typeof accessActions)[number];

export interface AuditEntry {
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly actor: Actor;
  readonly action: Action | AccessAction;
  readonly outcome: 'done' | 'refused';
  /** The content-type that it is about. */
  readonly type: Uid | null;
  readonly documentId: string | null;
  /** Null: none, or all of them. */
  readonly locale: string | null;
  /** Of values written to a type with drafts: `published` where they were published at once. */
  readonly status: Layer | null;
  /** The role, the token, or the user by the name that was given. */
  readonly subject: string | null;
  /** The attributes that were written, never their values; of a grant, its actions. */
  readonly names: readonly string[];
}

export interface Actor {
  readonly kind: Principal['kind'];
  readonly name: string;
  /** Of a user. */
  readonly documentId: string | null;
  /** The address that it came from; null: from the server itself. */
  readonly origin: string | null;
}

export type RecordedEntry = AuditEntry & {
  /** Its place in the trail: `after` goes on behind it. */
  readonly cursor: string;
};

/** All that are given must hold. */
export interface AuditFilter {
  /** The name or documentId of who did it, or the subject. */
  readonly user?: string;
  readonly type?: Uid;
  readonly documentId?: string;
  readonly action?: string;
  /** ISO 8601: from then on. */
  readonly since?: string;
  /** ISO 8601: before then. */
  readonly until?: string;
  /** Only what is older than the entry with this cursor. */
  readonly after?: string;
}
