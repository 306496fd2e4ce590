import type { Principal } from '../../domain/permission/permission.js';
import type { Json, Uid } from '../../domain/schema/schema.js';

/** What webhooks can be called for, by the names that clients of Strapi know. `user.*` are those of accounts. */
export const webhookEvents = [
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'media.create',
  'media.update',
  'media.delete',
  'user.create',
  'user.update',
  'user.delete',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** An address that is called when content changes. */
export interface Webhook {
  readonly documentId: string;
  readonly name: string;
  /** http or https. */
  readonly url: string;
  readonly isEnabled: boolean;
  readonly events: readonly WebhookEvent[];
  /** The content-types of entries; null: all of the app. */
  readonly types: readonly Uid[] | null;
  /** Locales of entries; null: all. */
  readonly locales: readonly string[] | null;
  /** The condition on the version, in the form of a request's `filters`; null: none. */
  readonly filters: Json;
}

/** Receivers see everything but private attributes, on every level. */
export const receiver: Principal = { kind: 'token', name: 'webhooks', grants: { kind: 'all' } };

export const isWebhookEvent = (name: string): name is WebhookEvent =>
  webhookEvents.some((event) => event === name);
