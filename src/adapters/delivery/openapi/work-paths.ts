import { deliveryStates } from '../../../application/webhooks/delivery-records.js';
import { webhookEvents } from '../../../application/webhooks/webhook.js';
import { releaseStates } from '../../../application/releases/release.js';
import { reading, writing } from './answers.js';
import { json, listOf, nullable, object, text, type JsonSchema, type Paths } from './openapi.js';
import { pathParameter } from './shared-parts.js';

/** The paths of what the server does by itself: webhooks and releases. */

const id = pathParameter('id');
const time: JsonSchema = { type: 'string', format: 'date-time' };
const listed = (states: readonly string[]) => [
  { name: 'state', in: 'query', schema: { type: 'string', enum: states } } as const,
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } } as const,
];
const data = (schema: JsonSchema) => json(object({ data: schema }));
const described = (tag: string) => (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: [tag],
});
const texts = listOf(text);

const webhookMembers = {
  name: text,
  url: text,
  enabled: { type: 'boolean' },
  events: listOf({ type: 'string', enum: webhookEvents }),
  types: nullable(texts),
  locales: nullable(texts),
  filters: {},
} satisfies Record<string, JsonSchema>;

const webhook = object({ documentId: text, ...webhookMembers, headers: texts });
const withSecret: JsonSchema = { allOf: [webhook, object({ signingSecret: text })] };

const delivery = object({
  documentId: text,
  webhook: text,
  subject: text,
  position: text,
  event: text,
  body: { type: 'object' },
  state: { type: 'string', enum: deliveryStates },
  attempts: { type: 'integer' },
  firstAt: nullable(time),
  nextAt: nullable(time),
  endedAt: nullable(time),
  status: nullable({ type: 'integer' }),
  reason: nullable(text),
});

const answered: JsonSchema = {
  oneOf: [
    object({ kind: { const: 'answered' }, status: { type: 'integer' } }),
    object({ kind: { const: 'failed' }, reason: text }),
  ],
};

export function webhookPaths(root: string): Paths {
  const of = described('Webhooks');
  const headers: JsonSchema = { type: 'object', additionalProperties: { type: ['string', 'null'] } };
  const body = { required: true, content: data(object({ ...webhookMembers, headers }, [])) };
  const one = { description: 'A webhook', content: data(webhook) };
  const secret = { description: 'The webhook with its secret', content: data(withSecret) };
  return {
    [root]: {
      get: {
        ...of('listWebhooks', 'List webhooks'),
        responses: reading({ description: 'Webhooks', content: data(listOf(webhook)) }),
      },
      post: {
        ...of('createWebhook', 'Create a webhook'),
        requestBody: body,
        responses: writing(200, secret),
      },
    },
    [`${root}/{id}`]: {
      get: { ...of('getWebhook', 'Read a webhook'), parameters: [id], responses: reading(one) },
      put: {
        ...of('updateWebhook', 'Change a webhook'),
        parameters: [id],
        requestBody: body,
        responses: writing(200, one),
      },
      delete: {
        ...of('deleteWebhook', 'Remove a webhook'),
        parameters: [id],
        responses: writing(204, { description: 'It is gone' }),
      },
    },
    [`${root}/{id}/actions/test`]: {
      post: {
        ...of('testWebhook', 'Call a webhook once'),
        parameters: [id],
        responses: writing(200, { description: 'What it answered', content: data(answered) }),
      },
    },
    [`${root}/{id}/actions/renew-secret`]: {
      post: {
        ...of('renewWebhookSecret', 'Give a webhook a new secret'),
        parameters: [id],
        responses: writing(200, secret),
      },
    },
    [`${root}/{id}/deliveries`]: {
      get: {
        ...of('listDeliveries', 'List deliveries of a webhook, the latest first'),
        parameters: [id, ...listed(deliveryStates)],
        responses: reading({ description: 'Deliveries', content: data(listOf(delivery)) }),
      },
    },
    [`${root}/{id}/deliveries/{delivery}/actions/resend`]: {
      post: {
        ...of('resendDelivery', 'Send a delivery again'),
        parameters: [id, pathParameter('delivery')],
        responses: writing(204, { description: 'It waits to be sent' }),
      },
    },
  };
}

const action = object({
  action: { type: 'string', enum: ['publish', 'unpublish'] },
  type: text,
  documentId: nullable(text),
  locale: nullable(text),
});

const problem = object({ index: { type: 'integer' }, code: text, message: text, details: {} }, [
  'index',
  'code',
  'message',
]);

export const release = object({
  documentId: text,
  name: text,
  actions: listOf(action),
  at: nullable(time),
  state: { type: 'string', enum: releaseStates },
  plannedBy: object({ kind: text, name: text }),
  endedAt: nullable(time),
  problems: listOf(problem),
});

export function releasePaths(root: string): Paths {
  const of = described('Releases');
  const asked = object(
    { name: text, at: nullable(time), actions: listOf({ ...action, required: ['action', 'type'] }) },
    [],
  );
  const body = { required: true, content: data(asked) };
  const one = { description: 'A release', content: data(release) };
  const act = (operationId: string, summary: string) => ({
    post: { ...of(operationId, summary), parameters: [id], responses: writing(200, one) },
  });
  return {
    [root]: {
      get: {
        ...of('listReleases', 'List releases, the latest first'),
        parameters: listed(releaseStates),
        responses: reading({ description: 'Releases', content: data(listOf(release)) }),
      },
      post: { ...of('createRelease', 'Plan a release'), requestBody: body, responses: writing(200, one) },
    },
    [`${root}/{id}`]: {
      get: { ...of('getRelease', 'Read a release'), parameters: [id], responses: reading(one) },
      put: {
        ...of('updateRelease', 'Change a release'),
        parameters: [id],
        requestBody: body,
        responses: writing(200, one),
      },
    },
    [`${root}/{id}/actions/check`]: {
      post: {
        ...of('checkRelease', 'Say what would keep a release from happening now'),
        parameters: [id],
        responses: writing(200, {
          description: 'The problems',
          content: data(object({ problems: listOf(problem) })),
        }),
      },
    },
    [`${root}/{id}/actions/run`]: act('runRelease', 'Let a release happen now'),
    [`${root}/{id}/actions/cancel`]: act('cancelRelease', 'Cancel a release'),
  };
}
