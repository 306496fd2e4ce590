import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ApiError, createClient } from '../../src/client/index.js';
import { launchBrowser } from '../browser.js';
import { builtClient, openClientWorld, rejection, type AnyClient, type ClientWorld } from './client-world.js';

const refusal = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await rejection(promise);
  expect(error).to.be.instanceOf(ApiError);
  return error as ApiError;
};

describe('quire-cms/client', () => {
  let world: ClientWorld;
  let full: AnyClient;
  let anybody: AnyClient;

  before(async () => {
    world = await openClientWorld();
    ({ full, anybody } = world);
  });

  after(() => world.stop());

  it('writes, finds and deletes the documents of a collection', async () => {
    const authors = full.collection('authors');
    const { data: ada } = await authors.create({ name: 'Ada & Co', born: new Date('1815-12-10') });
    const articles = full.collection('articles');
    const made = await articles.create(
      { title: 'One', rating: 4, views: 1234567890123456789n, author: ada.documentId },
      { populate: { author: { fields: ['name'] } } },
    );
    expect(made.data).to.deep.include({ title: 'One', views: '1234567890123456789' });
    expect(made.data.author).to.deep.include({ name: 'Ada & Co' });
    const found = await anybody.collection('articles').find({
      filters: { author: { name: { $eq: 'Ada & Co' } }, rating: { $between: [3, 5] } },
      fields: ['title'],
      sort: ['title:asc'],
      populate: ['author', 'seo'],
      pagination: { pageSize: 5 },
    });
    expect(found.meta.pagination).to.deep.equal({ page: 1, pageSize: 5, pageCount: 1, total: 1 });
    expect(found.data[0]).to.include({ title: 'One', seo: null }).and.not.have.property('rating');
    expect((await articles.update(made.data.documentId, { rating: 5 })).data.rating).to.equal(5);
    expect((await articles.findOne(made.data.documentId)).data.rating).to.equal(5);
    expect(await articles.delete(made.data.documentId)).to.equal(undefined);
    expect((await refusal(articles.findOne(made.data.documentId))).status).to.equal(404);
  });

  it('hears of changes, goes on when the stream breaks, and ends with what ends the stream', async () => {
    const leaving = new AbortController();
    const articles = full.collection('articles');
    const heard: string[] = [];
    let documentId = '';
    for await (const change of anybody.collection('articles').changes({ fields: ['title'] })) {
      if (change.event === 'open')
        documentId = (await articles.create({ title: 'Live', rating: 1 })).data.documentId;
      if (change.event === 'change') await articles.delete(documentId);
      heard.push(change.event);
      if (change.event === 'leave') break;
    }
    expect(heard).to.deep.equal(['open', 'change', 'leave']);
    const several = anybody.changes({ types: ['api::article.article'] }, { signal: leaving.signal });
    expect((await several.next()).value).to.include({ event: 'open' });
    leaving.abort();
    expect(await rejection(several.next())).to.have.property('name', 'AbortError');
    const refused = anybody.collection('articles').changes({ status: 'draft' });
    expect((await refusal(refused.next())).status).to.equal(403);
  });

  it('keeps drafts and translations apart, and moves drafts', async () => {
    const articles = full.collection('articles');
    const { data: draft } = await articles.create({ rating: 1 }, { status: 'draft' });
    const { documentId } = draft;
    expect((await refusal(articles.findOne(documentId))).status).to.equal(404);
    expect((await refusal(articles.publish(documentId))).name).to.equal('ValidationError');
    await articles.update(documentId, { title: 'Two' }, { status: 'draft' });
    expect((await articles.publish(documentId, { fields: ['title'] })).data.title).to.equal('Two');
    await articles.update(documentId, { title: 'Edited' }, { status: 'draft' });
    expect((await articles.discardDraft(documentId)).data.title).to.equal('Two');
    await articles.update(documentId, { title: 'Deux' }, { locale: 'fr' });
    expect((await articles.findOne(documentId, { locale: 'fr' })).data.title).to.equal('Deux');
    await articles.delete(documentId, { locale: 'fr' });
    expect((await articles.find({ locale: ['fr', 'en'] })).data).to.have.length(1);
    expect((await articles.unpublish(documentId)).data.publishedAt).to.equal(null);
    await articles.delete(documentId);
  });

  it('writes, publishes and deletes a single type', async () => {
    const homepage = full.single('homepage');
    expect((await refusal(homepage.find())).status).to.equal(404);
    await homepage.update({ headline: 'Hello' }, { status: 'draft' });
    expect((await homepage.find({ status: 'draft' })).data.headline).to.equal('Hello');
    expect((await homepage.publish()).data.headline).to.equal('Hello');
    expect((await homepage.find()).data.headline).to.equal('Hello');
    expect((await homepage.unpublish()).data.publishedAt).to.equal(null);
    await homepage.delete();
    expect((await refusal(homepage.find({ status: 'draft' }))).status).to.equal(404);
  });

  it('reads page after page, with and without a total', async () => {
    const categories = full.collection('categories');
    for (let number = 1; number <= 7; number += 1) await categories.create({ name: `C${number}` });
    const read = async (pagination: object): Promise<string[][]> => {
      const names: string[][] = [];
      for await (const { data } of anybody.collection('categories').pages({ sort: 'name', pagination }))
        names.push(data.map(({ name }: { readonly name: string }) => name));
      return names;
    };
    const all = [['C1', 'C2', 'C3'], ['C4', 'C5', 'C6'], ['C7']];
    expect(await read({ pageSize: 3 })).to.deep.equal(all);
    expect(await read({ pageSize: 3, withCount: false })).to.deep.equal(all);
    expect(await read({ pageSize: 3, page: 3 })).to.deep.equal(all.slice(2));
    expect(await read({ pageSize: 7, withCount: false })).to.have.length(1);
    expect(await read({ page: 9 })).to.deep.equal([]);
  });

  it('finds nothing for an empty list of values, instead of everything', async () => {
    const empty = [
      { name: { $in: [] } },
      { name: { $in: [undefined] } },
      { name: [] },
      { documentId: [] },
      { $or: [{ name: [] }] },
    ];
    for (const filters of empty)
      expect((await anybody.collection('categories').find({ filters })).data).to.deep.equal([]);
    const others = { fields: [], sort: [], populate: [], filters: { $or: [] } };
    expect((await anybody.collection('categories').find(others)).data).to.have.length.above(1);
    const error = await rejection(anybody.collection('categories').find({ filters: { name: null } }));
    expect(error)
      .to.be.instanceOf(TypeError)
      .with.property('message', 'filters[name] is null: use $null to look for values that are absent');
  });

  it('uploads, describes, replaces, links and deletes files', async () => {
    const { data: author } = await full.collection('authors').create({ name: 'Grace' });
    const link = { ref: 'api::author.author', refId: author.documentId, field: 'portrait' };
    const [file] = await full.files.upload(new File(['a,b'], 'table.csv', { type: 'text/csv' }), {
      info: { caption: 'A table' },
      link,
    });
    expect(file).to.include({ name: 'table.csv', caption: 'A table' });
    const { data } = await anybody.collection('authors').findOne(author.documentId, { populate: 'portrait' });
    expect(data.portrait.documentId).to.equal(file.documentId);
    expect((await full.files.update(file.id, { caption: 'Two' })).caption).to.equal('Two');
    const replaced = await full.files.replace(file.id, new File(['c,d'], 'other.csv'));
    expect([replaced.id, replaced.url === file.url]).to.deep.equal([file.id, false]);
    expect((await anybody.files.findOne(file.id)).caption).to.equal('Two');
    expect(await anybody.files.find({ filters: { name: { $startsWith: 'x' } } })).to.deep.equal([]);
    expect((await full.files.delete(file.id)).id).to.equal(file.id);
    // As the files of an input are.
    const two = { 0: new File(['1'], '1.txt'), 1: new File(['2'], '2.txt'), length: 2 };
    const info = [{ caption: 'first' }, { caption: 'second' }];
    expect((await full.files.upload(two, { info })).map(({ caption }) => caption as string)).to.deep.equal([
      'first',
      'second',
    ]);
  });

  it('keeps the session of a sign-in, and does without one that has ended', async () => {
    const client = createClient({ baseUrl: `${world.url}/api`, token: 'ended' });
    expect((await refusal(client.auth.me())).status).to.equal(401);
    const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };
    expect((await client.auth.register(account)).user.username).to.equal('ada');
    expect((await client.auth.me()).email).to.equal('ada@example.com');
    await client.auth.logout();
    expect([client.token, (await refusal(client.auth.me())).status]).to.deep.equal([undefined, 403]);
    client.token = 'ended';
    expect((await refusal(client.auth.logout())).status).to.equal(401);
    expect(client.token, 'it is forgotten all the same').to.equal(undefined);
    client.token = 'ended';
    await client.auth.login({ identifier: 'ada', password: account.password });
    const changed = {
      currentPassword: account.password,
      password: 'battery staple',
      passwordConfirmation: 'battery staple',
    };
    await client.auth.changePassword(changed);
    expect((await client.auth.updateMe({ username: 'lovelace' })).username).to.equal('lovelace');
    expect(await client.auth.forgotPassword('nobody@example.com')).to.deep.equal({ ok: true });
    const wrong = await refusal(client.auth.login({ identifier: 'lovelace', password: 'wrong' }));
    expect([wrong.status, wrong.name]).to.deep.equal([400, 'ValidationError']);
    expect((await client.auth.me()).username, 'the session stays').to.equal('lovelace');
  });

  it('rejects with what the API says of a refusal', async () => {
    const unknown = await refusal(full.collection('articles').create({ titel: 'A' }));
    expect([unknown.status, unknown.name, unknown.message]).to.deep.equal([
      400,
      'ValidationError',
      'Invalid key titel',
    ]);
    expect(unknown.details).to.deep.include({ key: 'titel', nearest: ['title'] });
    const denied = await refusal(anybody.collection('articles').create({ title: 'A' }));
    expect([denied.status, denied.name]).to.deep.equal([403, 'ForbiddenError']);
    const elsewhere = createClient({ baseUrl: world.url });
    expect((await refusal(elsewhere.request('GET', '/page.html'))).name).to.equal('UnexpectedAnswer');
    expect((await refusal(elsewhere.request('GET', '/nothing'))).status).to.equal(404);
  });

  it('has at most 6 kB, and imports nothing of other packages', async () => {
    const names = (await readdir(builtClient)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(names.map((name) => readFile(join(builtClient, name), 'utf8')));
    expect(gzipSync(texts.join('')).length).to.be.within(1000, 6 * 1024);
    for (const [, from] of texts.join('').matchAll(/^(?:import|export)[^;]* from '([^']+)'/gm))
      expect(from).to.match(/^\.\/[\w-]+\.js$/);
  });

  it('runs in a browser', async function () {
    const browser = await launchBrowser();
    if (browser === undefined) return this.skip();
    try {
      const page = await browser.newPage();
      await page.goto(`${world.url}/page.html`);
      const seen = await page.evaluate(async () => {
        const module = '/client/index.js';
        const loaded = (await import(module)) as {
          createClient: typeof createClient;
          ApiError: typeof ApiError;
        };
        const client = loaded.createClient({ baseUrl: '/api' });
        const { data } = await client
          .collection('categories')
          .find({ pagination: { pageSize: 1 }, sort: 'name' });
        const error: unknown = await client
          .collection('nothing')
          .find()
          .catch((thrown: unknown) => thrown);
        return [data[0].name, error instanceof loaded.ApiError && error.status];
      });
      expect(seen).to.deep.equal(['C1', 404]);
    } finally {
      await browser.close();
    }
    return undefined;
  });
});
