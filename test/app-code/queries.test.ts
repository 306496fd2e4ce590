import { expect } from 'chai';
import type { Document } from '../../src/application/ports/document-store.js';
import { textOf } from '../../src/domain/document/text-of.js';
import { createAppHooks } from '../../src/adapters/app-code/hooks/create-app-hooks.js';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { AppError } from '../../src/adapters/app-code/app-error.js';
import type { AppObject } from '../../src/adapters/app-code/create-app-object.js';
import type { RowQuery } from '../../src/adapters/app-code/queries/row-query.js';
import { component, contentType, drafts, localized, relation, schemaFrom } from '../schema-builders.js';
import { createQueriesWorld, type QueriesWorld } from './queries-world.js';

const timeOf = (row: Document | null): number => Date.parse(textOf(row?.['updatedAt']));
const article = 'api::article.article';
const author = 'api::author.author';
const page = 'api::page.page';

const schema = schemaFrom({
  contentTypes: [
    contentType(
      'article',
      'articles',
      {
        title: { type: 'string', required: true, unique: true, minLength: 3 },
        views: { type: 'integer', default: 0 },
        secret: { type: 'string', private: true },
        extra: { type: 'json' },
        author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
        seo: { type: 'component', component: 'shared.seo' },
        blocks: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'] },
      },
      drafts,
    ),
    contentType('author', 'authors', {
      name: { type: 'string' },
      age: { type: 'integer' },
      articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
    }),
    contentType('page', 'pages', { title: { type: 'string', ...localized } }, localized),
  ],
  components: [
    component('shared.seo', { title: { type: 'string' }, by: relation('oneToOne', 'author') }),
    component('shared.quote', { text: { type: 'text' } }),
  ],
});

const messageOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
};

