import { expect } from 'chai';
import { errors } from '../../../src/bootstrap/index.js';
import { textOf } from '../../../src/domain/document/text-of.js';
import type { DocumentContext } from '../../../src/adapters/app-code/hooks/create-document-middlewares.js';
import type { ServedApp } from '../served-app.js';
import { article, author, note, serveHooked } from './hooked-app.js';

describe('strapi.db.transaction', () => {
  let served: ServedApp;
  before(async () => (served = await serveHooked()));
  after(() => served.stop());
  const titles = async () => (await served.app.documents(note).findMany()).map(({ title }) => title);

  it('commits as a whole, with its callbacks, and returns what the work returns', async () => {
    const { db } = served.app;
    const called: string[] = [];
    const value = await db.transaction(async ({ onCommit, onRollback }) => {
      onCommit(() => called.push('committed'));
      onRollback(() => called.push('taken back'));
      expect(db.inTransaction()).to.equal(true);
      await served.app.documents(note).create({ data: { title: 'a' } });
      return 7;
    });
    expect([value, called, db.inTransaction(), await titles()]).to.deep.equal([
      7,
      ['committed'],
      false,
      ['a'],
    ]);
  });

  it('rolls back when the work rejects or calls rollback', async () => {
    const { db } = served.app;
    const refused = new errors.ApplicationError('no');
    const thrown = await db
      .transaction(async () => {
        await served.app.documents(note).create({ data: { title: 'b' } });
        throw refused;
      })
      .catch((error: unknown) => error);
    expect(thrown).to.equal(refused);
    await db.transaction(async ({ rollback }) => {
      await served.app.documents(note).create({ data: { title: 'c' } });
      await rollback();
    });
    expect(await titles()).to.deep.equal(['a']);
  });

  it('rolls back writes with hooks too, and offers no knex', async () => {
    const { db } = served.app;
    const stop = db.lifecycles.subscribe({
      models: [note],
      afterCreate: () => served.app.documents(author).create({ data: { name: 'of the hook' } }),
    });
    const thrown = await db
      .transaction(async ({ trx }) => {
        await served.app.documents(note).create({ data: { title: 'd' } });
        return (trx as { raw(text: string): unknown }).raw('SELECT 1');
      })
      .catch((error: unknown) => error);
    stop();
    expect((thrown as Error).message).to.include('trx.raw is not offered');
    expect(await titles()).to.deep.equal(['a']);
    expect(await served.app.documents(author).findMany()).to.deep.equal([]);
    const loose = await db.transaction();
    await loose.commit();
  });
});

