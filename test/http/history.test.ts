import { expect } from 'chai';
import { historyApp } from './history-app.js';
import { serveApp, type Credentials, type Person, type ServedApp } from './served-app.js';
import { until } from '../until.js';

const article = 'api::article.article';
// Tests read answers without types.
/* oxlint-disable no-explicit-any */

describe('history over HTTP', function () {
  this.timeout(120_000);
  let world: ServedApp;
  let admin: Credentials;
  let reader: Person;
  before(async () => {
    world = await serveApp(historyApp);
    const { token } = await world.app.access.createToken({ name: 'admin', access: 'full-access' });
    admin = { token };
    reader = await world.signUp('reader');
  });
  after(() => world.stop());
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const make = async (path: string, data: object): Promise<string> => {
    const made = await world.rest(admin, 'POST', path, { data });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return made.body.data.documentId as string;
  };
  const put = async (path: string, data: object, who: Credentials = admin): Promise<void> => {
    const { status, body } = await world.rest(who, 'PUT', path, { data });
    expect(status, JSON.stringify(body)).to.equal(200);
  };
  /** Resolves when requests can name it: servers look for new locales a few times a second. */
  const addLocale = async (code: string, name: string): Promise<void> => {
    await world.app.documents('plugin::i18n.locale').create({ data: { code, name } });
    const none = `/translateds/none?locale=${code}`;
    await until(async () => (await world.rest(admin, 'PUT', none, { data: {} })).status !== 400);
  };
  const history = async (path: string, who: Credentials = admin): Promise<any> => {
    const { status, body } = await world.rest(who, 'GET', `${path}/history`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };
  const entry = async (path: string, id: string, who: Credentials = admin): Promise<any> => {
    const { status, body } = await world.rest(who, 'GET', `${path}/history/${id}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };

  it('each published version is an entry, and edits of one author in one minute are one', async () => {
    const path = `/articles/${await make('/articles?status=draft', { title: 'one' })}`;
    await put(`${path}?status=published`, { title: 'two', body: 'text' });
    await put(`${path}?status=draft`, { title: 'three' });
    await put(`${path}?status=draft`, { title: 'four' });
    await world.rest(admin, 'POST', `${path}/actions/publish`);
    const entries = await history(path);
    const told = entries.map(({ action, status, names, by }: any) => ({
      action,
      status,
      names,
      by: by.name,
    }));
    const by = 'admin';
    expect(told[0]).to.deep.equal({ action: 'publish', status: 'published', names: [], by });
    expect(told[1].action).to.equal('update');
    expect(told.at(-2)).to.deep.equal({
      action: 'update',
      status: 'published',
      names: ['title', 'body'],
      by,
    });
    expect(told.at(-1)).to.deep.equal({ action: 'create', status: 'draft', names: ['title'], by });
    const titles = [];
    for (const { id } of entries) titles.push((await entry(path, id)).content.title);
    expect(titles[0]).to.equal('four');
    expect(titles[1]).to.equal('four');
    expect(titles.slice(-2)).to.deep.equal(['two', 'one']);
  });

  it('a restore becomes no part of the edit before it, which stays an entry', async () => {
    const path = `/articles/${await make('/articles?status=draft', { title: 'first' })}`;
    await world.rest(admin, 'POST', `${path}/actions/publish`);
    await put(`${path}?status=draft`, { title: 'edited' });
    const [, then] = await history(path);
    const restored = await world.rest(admin, 'POST', `${path}/history/${then.id}/actions/restore`);
    expect(restored.body.data.title).to.equal('first');
    const titles = [];
    for (const { id } of await history(path)) titles.push((await entry(path, id)).content.title);
    expect(titles).to.deep.equal(['first', 'edited', 'first', 'first']);
  });

  it('an entry shows the version as it was, with links by their titles of today', async () => {
    const [kept, gone] = [await make('/authors', { name: 'Ann' }), await make('/authors', { name: 'Bob' })];
    const content = { authors: [gone, kept], seo: { text: 'seo', who: kept }, secret: 'private' };
    const made = { title: 'linked', ...content, blocks: [{ __component: 'page.seo', text: 'block' }] };
    const path = `/articles/${await make('/articles', made)}`;
    await put(path, { authors: [], seo: null });
    await put(`/authors/${kept}`, { name: 'Anna' });
    await world.rest(admin, 'DELETE', `/authors/${gone}`);
    const [now, then] = await history(path);
    const ann = { documentId: kept, title: 'Anna' };
    expect(await entry(path, then.id)).to.deep.include({
      status: 'published',
      by: { kind: 'token', name: 'admin' },
      content: {
        title: 'linked',
        body: null,
        authors: [{ documentId: gone, gone: true }, ann],
        seo: { text: 'seo', who: ann },
        blocks: [{ __component: 'page.seo', text: 'block', who: null }],
      },
      outdated: [],
    });
    const diff = await world.rest(admin, 'GET', `${path}/history/${then.id}/diff/${now.id}`);
    expect(diff.body.data).to.deep.equal([
      { name: 'authors', from: [{ documentId: gone, gone: true }, ann], to: [] },
      { name: 'seo', from: { text: 'seo', who: ann }, to: null },
    ]);
    const asOfToday = await world.rest(admin, 'GET', `${path}/history/${then.id}/diff/current`);
    expect(asOfToday.body).to.deep.equal({ data: diff.body.data, meta: { from: then.id, to: 'current' } });
    expect(JSON.stringify(await history(path))).to.not.include('secret');

    const restored = await world.rest(admin, 'POST', `${path}/history/${then.id}/actions/restore?populate=*`);
    expect(restored.status, JSON.stringify(restored.body)).to.equal(200);
    expect(restored.body.meta).to.deep.equal({
      created: false,
      leftOut: [],
      gone: [{ name: 'authors', documentId: gone }],
    });
    expect(restored.body.data.authors.map(({ name }: any) => name)).to.deep.equal(['Anna']);
    expect(restored.body.data.seo.text).to.equal('seo');
    const published = await world.rest(admin, 'GET', `${path}?populate=*`);
    expect(published.body.data.seo).to.equal(null);
    expect((await history(path))[0]).to.include({ action: 'update', status: 'draft' });
  });

  it('a deleted document is created again with its documentId', async () => {
    const documentId = await make('/articles', { title: 'lost', body: 'text' });
    const path = `/articles/${documentId}`;
    await world.rest(admin, 'DELETE', path);
    const [last] = await history(path);
    expect(last).to.include({ action: 'delete', status: 'draft' });
    const restored = await world.rest(admin, 'POST', `${path}/history/${last.id}/actions/restore`);
    expect(restored.status).to.equal(201);
    expect(restored.body.data).to.include({ documentId, title: 'lost', body: 'text', publishedAt: null });
    expect((await history(path)).map(({ action }: any) => action)).to.deep.equal([
      'create',
      'delete',
      'create',
    ]);
  });

  it('readers see entries of what they may read, if they are granted the history', async () => {
    const grant = (action: string, limits: object = {}): Promise<unknown> =>
      world.app.access.grant(reader.role, article, [action], limits);
    const documentId = await make('/articles?status=draft', { title: 'draft', body: 'first' });
    const path = `/articles/${documentId}`;
    expect((await world.rest(reader, 'GET', `${path}/history`)).status).to.equal(403);
    await grant('history');
    expect((await world.rest(reader, 'GET', `${path}/history`)).status).to.equal(404);
    await grant('findOne', { fields: ['title'] });
    expect((await world.rest(reader, 'GET', `${path}/history`)).status).to.equal(404);
    await put(path, { title: 'published', body: 'second' });
    await put(`${path}?status=draft`, { title: 'later' });
    const all = await history(path);
    const [only, ...others] = await history(path, reader);
    expect(others).to.deep.equal([]);
    expect(only).to.include({ status: 'published' });
    expect(only.names).to.deep.equal(['title']);
    expect((await entry(path, only.id, reader)).content).to.deep.equal({ title: 'published' });
    const today = (who: Credentials) => world.rest(who, 'GET', `${path}/history/${only.id}/diff/current`);
    expect((await today(reader)).body.data).to.deep.equal([]);
    expect((await today(admin)).body.data).to.deep.equal([{ name: 'title', from: 'published', to: 'later' }]);
    const draft = await world.rest(reader, 'GET', `${path}/history/${all[0].id}`);
    expect(draft.status).to.equal(404);
    const refused = await world.rest(reader, 'POST', `${path}/history/${only.id}/actions/restore`);
    expect(refused.status).to.equal(403);
    const other = await make('/articles', { title: 'other' });
    expect((await world.rest(reader, 'GET', `/articles/${other}/history/${only.id}`)).status).to.equal(404);
  });

  it('entries name what differs from the entry before that the reader sees, not from a draft', async () => {
    const person = await world.signUp('published');
    await world.app.access.grant(person.role, article, ['findOne', 'history']);
    const path = `/articles/${await make('/articles', { title: 'first', body: 'first' })}`;
    await put(`${path}?status=draft`, { title: 'draft', body: 'draft' });
    await put(`${path}?status=draft`, { body: 'first' });
    await world.rest(admin, 'POST', `${path}/actions/unpublish`);
    await world.rest(admin, 'POST', `${path}/actions/publish`);
    const told = async (who: Credentials): Promise<unknown> =>
      (await history(path, who)).map(({ action, names }: any) => [action, names]);
    expect(await told(person)).to.deep.equal([
      ['publish', ['title']],
      ['create', ['title', 'body']],
    ]);
    const [published] = await history(path, person);
    expect((await entry(path, published.id, person)).names).to.deep.equal(['title']);
    const query = `{ articleHistory(documentId: "${path.slice('/articles/'.length)}") { entries { names } } }`;
    const { data } = await world.graphql(person, query, {}, 'v5');
    expect(data.articleHistory.entries).to.deep.equal([{ names: ['title'] }, { names: ['title', 'body'] }]);
  });

  it('the history of a deleted document needs a grant without filters', async () => {
    const person = await world.signUp('filtered');
    const grant = (action: string, limits: object = {}): Promise<unknown> =>
      world.app.access.grant(person.role, article, [action], limits);
    await grant('history');
    await grant('findOne', { filters: { title: 'mine' } });
    const path = `/articles/${await make('/articles', { title: 'mine' })}`;
    expect(await history(path, person)).to.have.length(1);
    await world.rest(admin, 'DELETE', path);
    expect((await world.rest(person, 'GET', `${path}/history`)).status).to.equal(404);
    await grant('findOne');
    expect((await history(path, person)).map(({ action }: any) => action)).to.deep.equal(['create']);
  });

  it('bad requests are refused', async () => {
    const path = `/articles/${await make('/articles', { title: 'here' })}/history`;
    const status = async (method: string, rest: string): Promise<number> =>
      (await world.rest(admin, method, rest)).status;
    expect(await status('GET', `${path}/nothing`)).to.equal(404);
    expect(await status('GET', `${path}/%00`)).to.equal(404);
    expect(await status('GET', `${path}?locale=a%00b`)).to.equal(400);
    expect((await fetch(`${world.url}/api${path}`, { method: 'PUT' })).status).to.equal(405);
    expect(await status('POST', `${path}/nothing/actions/restore`)).to.equal(404);
    expect(await status('POST', `${path}/nothing/actions/publish`)).to.equal(404);
    expect(await status('GET', '/articles/nowhere/history')).to.equal(404);
    expect(await status('GET', `/authors/${await make('/authors', { name: 'Cy' })}/history`)).to.equal(404);
  });

  it('a type whose documents are guarded by policies has no routes for its history', async () => {
    const path = `/guardeds/${await make('/guardeds', { title: 'a' })}`;
    expect((await world.rest(admin, 'GET', path)).status).to.equal(200);
    expect((await world.rest(admin, 'GET', `${path}/history`)).status).to.equal(404);
  });

  it('a single type keeps as many versions as its options say', async () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) await put('/home', { title });
    const titles = [];
    for (const { id } of await history('/home')) titles.push((await entry('/home', id)).content.title);
    expect(titles).to.deep.equal(['e', 'd', 'c']);
  });

  it('each locale has its own versions', async () => {
    await addLocale('de', 'German');
    const path = `/translateds/${await make('/translateds', { title: 'house' })}`;
    await put(`${path}?locale=de`, { title: 'Haus' });
    const german = await world.rest(admin, 'GET', `${path}/history?locale=de`);
    expect(german.body.data.map(({ locale }: any) => locale)).to.deep.equal(['de']);
    await put(`${path}?locale=de`, { title: 'Gebäude' });
    const [{ id }] = german.body.data;
    const restored = await world.rest(admin, 'POST', `${path}/history/${id}/actions/restore`);
    expect(restored.body.data).to.include({ title: 'Haus', locale: 'de' });
    await world.rest(admin, 'DELETE', `${path}?locale=*`);
    const ended = (await history(path)).slice(0, 2);
    expect(ended.map(({ action, locale }: any) => `${action} ${locale}`)).to.have.members([
      'delete de',
      'delete en',
    ]);
  });

  it('a grant with a condition shows entries of the locales that it covers', async () => {
    const person = await world.signUp('french');
    const type = 'api::translated.translated';
    await addLocale('fr', 'French');
    await world.app.access.grant(person.role, type, ['findOne', 'findDrafts'], { filters: { locale: 'fr' } });
    await world.app.access.grant(person.role, type, ['history']);
    const path = `/translateds/${await make('/translateds', { title: 'house' })}`;
    await put(`${path}?locale=fr`, { title: 'maison' });
    expect((await history(path, person)).map(({ locale }: any) => locale)).to.deep.equal(['fr']);
    const english = (await history(path)).find(({ locale }: any) => locale === 'en');
    expect((await world.rest(person, 'GET', `${path}/history?locale=en`)).body.data).to.deep.equal([]);
    const refused = await world.rest(person, 'GET', `${path}/history/${english.id}`);
    expect(refused.status).to.equal(404);
  });

  it('code of the app reads, compares and restores versions', async () => {
    const documents = world.app.documents(article);
    const documentId = await make('/articles', { title: 'first' });
    await put(`/articles/${documentId}`, { title: 'second' });
    const [second, first] = (await documents.history?.({ documentId })) ?? [];
    const address = { documentId, entry: first?.id ?? '' };
    expect((await documents.version?.(address))?.content['title']).to.equal('first');
    expect(await documents.compare?.({ ...address, other: second?.id ?? '' })).to.deep.equal([
      { name: 'title', from: 'first', to: 'second' },
    ]);
    const restored = await documents.restore?.({ ...address, fields: ['title'] });
    expect(restored?.document['title']).to.equal('first');
    expect(await documents.findOne({ documentId, status: 'published' })).to.include({ title: 'second' });
    const failed = await documents.version?.({ documentId, entry: '' }).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error);
    expect(world.app.documents('api::author.author')).to.not.have.property('history');
  });
});
