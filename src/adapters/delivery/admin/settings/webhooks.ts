import type { WebhookRequest } from '../../../../application/webhooks/check-webhook-request.js';
import { deliveryStates, type Delivery } from '../../../../application/webhooks/delivery-records.js';
import type { ListedWebhook } from '../../../../application/webhooks/webhook-service.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { presentWebhook, webhookKeys } from '../../codec/webhook-wire.js';
import type { AdminDependencies, Call, Reply, Route } from '../call.js';
import type { WebhookDelivery, WebhookView } from '../contract/webhooks.js';
import { done, idOf, replyWith } from '../people.js';

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

async function one(found: Promise<Result<ListedWebhook>>, status = 200): Promise<Result<Reply>> {
  const result = await found;
  if (!result.ok) return result;
  const data: WebhookView = presentWebhook(result.value);
  return ok({ status, data });
}

function requestIn({ body }: Call): Result<WebhookRequest> {
  const given = isPlainObject(body) ? body : {};
  const stray = Object.keys(given).find((key) => !webhookKeys.has(key));
  return stray === undefined
    ? ok(given)
    : err(failure('INPUT.INVALID_KEY', `Invalid key ${stray}`, { key: stray, source: 'body' }));
}

async function listDeliveries({ webhooks }: AdminDependencies, call: Call): Promise<Result<Reply>> {
  const asked = parseQueryText(call.text);
  if (!asked.ok) return asked;
  const { state, limit = '50', ...rest } = asked.value;
  const known = deliveryStates.find((one) => one === state);
  const [stray = state !== undefined && known === undefined ? 'state' : undefined] = Object.keys(rest);
  if (stray !== undefined || typeof limit !== 'string' || !/^[1-9]\d{0,2}$/.test(limit)) {
    const key = stray ?? 'limit';
    return err(failure('QUERY.INVALID_KEY', `Invalid key ${key}`, { key }));
  }
  const wanted = { webhook: idOf(call), limit: Number(limit), ...(known !== undefined && { state: known }) };
  const found = await webhooks.deliveries(call.principal, wanted);
  return found.ok ? ok({ data: found.value.map(presentDelivery) }) : found;
}

export const webhookRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'webhooks',
    async run({ webhooks }, { principal }) {
      const found = await webhooks.list(principal);
      if (!found.ok) return found;
      const data: readonly WebhookView[] = found.value.map(presentWebhook);
      return ok({ data });
    },
  },
  {
    method: 'POST',
    path: 'webhooks',
    run({ webhooks }, call) {
      const asked = requestIn(call);
      return asked.ok ? one(webhooks.create(call.principal, asked.value), 201) : asked;
    },
  },
  {
    method: 'PATCH',
    path: 'webhooks/:id',
    run({ webhooks }, call) {
      const asked = requestIn(call);
      return asked.ok ? one(webhooks.update(call.principal, idOf(call), asked.value)) : asked;
    },
  },
  {
    method: 'DELETE',
    path: 'webhooks/:id',
    run: ({ webhooks }, call) => done(webhooks.remove(call.principal, idOf(call))),
  },
  {
    method: 'POST',
    path: 'webhooks/:id/test',
    run: ({ webhooks }, call) => replyWith(webhooks.test(call.principal, idOf(call))),
  },
  {
    method: 'POST',
    path: 'webhooks/:id/secret',
    run: ({ webhooks }, call) => one(webhooks.renewSecret(call.principal, idOf(call))),
  },
  { method: 'GET', path: 'webhooks/:id/deliveries', run: listDeliveries },
  {
    method: 'POST',
    path: 'webhooks/:id/deliveries/:delivery/resend',
    run: ({ webhooks }, call) =>
      done(webhooks.resend(call.principal, idOf(call), call.params['delivery'] ?? '')),
  },
];
