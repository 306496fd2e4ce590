import { textOf } from '../../../src/domain/document/text-of.js';
import { expect } from 'chai';
import type { HookEvent } from '../../../src/adapters/app-code/hooks/hook-registry.js';
import type { ServedApp } from '../served-app.js';
import { article, note, page, serveHooked } from './hooked-app.js';

/** What the table of docs/hooks.md says, over REST and app code. */
describe('the hooks of each operation', () => {
  let served: ServedApp;
  let token: { readonly token: string };
  let events: string[];
  before(async () => {
    served = await serveHooked();
    token = await served.app.access.createToken({ name: 'all', access: 'full-access' });
    served.app.db.lifecycles.subscribe((event) => {
      if (!/Find|Count/.test(event.action)) events.push(describeEvent(event));
    });
  });
  beforeEach(() => (events = []));
  after(() => served.stop());

  const create = (uid: string, data: object, rest: object = {}) =>
    served.app.documents(uid).create({ data: { ...data }, ...rest });
  const created = async (uid: string, data: object, rest: object = {}) => {
    const { documentId } = await create(uid, data, rest);
    events = [];
    return textOf(documentId);
  };

  it('create runs Create for the draft', async () => {
    await create(article, { title: 'a' });
    expect(events).to.deep.equal(['beforeCreate article draft', 'afterCreate article draft']);
  });

  it('POST runs Create for the draft and for the published row', async () => {
    const posted = await served.rest(token, 'POST', '/articles', { data: { title: 'a' } });
    expect(posted.status).to.equal(201);
    expect(events).to.deep.equal([
      'beforeCreate article draft',
      'afterCreate article draft',
      'beforeCreate article published',
      'afterCreate article published',
    ]);
  });

  it('update runs Update for the draft', async () => {
    const documentId = await created(article, { title: 'a' }, { status: 'published' });
    await served.app.documents(article).update({ documentId, data: { title: 'b' } });
    expect(events).to.deep.equal(['beforeUpdate article draft', 'afterUpdate article draft']);
  });

  it('PUT runs Update for the draft, Delete for the published row and Create for the new one', async () => {
    const documentId = await created(article, { title: 'a' }, { status: 'published' });
    const put = await served.rest(token, 'PUT', `/articles/${documentId}`, { data: { title: 'b' } });
    expect(put.body.data.title).to.equal('b');
    expect(events).to.deep.equal([
      'beforeUpdate article draft',
      'afterUpdate article draft',
      'beforeDelete article',
      'afterDelete article published',
      'beforeCreate article published',
      'afterCreate article published',
    ]);
  });

  it('publish, unpublish and discardDraft run Delete and Create for the row that changes', async () => {
    const documentId = await created(article, { title: 'a' });
    const documents = served.app.documents(article);
    await documents.publish({ documentId });
    expect(events.splice(0)).to.deep.equal([
      'beforeCreate article published',
      'afterCreate article published',
    ]);
    await documents.publish({ documentId });
    expect(events.splice(0)).to.deep.equal([
      'beforeDelete article',
      'afterDelete article published',
      'beforeCreate article published',
      'afterCreate article published',
    ]);
    await documents.discardDraft({ documentId });
    expect(events.splice(0)).to.deep.equal([
      'beforeDelete article',
      'afterDelete article draft',
      'beforeCreate article draft',
      'afterCreate article draft',
    ]);
    await documents.unpublish({ documentId });
    expect(events).to.deep.equal(['beforeDelete article', 'afterDelete article published']);
  });

  it('publish and discardDraft give the Create hook the times of the row', async () => {
    const documentId = await created(article, { title: 'a' });
    const given: unknown[] = [];
    const stored: unknown[] = [];
    const timesOf = (row: unknown): unknown => {
      const { createdAt, updatedAt } = JSON.parse(JSON.stringify(row)) as Record<string, string>;
      return { createdAt, updatedAt };
    };
    const stop = served.app.db.lifecycles.subscribe({
      models: [article],
      afterCreate({ params, result }: HookEvent) {
        given.push(timesOf(params.data));
        stored.push(timesOf(result));
      },
    });
    await served.app.documents(article).publish({ documentId });
    await served.app.documents(article).discardDraft({ documentId });
    stop();
    expect(stored).to.have.length(2);
    expect(given).to.deep.equal(stored);
  });

  it('delete runs Delete for each row, all before hooks before all after hooks', async () => {
    const documentId = await created(article, { title: 'a' }, { status: 'published' });
    await served.app.documents(article).delete({ documentId });
    expect(events).to.deep.equal([
      'beforeDelete article',
      'beforeDelete article',
      'afterDelete article draft',
      'afterDelete article published',
    ]);
  });

  it('a new locale runs Create for its draft, and shared attributes run Update for the other drafts', async () => {
    await served.app.locales.add('fr', 'French');
    const documentId = await created(page, { title: 'a', shared: 's' });
    await served.app.documents(page).update({ documentId, locale: 'fr', data: { title: 'b' } });
    expect(events.splice(0)).to.deep.equal(['beforeCreate page draft fr', 'afterCreate page draft fr']);
    await served.app.documents(page).update({ documentId, data: { shared: 't' } });
    expect(events).to.deep.equal([
      'beforeUpdate page draft en',
      'afterUpdate page draft en',
      'beforeUpdate page draft fr',
      'afterUpdate page draft fr',
    ]);
  });

  it('types without drafts run one event for each operation', async () => {
    const { documentId } = await create(note, { title: 'a' });
    await served.rest(token, 'PUT', `/notes/${textOf(documentId)}`, { data: { title: 'b' } });
    await served.rest(token, 'DELETE', `/notes/${textOf(documentId)}`);
    expect(events).to.deep.equal([
      'beforeCreate note published',
      'afterCreate note published',
      'beforeUpdate note published',
      'afterUpdate note published',
      'beforeDelete note',
      'afterDelete note published',
    ]);
  });

  it('GraphQL and users run the same events', async () => {
    const query = 'mutation { createNote(data: { title: "a" }) { data { id } } }';
    expect((await served.graphql(token, query)).errors).to.equal(undefined);
    expect(events.splice(0)).to.deep.equal(['beforeCreate note published', 'afterCreate note published']);
    await served.app.access.grant('public', 'plugin::users-permissions.user', ['create']);
    const person = { username: 'ann', email: 'ann@example.com', password: 'a long passphrase' };
    await served.rest(undefined, 'POST', '/auth/local/register', person);
    expect(events.filter((event) => event.includes(' user '))).to.deep.equal([
      'beforeCreate user published',
      'afterCreate user published',
    ]);
  });

  it('db.query runs exactly the event of its operation', async () => {
    const query = served.app.db.query(article);
    const row = await query.create({ data: { title: 'a' } });
    await query.update({ where: { id: row['id'] }, data: { title: 'b' } });
    await query.delete({ where: { id: row['id'] } });
    expect(events.map((event) => event.split(' ')[0])).to.deep.equal([
      'beforeCreate',
      'afterCreate',
      'beforeUpdate',
      'afterUpdate',
      'beforeDelete',
      'afterDelete',
    ]);
  });

  it('reads run the events that the app listens to', async () => {
    const read: string[] = [];
    const stop = served.app.db.lifecycles.subscribe({
      models: [note],
      beforeFindMany: ({ action }: HookEvent) => read.push(action),
      afterFindMany: (event: HookEvent) => {
        read.push(event.action);
        for (const row of event.result as Record<string, unknown>[]) row['added'] = 1;
      },
      afterFindOne: (event: HookEvent) => {
        read.push(event.action);
        (event.result as Record<string, unknown>)['title'] = 'changed';
      },
      afterCount: ({ action, result }: HookEvent) => read.push(`${action} ${typeof result}`),
    });
    const { documentId } = await create(note, { title: 'a' });
    const list = await served.rest(token, 'GET', '/notes');
    expect(list.body.data[0].added).to.equal(1);
    expect(read.splice(0)).to.deep.equal(['beforeFindMany', 'afterFindMany', 'afterCount number']);
    const one = await served.rest(token, 'GET', `/notes/${textOf(documentId)}`);
    expect(one.body.data.title).to.equal('changed');
    expect(await served.app.documents(note).count()).to.be.a('number');
    expect(read).to.deep.equal(['afterFindOne', 'afterCount number']);
    stop();
  });
});

function describeEvent({ action, model, params, result }: HookEvent): string {
  const row = (result ?? params.data) as Record<string, unknown> | undefined;
  const layer = row === undefined ? [] : [row['publishedAt'] === null ? 'draft' : 'published'];
  const locale = model.singularName === 'page' && row ? [row['locale']] : [];
  return [action, model.singularName, ...layer, ...locale].join(' ');
}
