import type { Json, Uid } from '../../../../domain/schema/schema.js';

/**
 * `GET webhooks`. `POST webhooks` and `PATCH webhooks/:documentId` take `name`, `url`, `enabled`, `events`, `types`, `locales`,
 * `filters` and `headers` as the content API does. `POST webhooks` and `POST webhooks/:documentId/secret` answer with a
 * `signingSecret`, only then. `POST webhooks/:documentId/test` answers a `WebhookAnswer`.
 */
export interface WebhookView {
  readonly documentId: string;
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly events: readonly string[];
  /** Null: all of the app. */
  readonly types: readonly Uid[] | null;
  readonly locales: readonly string[] | null;
  readonly filters: Json;
  /** Names; their values are not shown again. */
  readonly headers: readonly string[];
}

export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** `GET webhooks/:documentId/deliveries?state&limit`, the latest first. `POST …/deliveries/:delivery/resend` sends one again. */
export interface WebhookDelivery {
  readonly documentId: string;
  readonly event: string;
  readonly subject: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly firstAt: string | null;
  readonly nextAt: string | null;
  readonly endedAt: string | null;
  /** Of the last answer; null: there was none. */
  readonly status: number | null;
  readonly reason: string | null;
}
