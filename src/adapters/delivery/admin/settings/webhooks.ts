import type { WebhookRequest } from '../../../../application/webhooks/check-webhook-request.js';
import { deliveryStates, type Delivery } from '../../../../application/webhooks/delivery-records.js';
import type { ListedWebhook } from '../../../../application/webhooks/webhook-service.js';
import { strayKey, strayParameter } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { presentWebhook, webhookKeys } from '../../codec/webhook-wire.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { areas } from '../contract/areas.js';
import {
  WebhookAnswer,
  WebhookBody,
  WebhookDelivery,
  WebhookView,
  WebhookWithSecret,
} from '../contract/webhooks.js';
import { listOf } from '../contract/wire.js';
import { done, idOf, replyWith } from '../people.js';
import { limit as limitOf, oneText } from '../query.js';
import { allOf, route, type Route } from '../route.js';

/** Content is not shown: who reads it needs a grant for it. */
const presentDelivery = ({
  documentId,
  event,
  subject,
  state,
  attempts,
  firstAt,
  nextAt,
  endedAt,
  status,
  reason,
}: Delivery): WebhookDelivery => ({
  documentId,
  event,
  subject,
  state,
  attempts,
  firstAt,
  nextAt,
  endedAt,
  status,
  reason,
});

async function presented<T extends ListedWebhook>(found: Promise<Result<T>>) {
  const result = await found;
  return result.ok ? ok({ data: presentWebhook(result.value) }) : result;
}

function requestIn(body: object): Result<WebhookRequest> {
  const stray = Object.keys(body).find((key) => !webhookKeys.has(key));
  return stray === undefined ? ok(body) : err(strayKey(stray));
}

async function listDeliveries(
  { webhooks }: AdminDependencies,
  call: Call,
): Promise<Result<Reply<readonly WebhookDelivery[]>>> {
  const { state, limit = '50' } = call.asked;
  const known = deliveryStates.find((one) => one === state);
  const wrong = state !== undefined && known === undefined ? 'state' : undefined;
  if (wrong !== undefined || typeof limit !== 'string' || !/^[1-9]\d{0,2}$/.test(limit))
    return err(strayParameter(wrong ?? 'limit'));
  const wanted = { webhook: idOf(call), limit: Number(limit), ...(known !== undefined && { state: known }) };
  const found = await webhooks.deliveries(call.principal, wanted);
  return found.ok ? ok({ data: found.value.map(presentDelivery) }) : found;
}

export const webhookRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'webhooks',
    summary: 'List webhooks',
    needs: allOf('find', areas.webhooks),
    gives: listOf(WebhookView),
    async run({ webhooks }, { principal }) {
      const found = await webhooks.list(principal);
      return found.ok ? ok({ data: found.value.map(presentWebhook) }) : found;
    },
  }),
  route({
    method: 'POST',
    path: 'webhooks',
    summary: 'Make a webhook',
    needs: allOf('create', areas.webhooks),
    takes: WebhookBody,
    gives: WebhookWithSecret,
    status: 201,
    async run({ webhooks }, { principal, body }) {
      const asked = requestIn(body);
      return asked.ok ? presented(webhooks.create(principal, asked.value)) : asked;
    },
  }),
  route({
    method: 'PATCH',
    path: 'webhooks/:id',
    summary: 'Change a webhook',
    needs: allOf('update', areas.webhooks),
    takes: WebhookBody,
    gives: WebhookView,
    async run({ webhooks }, call) {
      const asked = requestIn(call.body);
      return asked.ok ? presented(webhooks.update(call.principal, idOf(call), asked.value)) : asked;
    },
  }),
  route({
    method: 'DELETE',
    path: 'webhooks/:id',
    summary: 'Remove a webhook',
    needs: allOf('delete', areas.webhooks),
    run: ({ webhooks }, call) => done(webhooks.remove(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'webhooks/:id/test',
    summary: 'Call a webhook once',
    needs: allOf('update', areas.webhooks),
    gives: WebhookAnswer,
    run: ({ webhooks }, call) => replyWith(webhooks.test(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'webhooks/:id/secret',
    summary: 'Give a webhook a new secret',
    needs: allOf('update', areas.webhooks),
    gives: WebhookWithSecret,
    run: ({ webhooks }, call) => presented(webhooks.renewSecret(call.principal, idOf(call))),
  }),
  route({
    method: 'GET',
    path: 'webhooks/:id/deliveries',
    summary: 'List the deliveries of a webhook, the latest first',
    needs: allOf('find', areas.webhooks),
    query: [oneText('state', 'Those in this state only.', deliveryStates), limitOf(50, 999)],
    gives: listOf(WebhookDelivery),
    run: listDeliveries,
  }),
  route({
    method: 'POST',
    path: 'webhooks/:id/deliveries/:delivery/resend',
    summary: 'Send a delivery again',
    needs: allOf('update', areas.webhooks),
    run: ({ webhooks }, call) =>
      done(webhooks.resend(call.principal, idOf(call), call.params['delivery'] ?? '')),
  }),
];
