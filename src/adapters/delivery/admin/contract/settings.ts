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

/** `GET administrators`: a `ListAnswer`. */
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

/** `PATCH administrators/:documentId`. `POST administrators` takes `name`, `email` and `role`, and answers a link that works once. */
export const AdministratorBody = t.exact(
  t.partial({ name: t.string, email: t.string, role: t.string, blocked: t.boolean }),
);
export type AdministratorBody = t.TypeOf<typeof AdministratorBody>;

export interface Invitation {
  readonly link: string;
  readonly expiresAt: string;
}

/** `GET administrator-roles`. `owner`, `editor` and `author` are built in: they cannot be changed. */
export interface AdministratorRole {
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** Null: everything. */
  readonly grants: readonly WireGrant[] | null;
}

/** `GET tokens`. */
export interface ApiToken {
  readonly name: string;
  readonly access: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
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
  readonly environment: string;
  readonly startedAt: string;
  readonly memoryBytes: number;
  readonly followers: readonly { readonly name: string; readonly state: string; readonly lag: number }[];
}
