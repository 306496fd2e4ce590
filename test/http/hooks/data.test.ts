import type { Json } from '../../../src/domain/schema/schema.js';
import { textOf } from '../../../src/domain/document/text-of.js';
import { expect } from 'chai';
import { errors } from '../../../src/bootstrap/index.js';
import type { HookEvent } from '../../../src/adapters/app-code/hooks/hook-registry.js';
import type { ServedApp } from '../served-app.js';
import { article, author, note, serveHooked } from './hooked-app.js';

type Data = Record<string, Json>;

describe('the event of a hook', () => {
  let served: ServedApp;
  let token: { readonly token: string };
  let stops: (() => void)[];
  before(async () => {
    served = await serveHooked();
    token = await served.app.access.createToken({ name: 'all', access: 'full-access' });
  });
  beforeEach(() => (stops = []));
  afterEach(() => stops.forEach((stop) => stop()));
  after(() => served.stop());

  /** Subscribes to one action of a model until the end of the test. */
  const on = (model: string, action: string, hook: (event: HookEvent) => unknown): void =>
    void stops.push(served.app.db.lifecycles.subscribe({ models: [model], [action]: hook }));
  const dataOf = ({ params }: HookEvent): Data => params.data as Data;

  it('has the data that is written, with what the server sets', async () => {
    const writer = await served.app.documents(author).create({ data: { name: 'w' } });
    let event: HookEvent | undefined;
    on(article, 'beforeCreate', (given) => (event ??= structuredClone({ ...given, model: given.model })));
    const data = { title: 'a', seo: { keyword: 'k' }, author: writer['documentId'] };
    const { documentId } = await served.app.documents(article).create({ data });
    expect(event?.model).to.include({ uid: article, singularName: 'article', tableName: 'articles' });
    expect(event?.model.attributes['title']).to.deep.equal({ type: 'string' });
    const given = dataOf(event as HookEvent);
    expect(given).to.deep.include({
      title: 'a',
      seo: { keyword: 'k' },
      author: { set: [{ id: writer['id'], documentId: writer['documentId'] }] },
      documentId,
      publishedAt: null,
    });
    expect(given['createdAt']).to.be.instanceOf(Date);
  });

  it('has the row as where and result, and the state of its before hook', async () => {
    const { id, documentId } = await served.app.documents(note).create({ data: { title: 'a' } });
    const seen: unknown[] = [];
    on(note, 'afterUpdate', ({ params, result, state }) => seen.push([params['where'], result, state]));
    stops.push(
      served.app.db.lifecycles.subscribe({
        models: [note],
        beforeUpdate: (event: HookEvent) => void (event.state['count'] = 1),
        afterUpdate: ({ state }: HookEvent) => seen.push(state),
      }),
    );
    await served.app.documents(note).update({ documentId: textOf(documentId), data: { title: 'b' } });
    const [[where, result, state], own] = seen as [[unknown, Data, unknown], unknown];
    expect(where).to.deep.equal({ id });
    expect(result).to.include({ id, documentId, title: 'b' });
    expect([state, own]).to.deep.equal([{}, { count: 1 }]);
  });

  it('writes what hooks change in place, replace, add and delete, whatever the rules and rights', async () => {
    on(article, 'beforeCreate', (event) => {
      const data = dataOf(event);
      data['slug'] = textOf(data['title']).toLowerCase();
      data['summary'] = 'x';
      data['notes'] = 'private';
      delete data['seo'];
      data['unknown'] = 1;
    });
    on(article, 'beforeUpdate', (event) => {
      event.params.data = { ...dataOf(event), title: 'replaced' };
    });
    const data = { title: 'Abc', seo: { keyword: 'k' } };
    const created = await served.app.documents(article).create({ data, populate: ['seo'] });
    expect(created).to.include({ notes: 'private', slug: 'abc', summary: 'x', seo: null });
    const documentId = textOf(created['documentId']);
    await served.app.documents(article).update({ documentId, data: { title: 'b' } });
    expect(await served.app.documents(article).findOne({ documentId })).to.include({ title: 'replaced' });
    expect(served.warnings.join()).to.include(
      'beforeCreate of api::article.article sets what a hook cannot change, so it stays as it is: unknown',
    );
  });

  it('changes relations by row id, and refuses what cannot be stored', async () => {
    const writer = await served.app.documents(author).create({ data: { name: 'w' } });
    on(article, 'beforeCreate', (event) => (dataOf(event)['author'] = writer['id'] ?? null));
    const { documentId } = await served.app.documents(article).create({ data: { title: 'a' } });
    const found = await served.app
      .documents(article)
      .findOne({ documentId: textOf(documentId), populate: ['author'] });
    expect(found?.['author']).to.include({ name: 'w' });
    on(note, 'beforeCreate', (event) => (dataOf(event)['count'] = 'many'));
    const refused = await served.rest(token, 'POST', '/notes', { data: { title: 'a' } });
    expect([refused.status, refused.body.error.name]).to.deep.equal([400, 'ValidationError']);
  });

  it('a hook changes what the caller gets, and private attributes stay hidden', async () => {
    on(article, 'afterCreate', ({ result }) => {
      const row = result as Data;
      row['title'] = 'shown';
      row['notes'] = 'hidden';
      row['computed'] = [1];
    });
    const posted = await served.rest(token, 'POST', '/articles', { data: { title: 'a' } });
    expect(posted.body.data).to.deep.include({ title: 'shown', computed: [1] });
    expect(posted.body.data).to.not.have.property('notes');
    const { documentId } = posted.body.data;
    expect(await served.app.documents(article).findOne({ documentId })).to.include({ title: 'a' });
  });

  it('a hook that throws rolls everything back, and its error is the answer', async () => {
    const { ApplicationError, ForbiddenError } = errors;
    on(note, 'afterCreate', async () => {
      await served.app.documents(author).create({ data: { name: 'joined' } });
      throw new ApplicationError('Not like this', { reason: 'because' });
    });
    on(note, 'beforeDelete', () => {
      throw new ForbiddenError('Stays');
    });
    const posted = await served.rest(token, 'POST', '/notes', { data: { title: 'refused' } });
    expect(posted.status).to.equal(400);
    expect(posted.body.error).to.deep.equal({
      status: 400,
      name: 'ApplicationError',
      message: 'Not like this',
      details: { reason: 'because' },
    });
    expect(await served.app.documents(author).findMany({ filters: { name: 'joined' } })).to.deep.equal([]);
    expect(await served.app.documents(note).findMany({ filters: { title: 'refused' } })).to.deep.equal([]);
    const query = 'mutation { createNote(data: { title: "refused" }) { data { id } } }';
    const [error] = (await served.graphql(token, query)).errors ?? [];
    expect(error?.message).to.equal('Not like this');
    const thrown = await served.app
      .documents(note)
      .create({ data: { title: 'refused' } })
      .catch((error_: unknown) => error_);
    expect(thrown).to.be.instanceOf(ApplicationError);
    const kept = (await served.app.documents(note).findMany())[0];
    if (kept !== undefined) {
      const deleted = await served.rest(token, 'DELETE', `/notes/${textOf(kept['documentId'])}`);
      expect([deleted.status, deleted.body.error.message]).to.deep.equal([403, 'Stays']);
    }
  });

  it('any other error is answered with 500 and logged', async () => {
    on(note, 'beforeCreate', () => {
      throw new TypeError('a bug of the hook');
    });
    const posted = await served.rest(token, 'POST', '/notes', { data: { title: 'a' } });
    expect([posted.status, posted.body.error.message]).to.deep.equal([500, 'Internal Server Error']);
    expect(served.errors.join()).to.include('a bug of the hook');
  });

  it('a hook may write to its own type, but not in an endless circle', async () => {
    on(note, 'afterCreate', async ({ result }) => {
      const { documentId } = result as Data;
      await served.app.documents(note).update({ documentId: textOf(documentId), data: { count: 0 } });
    });
    on(note, 'afterUpdate', async ({ result }) => {
      const { documentId, count } = result as Data;
      if (Number(count) < 5)
        await served.app
          .documents(note)
          .update({ documentId: textOf(documentId), data: { count: Number(count) + 1 } });
    });
    const { documentId } = await served.app.documents(note).create({ data: { title: 'counted' } });
    expect(await served.app.documents(note).findOne({ documentId: textOf(documentId) })).to.include({
      count: 5,
    });
    on(note, 'beforeCreate', async () => {
      await served.app.documents(note).create({ data: { title: 'endless' } });
    });
    const circle = await served.rest(token, 'POST', '/notes', { data: { title: 'endless' } });
    expect(circle.status).to.equal(500);
    expect(served.errors.join()).to.include(
      'Hooks cause each other, more than 24 deep: beforeCreate of api::note.note (a subscriber)',
    );
    expect(await served.app.documents(note).findMany({ filters: { title: 'endless' } })).to.deep.equal([]);
  });
});

describe('a file of hooks', () => {
  it('runs before the subscribers, with the global strapi', async () => {
    const served = await serveHooked({
      'src/api/note/content-types/note/lifecycles.js': `module.exports = {
        async beforeCreate(event) {
          const found = await strapi.documents('api::note.note').findMany();
          event.params.data.count = found.length;
          event.state.order = ['file'];
        },
        afterCreate({ state, result }) { result.order = state.order; },
      };`,
      'src/index.js': `module.exports = {
        bootstrap({ strapi }) {
          strapi.db.lifecycles.subscribe({
            models: ['api::note.note'],
            beforeCreate({ params }) { params.data.title += ' ' + params.data.count; },
          });
        },
      };`,
    });
    try {
      const created = await served.app.documents(note).create({ data: { title: 'a' } });
      expect(created).to.deep.include({ title: 'a 0', count: 0, order: ['file'] });
      expect(served.warnings.filter((line) => line.includes('lifecycles'))).to.deep.equal([]);
    } finally {
      await served.stop();
    }
  });
});
