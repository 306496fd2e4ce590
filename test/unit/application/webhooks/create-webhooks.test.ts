import { expect } from 'chai';
import { grantsOf, systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { failureOf, valueOf } from '../../../contract/world.js';
import { openWebhooksWorld } from './webhooks-world.js';

const webhookType = 'plugin::webhooks.webhook';
const whole = { name: 'site', url: 'https://example.com/hook', events: ['entry.publish'] };

describe('webhooks', () => {
  const refusals: readonly (readonly [object, string, string])[] = [
    [{ name: '' }, 'name', 'needs a name'],
    [{ url: 'ftp://example.com' }, 'url', 'begins with https:// or http://'],
    [{ url: 'nonsense' }, 'url', 'begins with https:// or http://'],
    [{ url: 'https://a:b@example.com' }, 'url', 'no user and no password'],
    [{ events: [] }, 'events', 'needs events'],
    [{ events: ['entry.publsh'] }, 'events', 'did you mean "entry.publish"'],
    [{ types: ['api::dish.dsh'] }, 'types', 'did you mean "api::dish.dish"'],
    [{ types: ['plugin::users-permissions.session'] }, 'types', 'no content-type'],
    [{ types: 'api::dish.dish' }, 'types', 'must be a list'],
    [{ locales: ['en', 'xx'] }, 'locales', 'no locale "xx"; there are: en, fr'],
    [{ filters: { vegan: true } }, 'filters', 'need types'],
    [{ types: [uidOf('dish')], filters: { taste: 1 } }, 'filters', 'do not fit api::dish.dish'],
    [
      { types: [uidOf('restaurant')], filters: { notes: { $startsWith: 'a' } } },
      'filters',
      'Invalid key notes',
    ],
    [
      { types: [uidOf('restaurant')], filters: { secret: { $notNull: true } } },
      'filters',
      'Invalid key secret',
    ],
    [{ headers: { Host: 'x' } }, 'headers', 'the server itself sets'],
    [{ headers: { 'Webhook-Id': 'x' } }, 'headers', 'the server itself sets'],
    [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers', 'printable ASCII'],
    [{ headers: { 'X A': 'a' } }, 'headers', 'cannot be the name'],
    [{ enabled: 'yes' }, 'enabled', 'true or false'],
  ];
  for (const [part, key, message] of refusals)
    it(`are refused with ${JSON.stringify(part)}`, async () => {
      const { webhooks } = openWebhooksWorld();
      const refused = failureOf(await webhooks.create(systemPrincipal, { ...whole, ...part }));
      expect(refused).to.deep.include({ code: 'INPUT.INVALID', details: { key, source: 'body' } });
      expect(refused.message).to.include(message);
      expect(valueOf(await webhooks.list(systemPrincipal))).to.deep.equal([]);
    });

  it('keep the values of headers that are null, and refuse null for a new one', async () => {
    const { webhooks, calls } = openWebhooksWorld();
    const headers = { 'X-Key': 'k', 'X-Other': 'o' };
    const { documentId } = valueOf(await webhooks.create(systemPrincipal, { ...whole, headers }));
    const given = { headers: { 'X-Key': null, 'X-New': 'n' } };
    const changed = valueOf(await webhooks.update(systemPrincipal, documentId, given));
    expect(changed.headers).to.deep.equal(['X-Key', 'X-New']);
    await webhooks.test(systemPrincipal, documentId);
    expect(calls[0]?.headers).to.include({ 'X-Key': 'k', 'X-New': 'n' }).and.not.have.property('X-Other');
    for (const wrong of [{ 'X-None': null }, { constructor: null }, { 'X-Key': 5 }]) {
      const refused = await webhooks.update(systemPrincipal, documentId, { headers: wrong });
      expect(refused.ok).to.equal(false);
    }
  });

  it('do not send the values of headers to another receiver than the one they were given for', async () => {
    const { webhooks, calls } = openWebhooksWorld();
    const headers = { Authorization: 'Bearer abc' };
    const { documentId } = valueOf(await webhooks.create(systemPrincipal, { ...whole, headers }));
    const other = 'https://attacker.example/';
    for (const kept of [{}, { headers: { Authorization: null } }]) {
      const refused = failureOf(await webhooks.update(systemPrincipal, documentId, { url: other, ...kept }));
      expect(refused).to.deep.include({ code: 'INPUT.INVALID', details: { key: 'headers' } });
    }
    valueOf(await webhooks.update(systemPrincipal, documentId, { url: 'https://example.com/other' }));
    valueOf(await webhooks.update(systemPrincipal, documentId, { url: other, headers: {} }));
    await webhooks.test(systemPrincipal, documentId);
    expect(calls[0]?.headers).to.not.have.property('Authorization');
  });

  it('can be changed without their locales after one of these was removed', async () => {
    const { webhooks, locales } = openWebhooksWorld();
    const { documentId } = valueOf(await webhooks.create(systemPrincipal, { ...whole, locales: ['fr'] }));
    locales.splice(1);
    expect(
      valueOf(await webhooks.update(systemPrincipal, documentId, { enabled: false })).isEnabled,
    ).to.equal(false);
    const refused = failureOf(await webhooks.update(systemPrincipal, documentId, { locales: ['fr'] }));
    expect(refused.message).to.include('no locale "fr"');
  });

  it('show the secret once, and the names of headers only', async () => {
    const { webhooks } = openWebhooksWorld();
    const headers = { Authorization: 'Bearer abc' };
    const created = valueOf(await webhooks.create(systemPrincipal, { ...whole, headers }));
    expect(created).to.include({ signingSecret: 'whsec_c2VjcmV0' });
    const listed = valueOf(await webhooks.list(systemPrincipal));
    expect(listed.map(({ headers: names }) => names)).to.deep.equal([['Authorization']]);
    expect(JSON.stringify(listed)).not.to.include('abc').and.not.to.include('whsec');
  });

  it('keep what a change does not name', async () => {
    const { webhooks, deliver, tell, calls } = openWebhooksWorld();
    const headers = { 'X-Key': 'k' };
    const events = ['entry.delete'];
    const { documentId } = valueOf(await webhooks.create(systemPrincipal, { ...whole, events, headers }));
    valueOf(await webhooks.update(systemPrincipal, documentId, { url: 'https://example.com/new' }));
    await tell({ action: 'delete' });
    await deliver();
    expect(calls[0]).to.deep.include({ url: 'https://example.com/new', signingSecret: 'whsec_c2VjcmV0' });
    expect(calls[0]?.headers).to.include(headers);
  });

  it('are tried with an event of their own', async () => {
    const { webhooks, calls, receiver } = openWebhooksWorld();
    const { documentId } = valueOf(await webhooks.create(systemPrincipal, { ...whole, enabled: false }));
    receiver.answer = () => ({ kind: 'failed', reason: 'nothing listens there' });
    const tested = valueOf(await webhooks.test(systemPrincipal, documentId));
    expect(tested).to.deep.equal({ kind: 'failed', reason: 'nothing listens there' });
    expect(calls[0]?.headers).to.include({ 'X-Strapi-Event': 'trigger-test' });
  });

  it('need a grant of their own, for all of them', async () => {
    const { webhooks, create } = openWebhooksWorld();
    const documentId = await create({});
    const types = [...fixtureSchema().contentTypes.keys()].filter((uid) => uid !== webhookType);
    const actions = ['find', 'findOne', 'create', 'update', 'delete'] as const;
    const filter = {
      kind: 'at',
      key: 'name',
      filter: { kind: 'compare', operator: '$eq', value: 'a' },
    } as const;
    const limited = new Map(actions.map((action) => [action, { fields: null, filter }]));
    const principals: readonly Principal[] = [
      { kind: 'user', name: 'kai', grants: grantsOf(types.map((type) => [type, actions])) },
      { kind: 'token', name: 'some', grants: { kind: 'listed', listed: new Map([[webhookType, limited]]) } },
    ];
    for (const one of principals)
      for (const run of [
        () => webhooks.list(one),
        () => webhooks.find(one, documentId),
        () => webhooks.create(one, whole),
        () => webhooks.update(one, documentId, { name: 'mine' }),
        () => webhooks.renewSecret(one, documentId),
        () => webhooks.test(one, documentId),
        () => webhooks.deliveries(one, { webhook: documentId, limit: 1 }),
        () => webhooks.resend(one, documentId, 'd'),
        () => webhooks.remove(one, documentId),
      ])
        expect(failureOf(await run())).to.include({ code: 'POLICY.DENIED' });
  });

  it('are not found by another id', async () => {
    const { webhooks } = openWebhooksWorld();
    for (const run of [
      () => webhooks.find(systemPrincipal, 'nothing'),
      () => webhooks.update(systemPrincipal, 'nothing', {}),
      () => webhooks.test(systemPrincipal, 'nothing'),
      () => webhooks.resend(systemPrincipal, 'nothing', 'nothing'),
    ])
      expect(failureOf(await run())).to.include({ code: 'DOCUMENT.NOT_FOUND' });
  });
});
