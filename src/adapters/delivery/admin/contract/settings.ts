import * as t from 'io-ts';
import type { GrantedAction } from '../../../../domain/permission/permission.js';
import type { Json, Uid } from '../../../../domain/schema/schema.js';

/** A grant for some locales has them in `filters`: `{ locale: 'fr' }`. */
export interface WireGrant {
  readonly type: Uid;
  readonly actions: readonly GrantedAction[];
  readonly fields?: readonly string[];
  readonly filters?: Json;
}

/**
 * `GET administrators`, with `meta: AdministratorsMeta`. `POST administrators/:documentId/sign-out` ends their sign-ins,
 * `…/second-factor` removes their second factor, and `…/link` answers an `Invitation` to another password.
 */
export interface Administrator {
  readonly documentId: string;
  readonly name: string;
  readonly email: string;
  /** The `name` of an `AdministratorRole`. */
  readonly role: string;
  readonly blocked: boolean;
  readonly createdAt: string;
  readonly hasSecondFactor: boolean;
}

export interface AdministratorsMeta {
  /** The names of the roles that the administrator who asks may give. */
  readonly roles: readonly string[];
}

/** `PATCH administrators/:documentId`. `POST administrators` takes `role`, and answers an `Invitation`. */
export const AdministratorBody = t.exact(
  t.partial({ name: t.string, email: t.string, role: t.string, blocked: t.boolean }),
);
export type AdministratorBody = t.TypeOf<typeof AdministratorBody>;

/** A link that works once. */
export interface Invitation {
  readonly link: string;
  readonly expiresAt: string;
}

/** `GET administrator-roles`. `owner`, `editor` and `author` are built in: they cannot be changed. `POST` takes `name` and `grants`, `PATCH administrator-roles/:name` takes `grants`. */
export interface AdministratorRole {
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** Null: everything. */
  readonly grants: readonly WireGrant[] | null;
}

/** `GET roles`: those of users of the content. `POST roles` takes `name`, `description` and `grants`; so does `PATCH`. */
export interface ContentRole {
  readonly documentId: string;
  readonly name: string;
  readonly description: string;
  /** The key of its grants; empty: nothing can be granted to it. */
  readonly type: string;
  /** How many have it. */
  readonly users: number;
  readonly grants: readonly WireGrant[];
}

/** A controller of the app's code, and its actions that can be granted. `meta.declared` of `GET roles` and `GET tokens`. */
export interface DeclaredController {
  readonly uid: Uid;
  readonly actions: readonly string[];
}

/** `GET tokens`. `POST tokens` takes `name`, `access`, `grants` and `expiresIn`, and answers the token, only then. */
export interface ApiToken {
  readonly name: string;
  readonly access: 'full-access' | 'read-only' | 'custom';
  /** Of `custom`. */
  readonly grants: readonly WireGrant[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly expired: boolean;
}

/** `GET trail?user&type&documentId&action&since&until&after&limit`, the newest first. */
export interface TrailEntry {
  readonly at: string;
  readonly cursor: string;
  readonly actor: { readonly kind: string; readonly name: string; readonly origin: string | null };
  readonly action: string;
  readonly outcome: 'done' | 'refused';
  readonly type: Uid | null;
  readonly documentId: string | null;
  readonly locale: string | null;
  readonly subject: string | null;
  readonly names: readonly string[];
}

/** `GET health`. */
export interface Health {
  readonly isReady: boolean;
  readonly version: string;
  readonly node: string;
  readonly database: string;
  readonly environment: string;
  readonly startedAt: string;
  readonly memoryBytes: number;
  readonly followers: readonly HealthFollower[];
}

/** What follows the change log. `POST followers/:name/retry` ends its pause, `…/skip` passes over its next entry. */
export interface HealthFollower {
  readonly name: string;
  readonly state: 'idle' | 'working' | 'failing' | 'not running';
  /** At most as many entries are left to handle. */
  readonly lag: number;
  /** How often the next entry has failed in a row. */
  readonly failures: number;
  /** The last failure. */
  readonly error: string | null;
  readonly retryAt: string | null;
  readonly seenAt: string | null;
  /** How many entries were set aside, as they failed too often. */
  readonly aside: number;
}
