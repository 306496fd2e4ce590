import { strapi } from '@strapi/client';
import { expect } from 'chai';
import { createHttpServer, type HttpServer } from '../../src/adapters/delivery/rest/create-http-server.js';
import { createWorld } from './fixture.js';

describe('@strapi/client, unmodified', () => {
  let server: HttpServer;
  let baseURL: string;

  before(async () => {
    const world = createWorld();
    const owner = await world.create('chef', { Name: 'Ann' });
    const categories = [await world.create('category', { Name: 'Sea' })];
    for (const [index, Name] of ['Anchor', 'Bistro', 'Corner'].entries())
      await world.create('restaurant', { Name, Rating: index + 1, owner, categories });
    server = createHttpServer(world.app);
    baseURL = `http://127.0.0.1:${(await server.listen(0, '127.0.0.1')).port}/api`;
  });

  after(() => server.close());

  const restaurants = (auth?: string) =>
    strapi({ baseURL, ...(auth !== undefined && { auth }) }).collection('restaurants');

  it('finds', async () => {
    const found = await restaurants().find({
      fields: ['Name', 'Rating'],
      filters: { Rating: { $gte: 2 }, categories: { Name: { $in: ['Sea', 'Hill'] } } },
      sort: ['Rating:desc'],
      populate: { categories: { fields: ['Name'] } },
      pagination: { page: 1, pageSize: 1 },
    });
    expect(found.data.map(({ Name }) => Name as unknown)).to.deep.equal(['Corner']);
    expect(found.data[0]?.['categories']).to.have.nested.property('[0].Name', 'Sea');
    expect(found.meta.pagination).to.deep.equal({ page: 1, pageSize: 1, pageCount: 2, total: 2 });
  });

  it('populates by names', async () => {
    const { data } = await restaurants('full').find({ populate: ['owner', 'categories'], sort: 'Name' });
    expect(data[0]).to.have.nested.property('owner.Name', 'Ann');
  });

  it('creates, finds one, updates and deletes', async () => {
    const collection = restaurants('full');
    const { data: created } = await collection.create({ Name: 'Dune', Rating: 5 });
    expect(created).to.include({ Name: 'Dune', Rating: 5 });
    const one = await collection.findOne(created.documentId, { populate: '*' });
    expect(one.data).to.deep.include({ Name: 'Dune', categories: [] });
    const { data: updated } = await collection.update(created.documentId, { Rating: 4 });
    expect(updated).to.include({ Name: 'Dune', Rating: 4 });
    await collection.delete(created.documentId);
    const gone = await thrownBy(collection.findOne(created.documentId));
    expect(gone).to.deep.equal(['HTTPNotFoundError', 404, 'Not Found']);
  });

  it('writes drafts and translations of a collection', async () => {
    const articles = strapi({ baseURL, auth: 'full' }).collection('articles');
    const { data: draft } = await articles.create({ title: 'Hello' }, { status: 'draft' });
    expect(draft).to.deep.include({ title: 'Hello', publishedAt: null, locale: 'en' });
    expect((await thrownBy(articles.findOne(draft.documentId)))[1]).to.equal(404);
    await articles.update(draft.documentId, { title: 'Hello' });
    await articles.update(draft.documentId, { title: 'Bonjour' }, { locale: 'fr' });
    const found = await articles.find({ locale: 'fr', status: 'published', populate: ['localizations'] });
    expect(found.data[0]).to.include({ title: 'Bonjour', locale: 'fr' });
    expect(found.data[0]?.['localizations']).to.have.nested.property('[0].title', 'Hello');
    await articles.delete(draft.documentId, { locale: 'fr' });
    expect((await articles.find({ locale: '*' })).data).to.have.length(1);
  });

  it('writes, reads and deletes a single type', async () => {
    const banner = strapi({ baseURL, auth: 'full' }).single('banner');
    expect((await thrownBy(banner.find()))[1]).to.equal(404);
    expect((await banner.update({ text: 'Hello' })).data).to.include({ text: 'Hello' });
    await banner.update({ text: 'Bonjour' }, { locale: 'fr' });
    expect((await banner.find({ locale: 'fr' })).data).to.include({ text: 'Bonjour' });
    await banner.delete({ locale: 'fr' });
    expect((await thrownBy(banner.find({ locale: 'fr' })))[1]).to.equal(404);
    expect((await banner.find()).data).to.include({ text: 'Hello' });
  });

  it('gets errors that it understands', async () => {
    expect(await thrownBy(restaurants('wrong').find())).to.deep.equal([
      'HTTPAuthorizationError',
      401,
      'Missing or invalid credentials',
    ]);
    expect(await thrownBy(restaurants().create({ Name: 'x' }))).to.deep.equal([
      'HTTPForbiddenError',
      403,
      'Forbidden',
    ]);
    expect(await thrownBy(restaurants('full').create({ Rating: 3 }))).to.deep.equal([
      'HTTPBadRequestError',
      400,
      'Name must be defined.',
    ]);
  });
});

/** What the client throws: it names the kind and keeps the response. */
async function thrownBy(run: Promise<unknown>): Promise<[string, number, string]> {
  const error = (await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as { name: string; response: Response } | undefined;
  if (error === undefined) throw new Error('nothing was thrown');
  const body = (await error.response.json()) as { error: { message: string } };
  return [error.name, error.response.status, body.error.message];
}