describe('the query engine', () => {
  let world: QueriesWorld;
  let app: AppObject;
  let articles: RowQuery;
  let authors: RowQuery;

  beforeEach(async () => {
    world = await createQueriesWorld(schema);
    app = world.app;
    articles = app.db.query(article);
    authors = app.query(author);
  });

  const idOf = (row: unknown): number => (row as { id: number }).id;
  const titles = (rows: readonly object[]): unknown[] => rows.map((row) => (row as { title: unknown }).title);

  describe('reading', () => {
    let ann: number;
    let bob: number;

    beforeEach(async () => {
      ann = idOf(await authors.create({ data: { name: 'Ann', age: 30 } }));
      bob = idOf(await authors.create({ data: { name: 'Bob', age: null } }));
      await app.documents(article).create({ data: { title: 'one', views: 1, author: ann } });
      const data = { title: 'two', views: 2, author: bob, secret: 's', seo: { title: 'SEO', by: ann } };
      await app.documents(article).create({ data, status: 'published' });
    });

    it('finds drafts and published versions, and tells them apart by publishedAt', async () => {
      expect(titles(await articles.findMany())).to.deep.equal(['one', 'two', 'two']);
      expect(titles(await articles.findMany({ where: { publishedAt: { $notNull: true } } }))).to.deep.equal([
        'two',
      ]);
      expect(await articles.count()).to.equal(3);
    });

    it('reads values, lists, null, operators, and/or/not', async () => {
      const found = async (where: object) =>
        titles(await articles.findMany({ where, orderBy: { views: 'desc' } }));
      expect(await found({ title: 'one' })).to.deep.equal(['one']);
      expect(await found({ title: ['one', 'two'], publishedAt: null })).to.deep.equal(['two', 'one']);
      expect(await found({ views: { $gte: 2 }, secret: null })).to.deep.equal([]);
      expect(await found({ $or: [{ title: { $containsi: 'ON' } }, { views: { $lt: 0 } }] })).to.deep.equal([
        'one',
      ]);
      expect(await found({ $not: { title: 'two' } })).to.deep.equal(['one']);
      expect(await found({ views: { $not: { $in: [2] } } })).to.deep.equal(['one']);
      expect(await found({ title: undefined })).to.deep.equal([]);
      expect(await found({ views: { $between: [1, 1] } })).to.deep.equal(['one']);
      expect(await found({ createdAt: { $lte: new Date() }, title: { $startsWith: 'o' } })).to.deep.equal([
        'one',
      ]);
      expect(titles(await articles.findMany({ filters: { title: 'one' } }))).to.deep.equal(['one']);
    });

    it('finds rows by relations: ids, attributes, lists, null', async () => {
      const found = async (where: object) => titles(await articles.findMany({ where }));
      expect(await found({ author: ann })).to.deep.equal(['one']);
      expect(await found({ author: { id: ann } })).to.deep.equal(['one']);
      expect(await found({ author: { $in: [ann, bob] }, publishedAt: null })).to.deep.equal(['one', 'two']);
      expect(await found({ author: { name: 'Bob', age: null }, publishedAt: null })).to.deep.equal(['two']);
      expect(await found({ author: null })).to.deep.equal([]);
      expect(await found({ seo: { title: 'SEO', by: { name: 'Ann' } }, publishedAt: null })).to.deep.equal([
        'two',
      ]);
      const byArticles = await authors.findMany({ where: { articles: { views: { $gt: 0 } } } });
      expect(byArticles.map((row) => row['name'])).to.deep.equal(['Ann', 'Bob']);
    });

    it('selects and populates', async () => {
      const where = { title: 'two', publishedAt: { $null: false } };
      const row = await articles.findOne({ where, select: ['title'] });
      expect(row).to.deep.equal({ title: 'two' });
      const populate = { author: { select: ['name'] }, seo: { populate: ['by'] }, stranger: true };
      const full = await articles.findOne({ where, select: ['title', 'secret'], populate });
      expect(full).to.deep.include({ title: 'two', secret: 's', author: { id: bob, name: 'Bob' } });
      expect(full).to.have.property('id');
      expect(full).to.have.nested.property('seo.by.name', 'Ann');
      expect(await articles.findOne({ where, populate: ['author', 'seo.by'] })).to.have.nested.property(
        'seo.by.name',
      );
      const all = await articles.findOne({ where, populate: true });
      expect(all).to.have.nested.property('author.name');
      const limited = await authors.findOne({
        where: { id: bob },
        populate: {
          articles: { where: { publishedAt: null }, orderBy: { id: 'desc' }, limit: 1, select: 'title' },
        },
      });
      expect(limited?.['articles']).to.have.length(1);
      expect(
        await authors.findOne({ where: { id: bob }, populate: { articles: { count: true } } }),
      ).to.deep.include({
        articles: { count: 2 },
      });
    });

    it('sorts, by relations too, and cuts', async () => {
      const byName = await articles.findMany({
        orderBy: [{ author: { name: 'desc' } }, 'id'],
        offset: 1,
        limit: 2,
      });
      expect(titles(byName)).to.deep.equal(['two', 'one']);
      expect(await articles.findMany({ limit: 0 })).to.have.length(3);
      expect(await articles.findPage({ pageSize: 2, orderBy: 'id', page: 2 })).to.deep.include({
        pagination: { page: 2, pageSize: 2, pageCount: 2, total: 3 },
      });
      const [rows, total] = await articles.findWithCount({ limit: 1, where: { title: 'two' } });
      expect([rows.length, total]).to.deep.equal([1, 2]);
    });

    it('refuses what it does not know, and ignores what is for others', async () => {
      expect(await messageOf(() => articles.findMany({ where: { stranger: 1 } }))).to.match(
        /Invalid key stranger/,
      );
      expect(await messageOf(() => articles.findMany({ where: { id: undefined } }))).to.match(
        /Undefined attribute/,
      );
      expect(await messageOf(() => articles.findMany({ where: { title: { $like: 'x' } } }))).to.match(
        /\$like/,
      );
      expect(await messageOf(() => articles.findMany({ populate: '*' }))).to.match(/populate/);
      expect(await messageOf(() => articles.findMany({ orderBy: 'title:desc' }))).to.match(/title:desc/);
      expect(await articles.findMany({ sort: 'x', fields: ['y'], pagination: { page: 9 } })).to.have.length(
        3,
      );
      expect(await messageOf(() => app.db.query('api::x.x'))).to.equal('Model api::x.x not found');
      expect(await messageOf(() => app.db.query('admin::user'))).to.match(/admin::user is not offered/);
    });

    it('gives hostile values no power', async () => {
      const hostile = JSON.parse('{"__proto__":{"title":"one"}}') as object;
      expect(await messageOf(() => articles.findMany({ where: hostile }))).to.match(/Invalid key __proto__/);
      expect(await articles.findMany({ where: { title: `' OR 1=1 --` } })).to.deep.equal([]);
      expect(await messageOf(() => articles.findMany({ where: { title: { $eq: { $gt: '' } } } }))).to.match(
        /Invalid value/,
      );
      let deep: object = { title: 'one' };
      for (let depth = 0; depth < 10_000; depth++) deep = { $and: [deep] };
      expect(await messageOf(() => articles.findMany({ where: deep }))).to.match(/nested deeper/);
      const wide = { $or: Array.from({ length: 2_000 }, (_, views) => ({ views })) };
      expect(await messageOf(() => articles.findMany({ where: wide }))).to.match(/more than 1000 parts/);
      expect({}).not.to.have.property('title');
    });
  });

  describe('writing', () => {
    it('creates a published row without a draft, and without validation', async () => {
      const row = await articles.create({
        data: { title: 'x', stranger: 1 },
        select: ['title', 'views', 'publishedAt'],
      });
      expect(row).to.include({ title: 'x', views: 0 });
      expect(row['publishedAt']).to.be.a('string');
      expect(await app.documents(article).findMany()).to.deep.equal([]);
      expect(await app.documents(article).findMany({ status: 'published' })).to.have.length(1);
      expect(await messageOf(() => articles.create({ data: undefined }))).to.match(/create expects data/);
    });

    it('takes documentId, locale and times, and makes a draft where publishedAt is null', async () => {
      const data = { title: 'abc', documentId: 'mine', createdAt: new Date(0), publishedAt: null };
      const row = await articles.create({ data });
      expect(row).to.include({
        documentId: 'mine',
        createdAt: '1970-01-01T00:00:00.000Z',
        publishedAt: null,
      });
      expect(await app.documents(article).findOne({ documentId: 'mine' })).to.include({ title: 'abc' });
      expect(await messageOf(() => articles.create({ data }))).to.match(/exists/);
      await app.locales.add('fr');
      const french = await app.db.query(page).create({ data: { title: 'un', locale: 'fr' } });
      expect(french).to.include({ locale: 'fr' });
    });

    it('takes relations as ids, whole rows, lists and operations', async () => {
      const ann = await authors.create({ data: { name: 'Ann' } });
      const one = await articles.create({ data: { title: 'one', author: ann }, populate: ['author'] });
      expect(one).to.have.nested.property('author.name', 'Ann');
      const two = await articles.create({ data: { title: 'two' } });
      await authors.update({ where: { id: ann['id'] }, data: { articles: { connect: [two['id']] } } });
      expect(await authors.findOne({ where: { id: ann['id'] }, populate: ['articles'] }))
        .to.have.property('articles')
        .with.length(2);
      await articles.update({ where: { id: one['id'] }, data: { author: null } });
      expect(await articles.count({ where: { author: { $null: true } } })).to.equal(1);
    });

    it('changes the first match alone', async () => {
      const made = await app.documents(article).create({ data: { title: 'one' }, status: 'published' });
      const where = { documentId: made['documentId'], publishedAt: { $notNull: true } };
      const updated = await articles.update({
        where,
        data: { title: 'new', seo: { title: 't' } },
        populate: ['seo'],
      });
      expect(updated).to.include({ title: 'new' });
      expect(updated).to.have.nested.property('seo.title', 't');
      expect(await app.documents(article).findOne({ documentId: textOf(made['documentId']) })).to.include({
        title: 'one',
      });
      expect(await articles.update({ where: { id: 999 }, data: { title: 'x' } })).to.equal(null);
      expect(await messageOf(() => articles.update({ where: {}, data: { title: 'x' } }))).to.match(/where/);
      expect(await messageOf(() => articles.update({ where, data: { publishedAt: null } }))).to.match(
        /unpublish/,
      );
    });

    it('deletes the first match, and answers it', async () => {
      const made = await app.documents(article).create({ data: { title: 'one' }, status: 'published' });
      const where = { documentId: made['documentId'], publishedAt: null };
      expect(await articles.delete({ where, select: ['title'] })).to.deep.equal({ title: 'one' });
      expect(await articles.findMany()).to.have.length(1);
      expect(await articles.delete({ where })).to.equal(null);
      expect(await messageOf(() => articles.delete({}))).to.match(/where/);
    });

    it('creates, changes and deletes many rows, together or not at all', async () => {
      const data = [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Cid' }];
      const { count, ids } = await authors.createMany({ data });
      expect([count, ids.length]).to.deep.equal([3, 3]);
      const before = await authors.findOne({ where: { name: 'Ann' } });
      expect(
        await authors.updateMany({ where: { name: { $in: ['Ann', 'Bob'] } }, data: { age: 5 } }),
      ).to.deep.equal({
        count: 2,
      });
      const after = await authors.findOne({ where: { name: 'Ann' } });
      expect(after).to.include({ age: 5 });
      // A millisecond more, so that nobody takes the row for the one that was read.
      expect(timeOf(after) - timeOf(before)).to.equal(1);
      expect(await authors.deleteMany({ where: { age: 5 } })).to.deep.equal({ count: 2 });
      expect(await authors.count()).to.equal(1);
      expect(await messageOf(() => authors.createMany({ data: [] }))).to.match(/createMany/);
      expect(await messageOf(() => authors.updateMany({ data: {} }))).to.match(/updateMany/);
      expect(
        await messageOf(() =>
          articles.createMany({ data: [{ title: 'a' }, { title: 'b' }, { title: 'a' }] }),
        ),
      ).to.match(/unique/);
      expect(await articles.count()).to.equal(0);
    });
  });

  it('reads lists that are longer than one answer of the store', async () => {
    await authors.createMany({
      data: Array.from({ length: 40 }, (_, age) => ({ name: 'x'.repeat(200), age })),
    });
    const limits = { rows: 7, textSize: 3_000 };
    const small = await createQueriesWorld(schema, undefined, limits);
    await small.app.db.query(author).createMany({
      data: Array.from({ length: 40 }, (_, age) => ({ name: 'x'.repeat(200), age })),
    });
    const byAge = await small.app.db.query(author).findMany({ orderBy: { age: 'desc' }, select: ['age'] });
    expect(byAge.map((row) => row['age'])).to.deep.equal(
      Array.from({ length: 40 }, (_, index) => 39 - index),
    );
    expect(await small.app.db.query(author).findMany({ offset: 3, limit: 30 })).to.have.length(30);
    expect(await small.app.documents(author).findMany()).to.have.length(40);
  });

  describe('users', () => {
    const users = () => app.db.query('plugin::users-permissions.user');

    it('keeps hashes, and hashes other passwords', async () => {
      const hash = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
      const data = { username: 'ann', email: 'ANN@b.de', password: hash, role: 1 };
      const ann = await users().create({ data, populate: ['role'] });
      expect(ann).to.include({ password: hash });
      expect(ann).to.have.nested.property('role.type');
      await users().update({
        where: { id: ann['id'] },
        data: { password: 'new-password', resetPasswordToken: 't' },
      });
      const changed = await users().findOne({ where: { resetPasswordToken: 't' } });
      expect(await world.verify(changed?.['password'], 'new-password')).to.equal(true);
    });
  });

  it('runs exactly the hooks of the operation that is called', async () => {
    const ran: string[] = [];
    const store = createMemoryStore({ schema });
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const hooks = createAppHooks({ schema, units: store.units, log });
    hooks.subscribe((event) => {
      ran.push(event.action);
      if (event.action === 'beforeCreate') (event.params.data as { name: string }).name += '!';
      if (event.action === 'afterFindOne') event.result = { ...(event.result as object), seen: true };
    });
    const rows = (await createQueriesWorld(schema, store, undefined, hooks)).app.db.query(author);
    expect(await rows.create({ data: { name: 'Ann' } })).to.include({ name: 'Ann!' });
    expect(await rows.findOne({ where: { name: 'Ann!' } })).to.include({ seen: true });
    await rows.updateMany({ where: { name: 'Ann!' }, data: { age: 3 } });
    await rows.delete({ where: { age: 3 } });
    expect(ran.filter((action) => action.startsWith('before'))).to.deep.equal([
      'beforeCreate',
      'beforeFindOne',
      'beforeUpdateMany',
      'beforeDelete',
    ]);
  });

  it('runs no after hooks of a write that finds no row', async () => {
    const ran: string[] = [];
    const store = createMemoryStore({ schema });
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const hooks = createAppHooks({ schema, units: store.units, log });
    hooks.subscribe(({ action }) => void ran.push(action));
    const rows = (await createQueriesWorld(schema, store, undefined, hooks)).app.db.query(author);
    expect(await rows.update({ where: { id: 999 }, data: { age: 3 } })).to.equal(null);
    expect(await rows.delete({ where: { id: 999 } })).to.equal(null);
    expect(await rows.findOne({ where: { id: 999 } })).to.equal(null);
    expect(ran).to.deep.equal(['beforeUpdate', 'beforeDelete', 'beforeFindOne', 'afterFindOne']);
  });

  describe('the entity service', () => {
    it('works by row ids, and publishes', async () => {
      const made = await app.entityService.create(article, { data: { title: 'one' } });
      expect(made['publishedAt']).to.be.a('string');
      expect(await app.entityService.findOne(article, made['id'])).to.include({
        title: 'one',
        publishedAt: null,
      });
      expect(await app.entityService.update(article, made['id'], { data: { title: 'two' } })).to.include({
        id: made['id'],
        title: 'two',
      });
      const draft = await app.entityService.create(article, { data: { title: 'draft', publishedAt: null } });
      expect(draft['publishedAt']).to.equal(null);
      expect(await app.entityService.update(article, draft['id'], { data: { views: 3 } })).to.include({
        publishedAt: null,
      });
      expect(await app.entityService.count(article, { filters: { views: 3 } })).to.equal(1);
      const found = await app.entityService.findMany(article, {
        filters: { title: 'two' },
        publicationState: 'live',
      });
      expect(found).to.have.length(1);
      expect(await app.entityService.findPage(article, { page: 1, pageSize: 1 })).to.have.nested.property(
        'pagination.total',
        2,
      );
      expect(await app.entityService.delete(article, made['id'])).to.include({ id: made['id'] });
      expect(await app.entityService.findOne(article, made['id'])).to.equal(null);
      expect(await app.entityService.update(article, 999, { data: {} })).to.equal(null);
      expect(await messageOf(() => app.entityService.findOne(article, 'abc'))).to.match(/numeric id/);
      expect(await messageOf(() => app.entityService.decorate())).to.match(/not offered/);
    });
  });

  describe('documents', () => {
    it('drops unknown keys of data, and takes a documentId and a time', async () => {
      const data = {
        title: 'one',
        stranger: 1,
        documentId: 'mine',
        createdAt: '2020-01-01T00:00:00.000Z',
        seo: { title: 't', x: 1 },
      };
      const made = await app.documents(article).create({ data, populate: ['seo'] });
      expect(made).to.include({ title: 'one', documentId: 'mine', createdAt: '2020-01-01T00:00:00.000Z' });
      expect(made['seo']).to.include({ title: 't' });
      const updated = await app
        .documents(article)
        .update({ documentId: 'mine', data: { views: 2, stranger: 1, title: undefined } });
      expect(updated).to.include({ title: 'one', views: 2 });
    });

    it('searches all texts', async () => {
      await app.documents(article).create({ data: { title: 'Alpha' } });
      await app.documents(article).create({ data: { title: 'Beta', secret: 'alphabet', views: 7 } });
      expect(await app.documents(article).findMany({ _q: 'ALPHA' })).to.have.length(2);
      expect(await app.documents(article).count({ _q: '7' })).to.equal(1);
      expect(await app.documents(article).findMany({ _q: 'gamma' })).to.deep.equal([]);
    });

    it('clones a document with its components and links', async () => {
      const ann = await authors.create({ data: { name: 'Ann' } });
      const blocks = [{ __component: 'shared.quote', text: 'q' }];
      const data = { title: 'one', author: ann['id'], seo: { title: 's', by: ann['id'] }, blocks };
      const made = await app.documents(article).create({ data, status: 'published', populate: ['seo'] });
      const { documentId, entries } = await app.documents(article).clone({
        documentId: textOf(made['documentId']),
        data: { title: 'two' },
        populate: { author: true, seo: { populate: '*' }, blocks: true },
      });
      expect(documentId).not.to.equal(made['documentId']);
      expect(entries).to.have.length(1);
      expect(entries[0]).to.include({ title: 'two', publishedAt: null });
      expect(entries[0]).to.have.nested.property('author.name', 'Ann');
      expect(entries[0]).to.have.nested.property('seo.by.name', 'Ann');
      expect(entries[0]).to.have.nested.property('blocks[0].text', 'q');
      expect(idOf(entries[0]?.['seo'])).not.to.equal(idOf(made['seo']));
      const missing = await app.documents(article).clone({ documentId: 'nothing' });
      expect(missing.entries).to.deep.equal([]);
    });

    it('clones every locale', async () => {
      await app.locales.add('fr');
      const pages = app.documents(page);
      const made = await pages.create({ data: { title: 'one' } });
      const documentId = textOf(made['documentId']);
      await pages.update({ documentId, locale: 'fr', data: { title: 'un' } });
      const { entries } = await pages.clone({ documentId, locale: '*' });
      expect(titles(entries)).to.deep.equal(['one', 'un']);
      expect(new Set(entries.map((entry) => entry['documentId'])).size).to.equal(1);
    });

    it('has methods of drafts only where there are drafts', () => {
      expect(app.documents(author)).not.to.have.property('publish');
      expect(app.documents(article)).to.have.property('publish');
    });
  });

  it('throws errors of @strapi/utils', async () => {
    const error: unknown = await authors.findMany({ where: { x: 1 } }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(AppError);
    expect((error as Error).name).to.equal('ValidationError');
  });
});