describe('strapi.documents.use', () => {
  let served: ServedApp;
  let calls: string[] = [];
  let middleware: ((context: DocumentContext, next: () => Promise<unknown>) => unknown) | undefined;
  let token: { readonly token: string };
  before(async () => {
    served = await serveHooked();
    token = await served.app.access.createToken({ name: 'all', access: 'full-access' });
    await served.app.access.grant('public', article, ['find', 'findOne']);
    served.app.documents.use(async (context, next) => {
      calls.push(`${context.action} ${context.uid.split('.')[1]}`);
      const result = await next();
      calls.push('done');
      return result;
    });
    served.app.documents.use((context, next) =>
      middleware !== undefined && context.uid === article ? middleware(context, next) : next(),
    );
    for (const title of ['a', 'b', 'c'])
      await served.app
        .documents(article)
        .create({ data: { title, notes: `n${title}` }, status: 'published' });
  });
  beforeEach(() => {
    calls = [];
    middleware = undefined;
  });
  after(() => served.stop());

  it('and hooks see nothing of what the server keeps for itself', async () => {
    const stop = served.app.db.lifecycles.subscribe({
      beforeFindMany: (event: { readonly model: { readonly uid: string } }) =>
        void calls.push(event.model.uid),
      beforeCreate: (event: { readonly model: { readonly uid: string } }) => void calls.push(event.model.uid),
    });
    const [some] = (await served.rest(token, 'GET', '/articles')).body.data;
    calls = [];
    const actions = [{ action: 'publish', type: article, documentId: some.documentId }];
    const released = await served.rest(token, 'POST', '/releases', { data: { name: 'spring', actions } });
    const listed = await served.rest(token, 'GET', '/releases');
    const webhook = { name: 'site', url: 'https://example.com/hook', events: ['entry.publish'] };
    const made = await served.rest(token, 'POST', '/webhooks', { data: webhook });
    stop();
    expect([released.status, listed.status, made.status]).to.deep.equal([200, 200, 200]);
    // Which locales there are is read again now and then.
    expect(calls.filter((uid) => uid !== 'plugin::i18n.locale')).to.deep.equal([]);
  });

  it('sees every operation of REST, GraphQL and app code', async () => {
    const posted = await served.rest(token, 'POST', '/notes', { data: { title: 'x' } });
    await served.rest(token, 'PUT', `/notes/${posted.body.data.documentId}`, { data: { title: 'y' } });
    await served.rest(token, 'DELETE', `/notes/${posted.body.data.documentId}`);
    await served.rest(token, 'GET', '/articles');
    await served.graphql(token, '{ articles { data { id } } }');
    await served.app.documents(article).count();
    expect(calls.filter((call) => call !== 'done')).to.deep.equal([
      'create note',
      'update note',
      'delete note',
      'findMany article',
      'count article',
      'findMany article',
      'count article',
    ]);
  });

  it('changes params, with the rights of the app, and the result', async () => {
    middleware = async (context, next) => {
      if (context.action === 'findMany')
        context.params = { ...context.params, filters: { notes: { $in: ['na', 'nc'] } }, sort: 'title:desc' };
      const result = await next();
      return Array.isArray(result) ? result.map((row: object) => ({ ...row, added: true })) : result;
    };
    const list = await served.rest(undefined, 'GET', '/articles');
    expect(
      list.body.data.map(({ title, added }: { title: string; added: boolean }) => [title, added]),
    ).to.deep.equal([
      ['c', true],
      ['a', true],
    ]);
    expect(list.body.data[0]).to.not.have.property('notes');
    const hidden = await served.rest(undefined, 'GET', '/articles?filters[notes]=na');
    expect(hidden.status).to.equal(400);
  });

  it('changes data, answers in place of a read, and refuses', async () => {
    middleware = async (context, next) => {
      if (context.action === 'findOne') return { id: 0, documentId: 'x', title: 'cached' };
      if (context.action === 'delete') throw new errors.ForbiddenError('Stays');
      (context.params['data'] as { title: string }).title += '!';
      return next();
    };
    const posted = await served.rest(token, 'POST', '/articles', { data: { title: 'x' } });
    expect(posted.body.data.title).to.equal('x!');
    const { documentId } = posted.body.data;
    const one = await served.rest(token, 'GET', `/articles/${documentId}`);
    expect(one.body.data.title).to.equal('cached');
    const deleted = await served.rest(token, 'DELETE', `/articles/${documentId}`);
    expect([deleted.status, deleted.body.error.message]).to.deep.equal([403, 'Stays']);
    middleware = undefined;
    const missing = await served.rest(token, 'GET', '/articles/nobodynobodynobodynobody');
    expect(missing.status).to.equal(404);
  });
});

describe('strapi.eventHub', () => {
  let served: ServedApp;
  before(async () => (served = await serveHooked()));
  after(() => served.stop());

  it('emits what is committed, once for each row, and nothing that is rolled back', async () => {
    const told: unknown[] = [];
    const { eventHub, db } = served.app;
    const stop = eventHub.subscribe((name, payload) => {
      const { model, entry } = payload as { model: string; entry: Record<string, unknown> };
      told.push([name, model, entry['title'], 'notes' in entry]);
    });
    const documents = served.app.documents(article);
    const { documentId } = await documents.create({ data: { title: 'a', notes: 'n' }, status: 'published' });
    await documents.delete({ documentId: textOf(documentId) });
    await db
      .transaction(async () => {
        await documents.create({ data: { title: 'b' } });
        throw new Error('no');
      })
      .catch(() => {});
    await db.transaction(async () => {
      await documents.create({ data: { title: 'c' } });
      expect(told).to.have.length(4);
    });
    expect(told).to.deep.equal([
      ['entry.create', 'article', 'a', false],
      ['entry.publish', 'article', 'a', false],
      ['entry.delete', 'article', 'a', false],
      ['entry.delete', 'article', 'a', false],
      ['entry.create', 'article', 'c', false],
    ]);
    stop();
    let own = 0;
    eventHub.once('own', () => (own += 1));
    await eventHub.emit('own');
    await eventHub.emit('own');
    expect(own).to.equal(1);
  });
});
