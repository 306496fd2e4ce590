import type { Express } from 'express';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import { deliveryStates, type Delivery } from '../../../../application/webhooks/delivery-records.js';
import type { WebhookRequest } from '../../../../application/webhooks/check-webhook-request.js';
import type { ListedWebhook, WebhookService } from '../../../../application/webhooks/webhook-service.js';
import type { Action } from '../../../../domain/permission/permission.js';
import { ok, type Result } from '../../../../domain/result.js';
import { webhookType } from '../../../../domain/schema/built-in-uids.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { presentWebhook, webhookKeys } from '../../codec/webhook-wire.js';
import type { Authenticate } from '../authenticate.js';
import type { RestOptions } from '../options.js';
import { createReadBody, type ReadBody } from '../read-body.js';
import { mountRoutes, type Route } from '../routes/serve-route.js';
import type { ServerAction, ServerCall } from '../routes/server-action.js';
import { answeringWith, decodeList, readingData } from '../routes/answer-data.js';

interface WebhookDelivery extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
}

/** Adds the routes `<prefix>/webhooks[/:id[/deliveries]]` and their actions (docs/webhooks.md). */
export function mountWebhooks(app: Express, webhooks: WebhookService, delivery: WebhookDelivery): void {
  const { authenticate, options } = delivery;
  const routes = routesOf(webhooks, createReadBody(options), delivery);
  mountRoutes(app, `${options.prefix}/webhooks`, routes, authenticate);
}

function routesOf(
  webhooks: WebhookService,
  readBody: ReadBody,
  reports: RefusalReports,
): Readonly<Record<string, Route>> {
  const answering = answeringWith(reports, webhookType);
  const idOf = ({ params }: ServerCall): string => params['id'] ?? '';
  const list = answering('find', async ({ principal }) => {
    const found = await webhooks.list(principal);
    return found.ok ? ok(found.value.map(presentWebhook)) : found;
  });
  const find = answering('findOne', (call) => one(webhooks.find(call.principal, idOf(call))));
  const deliveries = answering('find', async (call) => {
    const asked = deliveriesOf(call.text);
    if (!asked.ok) return asked;
    const found = await webhooks.deliveries(call.principal, { webhook: idOf(call), ...asked.value });
    return found.ok ? ok(found.value.map(presentDelivery)) : found;
  });
  const withBody = (
    action: Action,
    run: (call: ServerCall, request: WebhookRequest) => Promise<Result<unknown>>,
  ): ServerAction =>
    readingData<WebhookRequest>(readBody, webhookKeys, (call, request) =>
      answering(action, () => run(call, request))(call),
    );
  return {
    '': {
      HEAD: list,
      GET: list,
      POST: withBody('create', ({ principal }, request) => one(webhooks.create(principal, request))),
    },
    '/:id': {
      HEAD: find,
      GET: find,
      PUT: withBody('update', (call, request) => one(webhooks.update(call.principal, idOf(call), request))),
      DELETE: answering('delete', async (call) => webhooks.remove(call.principal, idOf(call))),
    },
    '/:id/actions/test': { POST: answering('update', (call) => webhooks.test(call.principal, idOf(call))) },
    '/:id/actions/renew-secret': {
      POST: answering('update', (call) => one(webhooks.renewSecret(call.principal, idOf(call)))),
    },
    '/:id/deliveries': { HEAD: deliveries, GET: deliveries },
    '/:id/deliveries/:delivery/actions/resend': {
      POST: answering('update', (call) =>
        webhooks.resend(call.principal, idOf(call), call.params['delivery'] ?? ''),
      ),
    },
  };
}

function deliveriesOf(text: string) {
  const query = parseQueryText(text);
  return query.ok ? decodeList(query.value, deliveryStates) : query;
}

async function one(found: Promise<Result<ListedWebhook>>): Promise<Result<unknown>> {
  const result = await found;
  return result.ok ? ok(presentWebhook(result.value)) : result;
}

const presentDelivery = ({ body, ...delivery }: Delivery) => ({
  ...delivery,
  body: JSON.parse(body) as unknown,
});
