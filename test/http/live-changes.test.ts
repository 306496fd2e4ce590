import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { listenTo, type Heard, type LiveListener } from './live-listener.js';
import { serveApp, toUser, typeFile, type Person, type ServedApp } from './served-app.js';
import { until } from '../until.js';

const article = 'api::article.article';
const note = 'api::note.note';
const page = 'api::page.page';

describe('live changes', function () {
  this.timeout(60_000);
  let served: ServedApp;
  let [kai, ada]: Person[] = [];
  const listeners: LiveListener[] = [];
  before(async () => {
    served = await serveApp({
      ...typeFile(
        'article',
        { title: { type: 'text' }, secret: { type: 'string', private: true } },
        { options: { draftAndPublish: true } },
      ),
      ...typeFile('note', { text: { type: 'string' }, owner: toUser('manyToOne') }),
      ...typeFile(
        'page',
        {
          title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
          rank: { type: 'integer' },
        },
        { pluginOptions: { i18n: { localized: true } } },
      ),
      'src/api/page/routes/page.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::page.page')`,
      ...typeFile('guarded', { text: { type: 'string' } }),
      'src/api/guarded/routes/guarded.js': `module.exports = { routes: [
        { method: 'GET', path: '/guardeds', handler: 'guarded.find', config: { policies: [() => true] } }] }`,
    });
    const { app } = served;
    for (const type of [article, page, 'api::guarded.guarded'])
      await app.access.grant('public', type, ['find', 'findOne']);
    [kai, ada] = [await served.signUp('kai'), await served.signUp('ada')];
    for (const { role } of [kai, ada])
      await app.access.grant(role, note, ['find'], { filters: { owner: { documentId: '$me' } } });
  });
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close();
  });
  after(() => served.stop());

  const listen = async (
    path: string,
    who?: Person,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LiveListener> => {
    const authorization = who && { Authorization: `Bearer ${who.token}` };
    const listener = await listenTo(`${served.url}/api${path}`, { ...authorization, ...headers });
    listeners.push(listener);
    return listener;
  };
  const create = async (type: string, data: object, rest: object = {}): Promise<string> =>
    textOf((await served.app.documents(type).create({ data, ...rest }))['documentId']);
  const told = (events: readonly Heard[]): readonly unknown[] =>
    events.map(({ event, data }) => [event, data.action ?? null, data.documentId]);

  it('shows versions as the listener may read them, and drafts to nobody without a grant', async () => {
    const listener = await listen('/articles/changes?fields=title');
    expect(listener.status).to.equal(200);
    expect(listener.headers['content-type']).to.equal('text/event-stream; charset=utf-8');
    expect(listener.headers['x-accel-buffering']).to.equal('no');
    const documentId = await create(article, { title: 'a', secret: 's' });
    const { app } = served;
    await app.documents(article).update({ documentId, data: { title: 'draft' } });
    await app.documents(article).publish({ documentId });
    await listener.until(({ length }) => length === 1);
    await app.documents(article).update({ documentId, data: { title: 'b' }, status: 'published' });
    await listener.until(({ length }) => length === 2);
    await app.documents(article).unpublish({ documentId });
    await listener.until(({ length }) => length === 3);
    expect(told(listener.events)).to.deep.equal([
      ['change', 'publish', documentId],
      ['change', 'update', documentId],
      ['leave', null, documentId],
    ]);
    const [first] = listener.events;
    expect(first?.data).to.have.keys('action', 'type', 'documentId', 'locale', 'document');
    expect(first?.data.document).to.have.property('title');
    expect(JSON.stringify(listener.events)).not.to.contain('secret');
  });

  it('tells of what no longer matches the filters of the listener', async () => {
    const listener = await listen('/articles/changes?filters[title]=keep');
    const documentId = await create(article, { title: 'keep' }, { status: 'published' });
    await listener.until(({ length }) => length === 1);
    await served.app.documents(article).update({ documentId, data: { title: 'x' }, status: 'published' });
    await listener.until(({ length }) => length === 2);
    expect(told(listener.events)).to.deep.equal([
      ['change', 'create', documentId],
      ['leave', null, documentId],
    ]);
  });

  it('never names a document that a listener with a condition could not see', async () => {
    const own = await create(note, { text: 'own', owner: kai?.documentId });
    const [mine, theirs] = [await listen('/notes/changes', kai), await listen('/notes/changes', ada)];
    const other = await create(note, { text: 'other', owner: ada?.documentId });
    await theirs.until(({ length }) => length === 1);
    await served.app.documents(note).update({ documentId: other, data: { text: 'again' } });
    await theirs.until(({ length }) => length === 2);
    await served.app.documents(note).delete({ documentId: other });
    await served.app.documents(note).update({ documentId: own, data: { owner: null } });
    await mine.until((events) => events.some(({ event }) => event === 'leave'));
    // Nor that it goes on changing after it left.
    await served.app.documents(note).update({ documentId: own, data: { text: 'hidden' } });
    const next = await create(note, { text: 'next', owner: kai?.documentId });
    await mine.until((events) => events.some(({ data }) => data.documentId === next));
    await theirs.until(({ length }) => length === 3);
    // What happened just before it listens may come too.
    const since = mine.events.slice(mine.events.findIndex(({ event }) => event === 'leave'));
    expect(told(since)).to.deep.equal([
      ['leave', null, own],
      ['change', 'create', next],
    ]);
    expect(JSON.stringify(mine.events)).not.to.contain(other);
    expect(told(theirs.events)).to.deep.equal([
      ['change', 'create', other],
      ['change', 'update', other],
      ['leave', null, other],
    ]);
  });

  it('goes on after the last event that the client has', async () => {
    const first = await listen('/articles/changes');
    const one = await create(article, { title: '1' }, { status: 'published' });
    await first.until(({ length }) => length === 1);
    first.close();
    const two = await create(article, { title: '2' }, { status: 'published' });
    const again = await listen('/articles/changes', undefined, { 'Last-Event-ID': first.lastId() ?? '' });
    const three = await create(article, { title: '3' }, { status: 'published' });
    await again.until(({ length }) => length === 2);
    expect(again.events.map(({ data }) => data.documentId)).to.deep.equal([two, three]);
    expect(one).not.to.equal(two);
  });

  it('sends what was missed as the client reads it, however much it is', async () => {
    const first = await listen('/articles/changes');
    await until(() => first.lastId());
    first.close();
    const missed: string[] = [];
    for (let n = 0; n < 10; n++)
      missed.push(await create(article, { title: 'x'.repeat(200_000) }, { status: 'published' }));
    const again = await listen(`/articles/changes?after=${first.lastId()}`);
    // What happened just before it listened first may come too.
    await again.until(
      (events) => events.length >= missed.length && events.at(-1)?.data.documentId === missed.at(-1),
    );
    expect(again.events.slice(-10).map(({ data }) => data.documentId)).to.deep.equal(missed);
    expect(again.isEnded()).to.equal(false);
  });

  it('resets a client that cannot go on', async () => {
    const unknown = await listen('/articles/changes?after=AAAAAAAAAAAAAAAAAAAAAA');
    await unknown.until(({ length }) => length === 1);
    expect(unknown.events[0]?.event).to.equal('reset');
    const conditional = await listen('/notes/changes', kai);
    await until(() => conditional.lastId());
    const again = await listen(`/notes/changes?after=${conditional.lastId()}`, kai);
    await again.until(({ length }) => length === 1);
    expect(again.events[0]?.event).to.equal('reset');
  });

  it('resets a client that comes from another log with the same secret', async () => {
    const former = await serveApp(typeFile('article', {}));
    try {
      await former.app.access.grant('public', article, ['find']);
      const listener = await listenTo(`${former.url}/api/articles/changes`);
      listeners.push(listener);
      await former.app.documents(article).create({ data: {} });
      await listener.until(({ length }) => length === 1);
      await create(article, { title: 'missed' }, { status: 'published' });
      const again = await listen(`/articles/changes?after=${listener.lastId()}`);
      await again.until(({ length }) => length > 0);
      expect(again.events[0]?.event).to.equal('reset');
    } finally {
      await former.stop();
    }
  });

  it('serves several types in one stream', async () => {
    const listener = await listen(`/changes?types=${article},${page}`);
    const one = await create(article, { title: '1' }, { status: 'published' });
    const two = await create(page, { title: '2' });
    await listener.until(({ length }) => length === 2);
    expect(listener.events.map(({ data }) => [data.type, data.documentId])).to.deep.equal([
      [article, one],
      [page, two],
    ]);
  });

  it('tells listeners of another locale of attributes that all locales share', async () => {
    const listener = await listen('/pages/changes?fields=rank');
    const documentId = await create(page, { title: 'a', rank: 1 });
    await served.app.documents(page).update({ documentId, data: { title: 'same' } });
    await listener.until(({ length }) => length === 2);
    expect(listener.events.map(({ data }) => data.locale)).to.deep.equal(['en', 'en']);
  });

  it('is refused before the stream begins, as a read is', async () => {
    const statuses: unknown[] = [];
    for (const [path, headers] of [
      ['/notes/changes', {}],
      ['/articles/changes', { Authorization: 'Bearer nobody' }],
      ['/articles/changes?filters[secret]=s', {}],
      ['/articles/changes?fields=secret', {}],
      ['/articles/changes?sort=title', {}],
      ['/articles/changes?status=draft', {}],
      [`/changes?types=${article},${note}`, {}],
      ['/changes?types=plugin::users-permissions.user', {}],
      ['/changes', {}],
      ['/guardeds/changes', {}],
    ] as const)
      statuses.push((await fetch(`${served.url}/api${path}`, { headers })).status);
    expect(statuses).to.deep.equal([403, 401, 400, 400, 400, 403, 403, 403, 400, 404]);
  });

  it('ends when the listener may no longer read, and shows less when grants change', async () => {
    const { app } = served;
    await app.access.grant(kai?.role ?? '', page, ['find']);
    const blocked = await listen('/pages/changes', kai);
    expect(blocked.status).to.equal(200);
    await app.access.grant(ada?.role ?? '', page, ['find']);
    const byUser = await listen('/pages/changes', ada);
    const documentId = kai?.documentId ?? '';
    await app.documents('plugin::users-permissions.user').update({ documentId, data: { blocked: true } });
    await app.access.grant(ada?.role ?? '', page, ['find'], { fields: ['rank'] });
    await until(() => blocked.isEnded());
    expect(blocked.events.map(({ event, data }) => [event, data.error?.status])).to.deep.equal([
      ['end', 401],
    ]);
    const shows = async (): Promise<boolean> => {
      const before = byUser.events.length;
      await create(page, { title: 't', rank: 1 });
      await byUser.until(({ length }) => length > before);
      return 'title' in (byUser.events.at(-1)?.data.document ?? {});
    };
    await until(async () => !(await shows()));
    await app.access.revoke(ada?.role ?? '', page, ['find']);
    await until(() => byUser.isEnded());
    expect(byUser.events.at(-1)?.data.error.status).to.equal(403);
    expect(served.errors).to.deep.equal([]);
  });

  it('has a limit of listeners for each caller', async () => {
    const first = await listen('/articles/changes');
    for (let count = 1; count < 100; count += 1)
      expect((await listen('/articles/changes')).status).to.equal(200);
    expect((await listen('/articles/changes')).status).to.equal(429);
    first.close();
    await until(async () => (await listen('/articles/changes')).status === 200);
  });
});
