import { expect } from 'chai';
import { asking } from './asking.js';
import { historyApp } from '../http/history-app.js';
import { serveApp, typeFile, type Credentials, type ServedApp } from '../http/served-app.js';

// Tests read answers without types.
/* oxlint-disable no-explicit-any */

const article = 'api::article.article';

const extension = `module.exports = { register({ strapi }) {
  const extension = strapi.plugin('graphql').service('extension');
  extension.use({
    typeDefs: 'extend type Query { authorHistory: String } extend type Mutation { restoreHome: String }',
    resolvers: { Query: { authorHistory: () => 'of the app' }, Mutation: { restoreHome: () => 'of the app' } },
    resolversConfig: { 'Query.authorHistory': { auth: false }, 'Query.closed': { policies: [() => true] } },
  });
} };`;

describe('history over GraphQL', function () {
  this.timeout(120_000);
  let world: ServedApp;
  let admin: Credentials;
  before(async () => {
    world = await serveApp({
      ...historyApp,
      'src/index.js': extension,
      ...typeFile('closed', { title: { type: 'string' } }, { options: { draftAndPublish: true } }),
    });
    const { token } = await world.app.access.createToken({ name: 'admin', access: 'full-access' });
    admin = { token };
  });
  after(() => world.stop());
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const { answered, errorOf } = asking(() => ({ world, admin }));
  const make = async (path: string, data: object): Promise<string> =>
    (await world.rest(admin, 'POST', path, { data })).body.data.documentId;

  const listQuery = `query ($id: ID!) { articleHistory(documentId: $id) {
    total entries { id documentId at action status locale names by { kind name } } } }`;

  it('lists, shows, compares and restores what REST does', async () => {
    const id = await make('/articles?status=draft', { title: 'one' });
    await world.rest(admin, 'PUT', `/articles/${id}?status=published`, { data: { title: 'two' } });
    const path = `/articles/${id}/history`;
    const { body } = await world.rest(admin, 'GET', path);
    const { articleHistory } = await answered(listQuery, { id });
    expect(articleHistory.entries).to.deep.equal(body.data);
    expect(articleHistory.total).to.equal(body.meta.pagination.total);
    const page = await answered(
      `query ($id: ID!) { articleHistory(documentId: $id, pagination: { start: 1, limit: 1 }) { entries { id } } }`,
      { id },
    );
    expect(page.articleHistory.entries).to.deep.equal([{ id: body.data[1].id }]);

    const [first, last] = [body.data.at(-1).id, body.data[0].id];
    const shown = await answered(
      `query ($id: ID!, $entry: ID!, $other: ID!) {
        articleHistoryEntry(documentId: $id, entry: $entry) { id status content outdated }
        articleHistoryDiff(documentId: $id, entry: $entry, other: $other) { name from to }
        today: articleHistoryDiff(documentId: $id, entry: $entry) { name from to } }`,
      { id, entry: first, other: last },
    );
    const { data: entry } = (await world.rest(admin, 'GET', `${path}/${first}`)).body;
    const { content, outdated } = entry;
    expect(shown.articleHistoryEntry).to.deep.equal({ id: first, status: 'draft', content, outdated });
    const difference = [{ name: 'title', from: 'one', to: 'two' }];
    expect(shown.articleHistoryDiff).to.deep.equal(difference);
    expect(shown.today).to.deep.equal(difference);

    const restored = await answered(
      `mutation ($id: ID!, $entry: ID!) { restoreArticle(documentId: $id, entry: $entry) {
        document { documentId now: title authors { name } } created leftOut gone } }`,
      { id, entry: first },
    );
    expect(restored.restoreArticle).to.deep.equal({
      document: { documentId: id, now: 'one', authors: [] },
      created: false,
      leftOut: [],
      gone: [],
    });
    expect((await world.rest(admin, 'GET', `/articles/${id}`)).body.data.title).to.equal('two');
  });

  it('has the documents of the other format too, and single types without an id', async () => {
    await world.rest(admin, 'PUT', '/home?status=draft', { data: { title: 'at home' } });
    const { data, errors } = await world.graphql(admin, `{ homeHistory { entries { id } } }`, {}, 'v4');
    expect(errors).to.equal(undefined);
    const entry = data.homeHistory.entries[0].id as string;
    const id = await make('/articles?status=draft', { title: 'one' });
    const [listed] = (await answered(listQuery, { id })).articleHistory.entries;
    const restored = await world.graphql(
      admin,
      `mutation ($id: ID!, $entry: ID!) { restoreArticle(id: $id, entry: $entry) {
        document { data { id attributes { title } } } } }`,
      { id, entry: listed.id },
      'v4',
    );
    expect(restored).to.deep.equal({
      data: { restoreArticle: { document: { data: { id, attributes: { title: 'one' } } } } },
    });
    expect(
      await errorOf(`query ($e: ID!) { homeHistoryEntry(entry: $e) { content } }`, { e: entry }),
    ).to.equal('none');
  });

  it('keeps to one locale where one is named', async () => {
    const { documentId: id } = (
      await world.rest(admin, 'POST', '/translateds?status=draft', { data: { title: 'en' } })
    ).body.data;
    const asked = (format: 'v4' | 'v5', name: string, locale: string) =>
      world.graphql(
        admin,
        `query ($id: ID!) { translatedHistory(${name}: $id, locale: "${locale}") { total } }`,
        { id },
        format,
      );
    for (const [format, name] of [
      ['v4', 'id'],
      ['v5', 'documentId'],
    ] as const) {
      expect((await asked(format, name, 'en')).data.translatedHistory).to.deep.equal({ total: 1 });
      expect((await asked(format, name, 'de')).data.translatedHistory).to.deep.equal({ total: 0 });
      expect((await asked(format, name, '*')).data.translatedHistory).to.deep.equal({ total: 1 });
      expect((await asked(format, name, 'a b')).errors?.[0]?.message).to.contain('Invalid locale');
    }
  });

  it('needs the grants that REST needs, and refuses alike', async () => {
    const id = await make('/articles', { title: 'two' });
    const reader = await world.signUp('reader');
    expect(await errorOf(listQuery, { id }, reader)).to.equal('ForbiddenError');
    await world.app.access.grant(reader.role, article, ['history']);
    expect(await errorOf(listQuery, { id }, reader)).to.equal('NotFoundError');
    await world.app.access.grant(reader.role, article, ['findOne'], { fields: ['title'] });
    const { articleHistory } = await answered(listQuery, { id }, reader);
    const seen = (await world.rest(reader, 'GET', `/articles/${id}/history`)).body;
    expect(articleHistory.entries).to.deep.equal(seen.data).and.have.length(1);
    const restore = `mutation ($id: ID!, $entry: ID!) {
      restoreArticle(documentId: $id, entry: $entry) { document { title } } }`;
    const [{ id: entry }] = articleHistory.entries;
    expect(await errorOf(restore, { id, entry }, reader)).to.equal('ForbiddenError');
    expect(await errorOf(restore, { id, entry }, { token: '' })).to.equal('ForbiddenError');
    for (const wrong of ['gone', 'a b', ''])
      expect(await errorOf(restore, { id, entry: wrong })).to.equal('NotFoundError');
    expect(await errorOf(listQuery, { id: 'gone' })).to.equal('NotFoundError');
  });

  it('is not there for types without one or guarded by code, and gives way to fields of the app', async () => {
    for (const field of ['authorHistoryEntry', 'guardedHistory', 'closedHistory', 'closedHistoryDiff'])
      expect(await errorOf(`{ ${field}(documentId: "x", entry: "y") { id } }`)).to.contain(
        'Cannot query field',
      );
    for (const name of ['Closed', 'Guarded', 'Author'])
      expect(
        await errorOf(`mutation { restore${name}(documentId: "x", entry: "y") { created } }`),
      ).to.contain('Cannot query field');
    expect(await answered('{ authorHistory }')).to.deep.equal({ authorHistory: 'of the app' });
    expect(await answered('mutation { restoreHome }')).to.deep.equal({ restoreHome: 'of the app' });
  });
});
