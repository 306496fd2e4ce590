import { expect } from 'chai';
import { uidOf } from '../../../contract/fixture-schema.js';
import { openWebhooksWorld } from './webhooks-world.js';

const restaurant = uidOf('restaurant');

describe('the events of webhooks', () => {
  const everything = {
    events: ['entry.create', 'entry.update', 'entry.delete', 'entry.publish', 'entry.unpublish'],
  };

  it('show the version as it is, with one level of relations and nothing private', async () => {
    const { world, create, tell, deliver, bodies } = openWebhooksWorld();
    const chef = await world.create('chef', { name: 'Kai', phone: '0123' });
    const documentId = await world.create('restaurant', {
      name: 'Blini',
      notes: 'do not tell',
      secret: 'pass',
      owner: chef,
      seo: { title: 'B', note: { text: 't', hint: 'h' } },
    });
    await create(everything);
    await tell({ type: restaurant, documentId, layers: ['draft', 'published'], action: 'create' });
    await deliver();
    expect(bodies().map(({ event }) => event)).to.deep.equal(['entry.create', 'entry.publish']);
    const [, published] = bodies();
    expect(published).to.include({
      model: 'restaurant',
      uid: restaurant,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    expect(published?.['entry']).to.nested.include({ name: 'Blini', 'owner.name': 'Kai', 'seo.title': 'B' });
    const text = JSON.stringify(published);
    for (const hidden of ['do not tell', '0123', 'hash of', '"hint"']) expect(text).not.to.include(hidden);
  });

  it('are those of layers: a draft alone is not published', async () => {
    const { world, create, tell, deliver, bodies } = openWebhooksWorld();
    const documentId = await world.createDraft('restaurant', { name: 'Blini' });
    await create(everything);
    const change = { type: restaurant, documentId };
    await tell(
      { ...change, action: 'create', layers: ['draft'] },
      { ...change, action: 'unpublish', layers: ['published'] },
      { ...change, action: 'delete', layers: ['draft'] },
      { ...change, action: 'delete', layers: ['draft', 'published'] },
    );
    await deliver();
    expect(bodies().map(({ event }) => event)).to.deep.equal([
      'entry.create',
      'entry.unpublish',
      'entry.delete',
    ]);
  });

  it('reach the webhooks that name the type, the locale and the event', async () => {
    const { create, tell, deliver, calls } = openWebhooksWorld();
    await create({ url: 'https://example.com/types', types: [restaurant] });
    await create({ url: 'https://example.com/locales', locales: ['fr'] });
    await create({ url: 'https://example.com/events', events: ['entry.publish'] });
    await create({ url: 'https://example.com/off', enabled: false });
    await tell({ action: 'delete', locale: 'de' });
    await deliver();
    expect(calls).to.deep.equal([]);
    await tell({ action: 'delete', locale: 'fr' });
    await deliver();
    expect(calls.map(({ url }) => url)).to.deep.equal(['https://example.com/locales']);
  });

  it('hold back what does not meet the condition', async () => {
    const { world, create, tell, deliver, calls } = openWebhooksWorld();
    const [vegan, other] = [
      await world.create('dish', { name: 'Tofu', vegan: true }),
      await world.create('dish', { name: 'Stew', vegan: false }),
    ];
    await create({ types: [uidOf('dish')], filters: { vegan: true } });
    await tell({ documentId: vegan }, { documentId: other });
    await deliver();
    expect(calls.map(({ body }) => body.includes('Tofu'))).to.deep.equal([true]);
  });

  it('are not those of what the server keeps for itself, and not of types that are gone', async () => {
    const { create, tell, deliver, calls } = openWebhooksWorld();
    await create({});
    await tell(
      { type: 'plugin::users-permissions.session', action: 'delete' },
      { type: 'plugin::webhooks.delivery', action: 'delete' },
      { type: 'api::former.former', action: 'delete' },
    );
    await deliver();
    expect(calls).to.deep.equal([]);
  });

  it('name a version that is gone by the time that they are prepared', async () => {
    const { create, tell, deliver, bodies } = openWebhooksWorld();
    await create({});
    await tell({ documentId: 'gone', locale: 'fr' });
    await deliver();
    expect(bodies()).to.have.lengthOf(1);
    expect(bodies()[0]).to.deep.include({
      event: 'entry.update',
      entry: { documentId: 'gone', locale: 'fr' },
    });
  });

  it('of a version that is gone do not meet a condition', async () => {
    const { create, tell, deliver, calls } = openWebhooksWorld();
    await create({ types: [uidOf('dish')], filters: { vegan: true } });
    await tell({ documentId: 'gone' });
    await deliver();
    expect(calls).to.deep.equal([]);
  });

  it('name files and users as such', async () => {
    const { create, tell, deliver, bodies } = openWebhooksWorld();
    await create({ events: ['media.delete', 'user.delete'] });
    await tell(
      { type: 'plugin::upload.file', action: 'delete' },
      { type: 'plugin::users-permissions.user', action: 'delete' },
    );
    await deliver();
    expect(bodies()).to.have.lengthOf(2);
    expect(bodies()[0]).to.deep.include({ event: 'media.delete', media: { documentId: 'd1' } });
    expect(bodies()[1]).to.deep.include({ event: 'user.delete', model: 'user', entry: { documentId: 'd1' } });
  });
});
