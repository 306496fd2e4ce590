import { createSecretKey } from 'node:crypto';
import { expect } from 'chai';
import { createGrantFilters } from '../../src/adapters/delivery/codec/create-grant-filters.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createWebhookVault } from '../../src/adapters/webhooks/create-webhook-vault.js';
import { createDocuments } from '../../src/application/documents/documents.js';
import type { WebhookCall } from '../../src/application/ports/webhook-sender.js';
import { createWebhooks } from '../../src/application/webhooks/create-webhooks.js';
import { deliverRound } from '../../src/application/webhooks/deliver.js';
import { insertDelivery } from '../../src/application/webhooks/delivery-records.js';
import { readWebhooks } from '../../src/application/webhooks/webhook-records.js';
import { nobody, type Principal } from '../../src/domain/permission/permission.js';
import { ok } from '../../src/domain/result.js';
import { createClock } from '../contract/ticking-clock.js';
import { valueOf } from '../contract/results.js';
import { openDocuments } from './chosen-store.js';
import { fixtureSchema } from './fixture.js';
import { requestTo } from './request-to.js';

// Answers are read without types.
/* oxlint-disable no-explicit-any, no-unsafe-member-access, no-unsafe-assignment */

describe('the webhooks API', () => {
  const schema = fixtureSchema();
  const open = () => {
    const [clock, calls] = [createClock(), [] as WebhookCall[]];
    const documents = createDocuments({
      schema,
      store: openDocuments(schema),
      clock,
      ids: createIds(),
      passwords: { hash: async () => 'hash' },
    });
    const vault = createWebhookVault(() => createSecretKey(Buffer.from('the key of the server')));
    const sender = {
      send: async (call: WebhookCall) => {
        calls.push(call);
        return { kind: 'answered', status: 204 } as const;
      },
    };
    const webhooks = createWebhooks({
      schema,
      documents,
      filters: createGrantFilters(),
      vault,
      sender,
      clock,
      changes: { end: async () => ok(0) },
      followers: { add: async () => ok(undefined) },
      locales: { has: async () => true, list: () => [] },
    });
    const ignore = (): void => {};
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const admin: Principal = { kind: 'token', name: 'admin', grants: { kind: 'all' } };
    const authenticate = (header: string | undefined) => ok(header === 'Bearer admin' ? admin : nobody);
    const app = createRestApp({ schema, documents, webhooks, authenticate, log });
    const request = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) => {
      const asked = requestTo(app)[method](`/api/webhooks${path}`).set('Authorization', 'Bearer admin');
      return body === undefined ? asked : asked.send(body);
    };
    const deliverDue = async () => {
      const needed = { documents, sender, vault, clock, log, random: () => 0 };
      for (const webhook of valueOf(await readWebhooks(documents)))
        valueOf(await deliverRound(needed, webhook, new AbortController().signal));
    };
    return { app, documents, clock, calls, request, deliverDue };
  };

  const data = { name: 'site', url: 'https://example.com/hook', events: ['entry.publish'] };

  it('makes, shows, changes and removes webhooks', async () => {
    const { request } = open();
    const made = await request('post', '', { data: { ...data, headers: { 'X-Key': 'k' } } });
    expect(made.status).to.equal(200);
    const { signingSecret, documentId, ...shown } = made.body.data;
    expect(signingSecret).to.match(/^whsec_[A-Za-z0-9+/=]{44}$/);
    expect(shown).to.deep.equal({
      ...data,
      types: null,
      locales: null,
      filters: null,
      headers: ['X-Key'],
      enabled: true,
    });
    const changed = await request('put', `/${documentId}`, { data: { enabled: false } });
    expect(changed.body).to.deep.equal({ data: { documentId, ...shown, enabled: false } });
    expect((await request('get', '')).body).to.deep.equal({ data: [changed.body.data] });
    const renewed = await request('post', `/${documentId}/actions/renew-secret`);
    expect(renewed.body.data.signingSecret)
      .to.match(/^whsec_/)
      .and.not.equal(signingSecret);
    expect((await request('delete', `/${documentId}`)).status).to.equal(204);
    expect((await request('get', `/${documentId}`)).status).to.equal(404);
  });

  it('keeps secrets encrypted', async () => {
    const { request, documents } = open();
    const made = await request('post', '', { data: { ...data, headers: { 'X-Key': 'open sesame' } } });
    const system: Principal = { kind: 'system', name: 'system', grants: { kind: 'all' } };
    const found = await documents.find(system, {
      type: 'plugin::webhooks.webhook',
      action: 'find',
      range: { offset: 0, limit: 10 },
      count: false,
      layer: 'published',
    });
    const text = JSON.stringify(valueOf(found).answer.documents());
    expect(text).to.include('example.com').and.not.include('open sesame');
    expect(text).not.to.include(made.body.data.signingSecret);
  });

  it('tries a webhook', async () => {
    const { request, calls } = open();
    const { documentId } = (await request('post', '', { data })).body.data;
    const tested = await request('post', `/${documentId}/actions/test`);
    expect(tested.body).to.deep.equal({ data: { kind: 'answered', status: 204 } });
    expect(calls.map(({ url }) => url)).to.deep.equal(['https://example.com/hook']);
  });

  it('lists deliveries, and sends one again', async () => {
    const { request, documents, clock, deliverDue, calls } = open();
    const { documentId: webhook } = (await request('post', '', { data })).body.data;
    const one = { webhook, subject: 'a', position: '1', event: 'entry.publish', body: '{"id":"e"}' } as const;
    valueOf(await insertDelivery(documents, one, clock.now()));
    await deliverDue();
    const listed = await request('get', `/${webhook}/deliveries?state=delivered`);
    expect(listed.body.data).to.have.lengthOf(1);
    const [delivery] = listed.body.data;
    expect(delivery).to.include({ event: 'entry.publish', state: 'delivered', status: 204, attempts: 1 });
    expect(delivery.body).to.deep.equal({ id: 'e' });
    const again = await request('post', `/${webhook}/deliveries/${delivery.documentId}/actions/resend`);
    expect(again.status).to.equal(204);
    await deliverDue();
    expect(calls).to.have.lengthOf(2);
  });

  it('refuses what is not asked well', async () => {
    const { request } = open();
    const { documentId } = (await request('post', '', { data })).body.data;
    const refused = async (asked: ReturnType<typeof request>) => {
      const { status, body } = await asked;
      return [status, body.error?.message];
    };
    expect(await refused(request('post', '', {}))).to.deep.equal([
      400,
      'Missing "data" payload in the request body',
    ]);
    const asText = await request('post', '').type('text/plain').send(JSON.stringify({ data }));
    expect(asText.body.error.details).to.deep.equal({
      hint: 'the request has the Content-Type text/plain: send application/json',
    });
    expect(await refused(request('post', '', { data: { ...data, secret: 'mine' } }))).to.deep.equal([
      400,
      'Invalid key secret',
    ]);
    expect(await refused(request('post', '', { data }))).to.have.property('0', 400);
    expect(await refused(request('get', `/${documentId}/deliveries?state=lost`))).to.deep.equal([
      400,
      'state must be one of waiting, delivered, failed',
    ]);
    expect(await refused(request('get', `/${documentId}/deliveries?limit=101`))).to.have.property('0', 400);
    expect((await request('delete', '')).status).to.equal(405);
  });

  it('is closed to those without a grant', async () => {
    const { app } = open();
    for (const [method, path] of [
      ['get', ''],
      ['post', ''],
      ['get', '/a'],
      ['put', '/a'],
      ['delete', '/a'],
      ['post', '/a/actions/test'],
      ['post', '/a/actions/renew-secret'],
      ['get', '/a/deliveries'],
      ['post', '/a/deliveries/b/actions/resend'],
    ] as const) {
      const answer = await requestTo(app)[method](`/api/webhooks${path}`).send({ data });
      expect([method, path, answer.status]).to.deep.equal([method, path, 403]);
    }
  });
});
