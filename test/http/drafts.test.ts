import { expect } from 'chai';
import { createWriter, namesOf, type Writer } from './writer.js';

describe('draft & publish over HTTP', () => {
  let writer: Writer;

  beforeEach(() => {
    writer = createWriter();
  });

  const read = async (path: string) => (await writer.world.full('get', `/api/${path}`)).body;
  const statusOf = async (path: string) => (await writer.world.full('get', `/api/${path}`)).status;
  const post = async (data: object, query = '') =>
    (await writer.post('places', { ...data }, query)).data as { id: number; documentId: string };

  it('POST publishes, with and without status=published', async () => {
    for (const query of ['', '?status=published']) {
      const { status, body } = await writer.world
        .full('post', `/api/places${query}`)
        .send({ data: { Name: 'DP', Rating: 3 } });
      expect(status).to.equal(201);
      const { documentId, createdAt, updatedAt, publishedAt } = body.data;
      expect(publishedAt).to.be.a('string');
      expect(updatedAt).to.equal(createdAt);
      expect((await read(`places/${documentId}`)).data).to.deep.equal(body.data);
      const { data: draft } = await read(`places/${documentId}?status=draft`);
      expect(draft).to.deep.include({ Name: 'DP', Rating: 3, publishedAt: null, updatedAt });
      expect(draft.id).to.not.equal(body.data.id);
    }
  });

  it('a draft is read only with status=draft', async () => {
    const created = await writer.post('places', { Name: 'DP' }, '?status=draft');
    expect(created.data.publishedAt).to.equal(null);
    const path = `places/${created.data.documentId}`;
    expect(await statusOf(path)).to.equal(404);
    expect((await read('places')).data).to.deep.equal([]);
    expect((await read(`${path}?status=draft`)).data).to.deep.equal(created.data);
    expect(namesOf((await read('places?status=draft')).data)).to.deep.equal(['DP']);
  });

  it('an edit of the draft leaves the published version unchanged until it is published', async () => {
    const { documentId } = await post({ Name: 'one', Rating: 1 });
    const edited = await writer.put(`places/${documentId}?status=draft`, { Rating: 2 });
    expect(edited.data).to.deep.include({ Name: 'one', Rating: 2, publishedAt: null });
    expect((await read(`places/${documentId}`)).data).to.include({ Name: 'one', Rating: 1 });
    const published = await writer.put(`places/${documentId}`, { Name: 'two' });
    expect(published.data).to.include({ Name: 'two', Rating: 2 });
    expect((await read(`places/${documentId}`)).data).to.deep.equal(published.data);
  });

  it('an empty update publishes the draft', async () => {
    const { documentId } = await post({ Name: 'one' }, '?status=draft');
    const { data } = await writer.put(`places/${documentId}?fields=Name`, {});
    expect(data).to.have.all.keys('id', 'documentId', 'Name');
    expect((await read(`places/${documentId}`)).data).to.include({ Name: 'one' });
  });

  it('publishedAt in a body is ignored', async () => {
    const at = '2001-01-01T00:00:00.000Z';
    const draft = await writer.post('places', { Name: 'one', publishedAt: at }, '?status=draft');
    expect(draft.data.publishedAt).to.equal(null);
    const live = await writer.put(`places/${draft.data.documentId}`, { publishedAt: null });
    expect(live.data.publishedAt).to.be.a('string').and.not.equal(at);
  });

  it('an unknown status is refused, and the parameter is named', async () => {
    const { documentId } = await post({ Name: 'one' });
    const { full } = writer.world;
    const requests = [
      full('get', '/api/places?status=x'),
      full('get', `/api/places/${documentId}?status=`),
      full('post', '/api/places?status=DRAFT').send({ data: { Name: 'x' } }),
      full('put', `/api/places/${documentId}?status[0]=draft`).send({ data: { Name: 'x' } }),
      full('post', `/api/places/${documentId}/actions/publish?status=x`),
    ];
    for (const request of requests) {
      const { status, body } = await request;
      expect([status, body.error.details.key]).to.deep.equal([400, 'status']);
    }
  });

  it('createdAt and the ids stay, updatedAt is equal until the draft changes', async () => {
    const first = (await writer.post('places', { Name: 'one' })).data;
    const path = `places/${first.documentId}`;
    const ids = [first.id, (await read(`${path}?status=draft`)).data.id];
    for (const Rating of [1, 2]) {
      await writer.act(`${path}/actions/unpublish`);
      const { data: draft } = await writer.put(`${path}?status=draft`, { Rating });
      const { data: live } = await writer.act(`${path}/actions/publish`);
      expect([live.id, draft.id]).to.deep.equal(ids);
      expect([live.createdAt, live.updatedAt]).to.deep.equal([first.createdAt, draft.updatedAt]);
    }
  });

  it('DELETE removes the draft and the published version', async () => {
    const { documentId } = await post({ Name: 'one' });
    expect((await writer.world.full('delete', `/api/places/${documentId}`)).status).to.equal(204);
    expect(await statusOf(`places/${documentId}`)).to.equal(404);
    expect(await statusOf(`places/${documentId}?status=draft`)).to.equal(404);
    expect((await writer.world.full('delete', `/api/places/${documentId}`)).status).to.equal(204);
  });

  it('a draft may lack values that publishing requires', async () => {
    const { documentId } = await post({ Rating: -1, seo: {} }, '?status=draft');
    const before = (await read(`places/${documentId}?status=draft`)).data;
    for (const { error } of [
      await writer.act(`places/${documentId}/actions/publish`),
      await writer.put(`places/${documentId}`, { Slug: 'a' }),
    ]) {
      expect(error).to.include({ status: 400, name: 'ValidationError', message: '3 errors occurred' });
      const messages = error.details.errors.map((one: { message: string }) => one.message);
      expect(messages).to.deep.equal([
        'Name must be a `string` type, but the final value was: `null`.',
        'Rating must be greater than or equal to 0',
        'seo.metaTitle must be a `string` type, but the final value was: `null`.',
      ]);
    }
    expect(await statusOf(`places/${documentId}`)).to.equal(404);
    expect((await read(`places/${documentId}?status=draft`)).data).to.deep.equal(before);
  });

  it('a PUT that publishes is refused with all faults of what it sends', async () => {
    const { documentId } = await post({ Name: 'one' });
    const messagesOf = async (query: string): Promise<readonly string[]> => {
      const { error } = await writer.put(`places/${documentId}${query}`, { Name: null, Rating: 9, seo: {} });
      return error.details.errors.map((one: { message: string }) => one.message);
    };
    const tooMuch = 'Rating must be less than or equal to 5';
    expect(await messagesOf('?status=draft')).to.deep.equal([tooMuch]);
    expect(await messagesOf('')).to.deep.equal([
      'Name must be a `string` type, but the final value was: `null`.',
      tooMuch,
      'seo.metaTitle must be a `string` type, but the final value was: `null`.',
    ]);
  });

  it('a unique value in use is refused when it is published', async () => {
    await post({ Name: 'one', Slug: 'same' });
    const { documentId } = await post({ Name: 'two', Slug: 'same' }, '?status=draft');
    const { error } = await writer.act(`places/${documentId}/actions/publish`);
    const refused = { message: 'This attribute must be unique', name: 'ValidationError' };
    expect(error).to.deep.include({ status: 400, ...refused });
    expect(error.details.errors).to.deep.equal([{ path: ['Slug'], ...refused, value: 'same' }]);
    expect(await statusOf(`places/${documentId}`)).to.equal(404);
  });

  it('the former format nests drafts too', async () => {
    const { documentId } = await post({ Name: 'one', seo: { metaTitle: 't' } }, '?status=draft');
    const { body } = await writer.world
      .full('get', `/api/places/${documentId}?status=draft&populate=seo&fields=Name`)
      .set('Strapi-Response-Format', 'v4');
    expect(body.data.attributes).to.deep.include({ Name: 'one' });
    expect(body.data.attributes.seo).to.include({ metaTitle: 't' });
  });

  it('a type without drafts has one version, whatever status says', async () => {
    const { data } = await writer.post('labels', { Name: 'l' }, '?status=draft');
    expect(data.publishedAt).to.be.a('string');
    const { data: changed } = await writer.put(`labels/${data.documentId}?status=draft`, { Name: 'm' });
    for (const status of ['draft', 'published'])
      expect(await read(`labels/${data.documentId}?status=${status}`)).to.deep.include({ data: changed });
  });
});
