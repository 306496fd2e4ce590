import { createGrantFilters } from '../../../../src/adapters/delivery/codec/create-grant-filters.js';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import type { LoggedChange } from '../../../../src/application/ports/change-log.js';
import type { WebhookAnswer, WebhookCall } from '../../../../src/application/ports/webhook-sender.js';
import type { WebhookSecrets } from '../../../../src/application/ports/webhook-vault.js';
import { createWebhooks } from '../../../../src/application/webhooks/create-webhooks.js';
import { deliverRound } from '../../../../src/application/webhooks/deliver.js';
import { readWebhooks } from '../../../../src/application/webhooks/webhook-records.js';
import { tellWebhooks } from '../../../../src/application/webhooks/tell-webhooks.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { createWorld, valueOf } from '../../../contract/world.js';

/** Webhooks over a store in memory, with a receiver that answers as told and a clock that stands. */
export function openWebhooksWorld() {
  const schema = fixtureSchema();
  const world = createWorld(createMemoryStore({ schema }), schema);
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  const clock = { now: () => new Date(time).toISOString() };
  const documents = createDocuments({ ...world.dependencies, clock });
  const calls: WebhookCall[] = [];
  const warnings: string[] = [];
  const ignore = (): void => {};
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (text: string) => void warnings.push(text),
  };
  const receiver = { answer: (_call: WebhookCall): WebhookAnswer => ({ kind: 'answered', status: 200 }) };
  const sender = {
    send: async (call: WebhookCall) => {
      calls.push(call);
      return receiver.answer(call);
    },
  };
  const vault = {
    createSecret: () => 'whsec_c2VjcmV0',
    close: async (secrets: WebhookSecrets) => JSON.stringify(secrets),
    open: async (closed: string) => JSON.parse(closed) as WebhookSecrets,
  };
  const filters = createGrantFilters();
  const { changes, followers } = world.store;
  const locales = ['en', 'fr'].map((code) => ({ code, name: code, isDefault: code === 'en' }));
  const webhooks = createWebhooks({
    schema,
    documents,
    filters,
    vault,
    sender,
    clock,
    changes,
    followers,
    locales: {
      has: async (code) => locales.some((locale) => locale.code === code),
      list: () => locales,
    },
  });
  let position = 0;
  return {
    documents,
    world,
    webhooks,
    locales,
    calls,
    warnings,
    receiver,
    wait: (milliseconds: number) => void (time += milliseconds),
    create: async (request: object) =>
      valueOf(
        await webhooks.create(systemPrincipal, {
          name: `hook ${Math.random()}`,
          url: 'https://example.com/hook',
          events: ['entry.create', 'entry.update', 'entry.delete'],
          ...request,
        }),
      ).documentId,
    /** Tells of a change of a dish unless `change` says otherwise. */
    tell: async (...changes: readonly Partial<LoggedChange>[]) => {
      const told = changes.map((change): LoggedChange => ({
        position: (position += 1),
        transaction: String(position),
        at: clock.now(),
        action: 'update',
        type: uidOf('dish'),
        documentId: 'd1',
        locale: null,
        layers: ['published'],
        names: [],
        actor: { kind: 'system', name: 'system', documentId: null },
        ...change,
      }));
      valueOf(await tellWebhooks({ schema, documents, filters, clock, withRelations: true }, told));
      return told;
    },
    /** One round for each webhook. Returns how many deliveries were due. */
    deliver: async () => {
      const needed = { documents, sender, vault, clock, log, random: () => 0.5 };
      let due = 0;
      for (const webhook of valueOf(await readWebhooks(documents)))
        due += valueOf(await deliverRound(needed, webhook, new AbortController().signal));
      return due;
    },
    bodies: () => calls.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  };
}
