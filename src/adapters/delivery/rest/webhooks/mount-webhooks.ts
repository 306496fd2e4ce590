import type { Express, RequestHandler } from 'express';
import { reportRefusal, type RefusalReports } from '../../../../application/audit/refusals.js';
import {
  deliveryStates,
  type Delivery,
  type DeliveryState,
} from '../../../../application/webhooks/delivery-records.js';
import type { WebhookRequest } from '../../../../application/webhooks/check-webhook-request.js';
import type { ListedWebhook, WebhookService } from '../../../../application/webhooks/webhook-service.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import type { Action } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { webhookType } from '../../../../domain/schema/built-in-uids.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import type { Authenticate } from '../authenticate.js';
import type { RestOptions } from '../options.js';
import { createReadBody, type ReadBody } from '../read-body.js';
import { serveRoute, type Route } from '../routes/serve-route.js';
import type { ServerAction, ServerCall } from '../routes/server-action.js';
import { sendError, sendFailure, sendNothing, sendText } from '../send.js';

interface WebhookDelivery extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
}

/** Adds the routes `<prefix>/webhooks[/:id[/deliveries]]` and their actions (docs/webhooks.md). */
export function mountWebhooks(app: Express, webhooks: WebhookService, delivery: WebhookDelivery): void {
  const { authenticate, options } = delivery;
  const routes = routesOf(webhooks, createReadBody(options), delivery);
  const serving =
    (route: Route): RequestHandler =>
    (req, res, next) =>
      void serveRoute(authenticate, route, req, res).catch(next);
  for (const [path, route] of Object.entries(routes))
    app.all(`${options.prefix}/webhooks${path}`, serving(route));
}

function routesOf(
  webhooks: WebhookService,
  readBody: ReadBody,
  reports: RefusalReports,
): Readonly<Record<string, Route>> {
  const answering = answeringWith(reports);
  const idOf = ({ params }: ServerCall): string => params['id'] ?? '';
  const list = answering('find', async ({ principal }) => {
    const found = await webhooks.list(principal);
    return found.ok ? ok(found.value.map(present)) : found;
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
  ): ServerAction => reading(readBody, (call, request) => answering(action, () => run(call, request))(call));
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

/** Answers with `data`, or without content. Refusals for want of a grant are recorded. */
const answeringWith =
  (reports: RefusalReports) =>
  (action: Action, run: (call: ServerCall) => Promise<Result<unknown>>): ServerAction =>
  async (call) => {
    const { res, principal } = call;
    const done = await run(call);
    if (done.ok)
      return done.value === undefined
        ? sendNothing(res)
        : sendText(res, 200, JSON.stringify({ data: done.value }));
    if (done.failure.code === 'POLICY.DENIED')
      await reportRefusal(reports, principal, { action, type: webhookType });
    sendFailure(res, done.failure);
  };

const keys: ReadonlySet<string> = new Set([
  'name',
  'url',
  'enabled',
  'events',
  'types',
  'locales',
  'filters',
  'headers',
]);

const reading =
  (readBody: ReadBody, run: (call: ServerCall, request: WebhookRequest) => Promise<void>): ServerAction =>
  async (call) => {
    const body = await readBody(call.req, call.res);
    if (!body.ok) return sendError(call.res, body.failure);
    const request = requestOf(body.value);
    return request.ok ? run(call, request.value) : sendFailure(call.res, request.failure);
  };

function requestOf(body: unknown): Result<WebhookRequest> {
  const data = isPlainObject(body) ? body['data'] : undefined;
  if (!isPlainObject(data))
    return err(failure('INPUT.INVALID', 'Missing "data" payload in the request body', { source: 'body' }));
  const unknown = Object.keys(data).find((key) => !keys.has(key));
  return unknown === undefined
    ? ok(data)
    : err(
        failure('INPUT.INVALID_KEY', `Invalid key ${unknown}`, { key: unknown, path: null, source: 'body' }),
      );
}

function deliveriesOf(text: string): Result<{ readonly state?: DeliveryState; readonly limit: number }> {
  const query = parseQueryText(text);
  if (!query.ok) return query;
  const { state, limit = '25', ...rest } = query.value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return invalid(unknown, `Invalid parameter ${unknown}`);
  const known = deliveryStates.find((one) => one === state);
  if (state !== undefined && known === undefined)
    return invalid('state', `state must be one of ${deliveryStates.join(', ')}`);
  const count = typeof limit === 'string' && /^[1-9]\d{0,2}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > 100) return invalid('limit', 'limit must be a number from 1 to 100');
  return ok({ limit: count, ...(known !== undefined && { state: known }) });
}

const invalid = (key: string, message: string): Result<never> =>
  err(failure('QUERY.INVALID', message, { key }));

async function one(found: Promise<Result<ListedWebhook>>): Promise<Result<unknown>> {
  const result = await found;
  return result.ok ? ok(present(result.value)) : result;
}

const present = ({ isEnabled, ...webhook }: ListedWebhook) => ({ ...webhook, enabled: isEnabled });

const presentDelivery = ({ body, ...delivery }: Delivery) => ({
  ...delivery,
  body: JSON.parse(body) as unknown,
});
