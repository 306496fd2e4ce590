import { expect } from 'chai';
import { AppError } from '../../src/adapters/app-code/app-error.js';
import {
  createDocumentService,
  type DocumentService,
} from '../../src/adapters/app-code/create-document-service.js';
import { contentTypeOf } from '../../src/domain/schema/schema.js';
import { createWorld, fixtureSchema, type World } from '../http/fixture.js';

describe('drafts, locales and single types for app code', () => {
  const schema = fixtureSchema();
  let world: World;

  beforeEach(() => {
    world = createWorld();
  });

  const service = (name: string): DocumentService =>
    createDocumentService(
      { schema, documents: world.documents },
      contentTypeOf(schema, `api::${name}.${name}`),
    );
  const idOf = (document: Readonly<Record<string, unknown>>) => document['documentId'] as string;
  const values = (list: readonly Readonly<Record<string, unknown>>[], name: string) =>
    list.map((document) => document[name]);

  const thrown = async (asked: () => Promise<unknown>): Promise<AppError> => {
    try {
      await asked();
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
    throw new Error('nothing was thrown');
  };

  it('drafts are created, read and changed unless status is published', async () => {
    const places = service('place');
    const made = await places.create({ data: { Name: 'one' } });
    expect(made).to.deep.include({ Name: 'one', publishedAt: null });
    const documentId = idOf(made);
    expect(await places.findOne({ documentId })).to.deep.equal(made);
    expect(await places.findOne({ documentId, status: 'published' })).to.equal(null);
    const live = await places.update({ documentId, data: { Rating: 3 }, status: 'published' });
    expect(live).to.include({ Name: 'one', Rating: 3 });
    expect(live?.['publishedAt']).to.be.a('string');
    await places.update({ documentId, data: { Rating: 4 } });
    expect((await places.findFirst({ status: 'published' }))?.['Rating']).to.equal(3);
    expect((await places.findFirst())?.['Rating']).to.equal(4);
    expect(await places.count({ publicationFilter: 'modified' })).to.equal(1);
    expect(await places.count({ hasPublishedVersion: false })).to.equal(0);
  });

  it('publishing, unpublishing and discarding return the versions', async () => {
    const places = service('place');
    const documentId = idOf(await places.create({ data: { Name: 'one' } }));
    const published = await places.publish({ documentId });
    expect(published.documentId).to.equal(documentId);
    expect(published.entries[0]?.['publishedAt']).to.be.a('string');
    await places.update({ documentId, data: { Name: 'two' } });
    const discarded = await places.discardDraft({ documentId, fields: ['Name'] });
    expect(discarded.entries).to.have.length(1);
    expect(discarded.entries[0]).to.have.all.keys('id', 'documentId', 'Name').and.to.include({ Name: 'one' });
    const taken = await places.unpublish({ documentId });
    expect(taken.entries[0]).to.deep.include({ Name: 'one', publishedAt: null });
    expect(await places.count({ status: 'published' })).to.equal(0);
  });

  it('missing documents give no entries, and invalid calls throw', async () => {
    const documentId = 'a23456789012345678901234';
    expect(await service('place').publish({ documentId })).to.deep.equal({ documentId, entries: [] });
    expect(await service('place').unpublish({ documentId })).to.deep.equal({ documentId, entries: [] });
    expect((await thrown(() => service('place').publish())).message).to.equal('documentId is missing');
    expect(service('label')).not.to.have.any.keys('publish', 'unpublish', 'discardDraft');
    const draft = idOf(await service('place').create({ data: {} }));
    const error = await thrown(() => service('place').publish({ documentId: draft }));
    expect(error.name).to.equal('ValidationError');
    expect(error.message).to.match(/^Name must be/);
  });

  it('locales are written one by one, and published one by one or together', async () => {
    const articles = service('article');
    const documentId = idOf(await articles.create({ data: { title: 'Hello' } }));
    const french = await articles.update({ documentId, locale: 'fr', data: { title: 'Bonjour' } });
    expect(french).to.include({ locale: 'fr', title: 'Bonjour' });
    await articles.update({ documentId, locale: 'de', data: { title: 'Hallo' } });
    expect(values(await articles.findMany({ locale: '*' }), 'locale')).to.deep.equal(['en', 'fr', 'de']);
    expect(values((await articles.publish({ documentId })).entries, 'locale')).to.deep.equal(['en']);
    const two = await articles.publish({ documentId, locale: ['fr', 'de'] });
    expect(values(two.entries, 'title')).to.deep.equal(['Bonjour', 'Hallo']);
    expect(values((await articles.unpublish({ documentId, locale: '*' })).entries, 'locale')).to.deep.equal([
      'en',
      'fr',
      'de',
    ]);
    expect((await articles.unpublish({ documentId, locale: '*' })).entries).to.deep.equal([]);
    expect((await articles.publish({ documentId, locale: '*' })).entries).to.have.length(3);
    expect(await articles.count({ locale: ['en', 'fr'], status: 'published' })).to.equal(2);
  });

  it('deleting returns the drafts and the published versions of one locale or of all', async () => {
    const articles = service('article');
    const documentId = idOf(await articles.create({ data: { title: 'Hello' }, status: 'published' }));
    for (const locale of ['fr', 'de']) await articles.update({ documentId, locale, data: { title: locale } });
    const one = await articles.delete({ documentId, locale: 'fr', fields: ['title'] });
    expect(values(one.entries, 'title')).to.deep.equal(['fr']);
    const all = await articles.delete({ documentId, locale: '*' });
    expect(values(all.entries, 'title')).to.deep.equal(['Hello', 'de', 'Hello']);
    expect(await articles.findMany({ locale: '*' })).to.deep.equal([]);
  });

  it('several locales and unknown ones are refused in writes', async () => {
    const articles = service('article');
    const data = { title: 'x' };
    for (const locale of ['*', 'xx', ['en', 'fr'] as unknown as string])
      expect((await thrown(() => articles.create({ data, locale }))).details).to.include({
        key: 'locale',
      });
  });

  it('a single type needs no documentId', async () => {
    const homepage = service('homepage');
    expect(await homepage.findFirst()).to.equal(null);
    expect(await homepage.delete()).to.deep.equal({ documentId: null, entries: [] });
    const made = await homepage.update({ data: { title: 'Home' } });
    expect(made).to.include({ title: 'Home' });
    expect(await homepage.findFirst()).to.deep.equal(made);
    expect(await homepage.findOne()).to.deep.equal(made);
    const documentId = idOf(made ?? {});
    const changed = await homepage.update({ documentId, data: { title: 'Two' } });
    expect(changed).to.include({ documentId, title: 'Two' });
    expect((await homepage.delete()).documentId).to.equal(documentId);
    expect(await homepage.findFirst()).to.equal(null);
  });

  it('a single type with drafts and locales is published without a documentId', async () => {
    const banner = service('banner');
    expect(await banner.publish()).to.deep.equal({ documentId: null, entries: [] });
    await banner.update({ data: { text: 'Hello' } });
    await banner.update({ data: { text: 'Bonjour' }, locale: 'fr' });
    expect(values((await banner.publish({ locale: '*' })).entries, 'text')).to.deep.equal([
      'Hello',
      'Bonjour',
    ]);
    await banner.update({ data: { text: 'x' } });
    expect(values((await banner.discardDraft()).entries, 'text')).to.deep.equal(['Hello']);
  });
});
