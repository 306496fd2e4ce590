import { deliveryStates, type Delivery } from '../../../application/webhooks/delivery-records.js';
import type { ListedWebhook } from '../../../application/webhooks/webhook-service.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { command, flag } from './command.js';
import { withDocuments, withLocales } from './in-session.js';
import { listed, noted, printed } from './outcome.js';

const page = 'webhooks';

const narrowing = {
  types: { value: 'UID,UID' },
  locales: { value: 'CODE,CODE' },
  where: { value: 'FILTERS' },
  header: { value: 'NAME: VALUE', isRepeated: true },
} as const;

interface Changes {
  readonly events?: string | undefined;
  readonly types?: string | undefined;
  readonly locales?: string | undefined;
  readonly where?: string | undefined;
  readonly header: readonly string[];
}

export const webhookCommands = [
  command({
    name: 'webhook create',
    operands: ['URL'],
    options: {
      name: { value: 'N', isRequired: true },
      events: { value: 'E,E', isRequired: true },
      ...narrowing,
    },
    summary: 'call an address when content changes; the secret for checking signatures is shown once',
    page,
    read([url], { name, ...changes }) {
      const request = requestOf(changes);
      if (typeof request === 'string') return request;
      return withLocales(async ({ webhooks }) => {
        const created = await webhooks.create(systemPrincipal, { name, url, ...request });
        return created.ok ? printed(created.value.signingSecret) : created;
      });
    },
  }),
  command({
    name: 'webhook list',
    options: { json: flag },
    summary: 'list the webhooks',
    page,
    read: (_, { json }) =>
      withDocuments(async ({ webhooks }) => {
        const found = await webhooks.list(systemPrincipal);
        return found.ok ? listed(found.value.map(row), json, 'There are no webhooks.') : found;
      }),
  }),
  command({
    name: 'webhook update',
    operands: ['ID'],
    options: {
      name: { value: 'N' },
      url: { value: 'URL' },
      events: { value: 'E,E' },
      ...narrowing,
      on: flag,
      off: flag,
    },
    summary: 'change a webhook, or switch it on or off',
    page,
    read([id], { name, url, on, off, ...changes }) {
      if (on && off) return '--on and --off contradict each other';
      const request = requestOf(changes);
      if (typeof request === 'string') return request;
      const enabled = on ? true : off ? false : undefined;
      return withLocales(async ({ webhooks }) => {
        const changed = await webhooks.update(systemPrincipal, id, { name, url, enabled, ...request });
        return changed.ok ? noted(`Webhook ${changed.value.name} is changed.`) : changed;
      });
    },
  }),
  command({
    name: 'webhook renew-secret',
    operands: ['ID'],
    summary: 'give a webhook a new secret, which is shown once',
    page,
    read: ([id]) =>
      withDocuments(async ({ webhooks }) => {
        const renewed = await webhooks.renewSecret(systemPrincipal, id);
        return renewed.ok ? printed(renewed.value.signingSecret) : renewed;
      }),
  }),
  command({
    name: 'webhook delete',
    operands: ['ID'],
    summary: 'remove a webhook',
    page,
    read: ([id]) =>
      withDocuments(async ({ webhooks }) => {
        const found = await webhooks.find(systemPrincipal, id);
        if (!found.ok) return found;
        const removed = await webhooks.remove(systemPrincipal, id);
        return removed.ok ? noted(`Webhook ${id} is removed.`) : removed;
      }),
  }),
  command({
    name: 'webhook test',
    operands: ['ID'],
    summary: 'call a webhook once, and say what it answers',
    page,
    read: ([id]) =>
      withDocuments(async ({ webhooks }) => {
        const tested = await webhooks.test(systemPrincipal, id);
        if (!tested.ok) return tested;
        const { value: answer } = tested;
        return printed(
          answer.kind === 'answered' ? `It answered ${answer.status}.` : `No answer: ${answer.reason}.`,
        );
      }),
  }),
  command({
    name: 'webhook deliveries',
    operands: ['ID'],
    options: { state: { value: 'waiting|delivered|failed' }, json: flag },
    summary: 'list the latest hundred deliveries of a webhook',
    page,
    read([id], { state, json }) {
      const wanted = deliveryStates.find((one) => one === state);
      if (state !== undefined && wanted === undefined) return `--state is ${deliveryStates.join(', ')}`;
      return withDocuments(async ({ webhooks }) => {
        const webhook = await webhooks.find(systemPrincipal, id);
        if (!webhook.ok) return webhook;
        const asked = { webhook: id, limit: 100, ...(wanted !== undefined && { state: wanted }) };
        const found = await webhooks.deliveries(systemPrincipal, asked);
        return found.ok ? listed(found.value.map(deliveryRow), json, 'There are no deliveries.') : found;
      });
    },
  }),
  command({
    name: 'webhook resend',
    operands: ['ID', 'DELIVERY'],
    summary: 'send a delivery again',
    page,
    read: ([id, delivery]) =>
      withDocuments(async ({ webhooks }) => {
        const sent = await webhooks.resend(systemPrincipal, id, delivery);
        return sent.ok ? noted(`Delivery ${delivery} waits to be sent again.`) : sent;
      }),
  }),
];

/** Returns what the options ask for, or what is wrong with them. */
function requestOf({ events, types, locales, where, header }: Changes) {
  const headers = header.map((line) => /^([^:\s]+):\s*(.*)$/.exec(line));
  if (headers.includes(null)) return '--header is NAME: VALUE';
  const filters = where === undefined ? undefined : parsed(where);
  if (filters === null) return '--where is JSON, as filters of a request';
  return {
    events: events?.split(','),
    types: types?.split(','),
    locales: locales?.split(','),
    filters,
    headers:
      headers.length === 0
        ? undefined
        : Object.fromEntries(headers.map((match) => [match?.[1] ?? '', match?.[2] ?? ''])),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const row = ({
  documentId,
  name,
  url,
  isEnabled,
  events,
  types,
  locales,
  filters,
  headers,
}: ListedWebhook) => ({
  id: documentId,
  name,
  url,
  state: isEnabled ? 'on' : 'off',
  events,
  types,
  locales,
  filters: filters as object | null,
  headers,
});

const deliveryRow = ({ documentId, event, state, attempts, status, reason, nextAt, subject }: Delivery) => ({
  id: documentId,
  event,
  subject,
  state,
  attempts,
  status,
  nextAt,
  reason,
});
