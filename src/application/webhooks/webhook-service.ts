import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { WebhookAnswer } from '../ports/webhook-sender.js';
import type { WebhookRequest } from './check-webhook-request.js';
import type { Delivery, DeliveryState } from './delivery-records.js';
import type { Webhook } from './webhook.js';

/**
 * Manages webhooks. A webhook gets content without regard to anybody's grants, so every method needs the action on
 * `plugin::webhooks.webhook` without fields and filters; otherwise it fails with `POLICY.DENIED`. Methods fail with
 * `INPUT.INVALID` for invalid input, and with `DOCUMENT.NOT_FOUND` if there is no such webhook or delivery.
 */
export interface WebhookService {
  /** In the order in which they were made. Needs `find`, as the other methods that read. */
  list(principal: Principal): Promise<Result<readonly ListedWebhook[]>>;
  find(principal: Principal, documentId: string): Promise<Result<ListedWebhook>>;
  /** Needs `create`. The answer alone has the signing secret. */
  create(principal: Principal, request: WebhookRequest): Promise<Result<CreatedWebhook>>;
  /** Changes the members that are given. Needs `update`, as the methods below. */
  update(principal: Principal, documentId: string, request: WebhookRequest): Promise<Result<ListedWebhook>>;
  /** Gives the webhook a new signing secret. */
  renewSecret(principal: Principal, documentId: string): Promise<Result<CreatedWebhook>>;
  /** Calls the webhook once with the event `trigger-test`, whether it is on or not. */
  test(principal: Principal, documentId: string): Promise<Result<WebhookAnswer>>;
  /** Needs `delete`. What still waits for the webhook is not delivered. */
  remove(principal: Principal, documentId: string): Promise<Result<void>>;
  /** The latest first. */
  deliveries(principal: Principal, request: DeliveriesRequest): Promise<Result<readonly Delivery[]>>;
  /** Sends a delivery that has ended again. Needs `update`. */
  resend(principal: Principal, webhook: string, delivery: string): Promise<Result<void>>;
}

export interface ListedWebhook extends Webhook {
  /** The names of the headers that are sent; their values are not shown again. */
  readonly headers: readonly string[];
}

export interface CreatedWebhook extends ListedWebhook {
  readonly signingSecret: string;
}

export interface DeliveriesRequest {
  /** A documentId. */
  readonly webhook: string;
  readonly state?: DeliveryState;
  readonly limit: number;
}
