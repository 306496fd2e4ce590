import { expect } from 'chai';
import { createWriter, namesOf, type Writer } from './writer.js';

describe('single types over HTTP', () => {
  let writer: Writer;

  beforeEach(() => {
    writer = createWriter();
  });

  const get = (path: string) => writer.world.full('get', `/api/${path}`);

  it('reading one that was never written is a 404', async () => {
    const { status, body } = await get('homepage');
    expect(status).to.equal(404);
    expect(body.error).to.include({ name: 'NotFoundError', message: 'Not Found' });
  });

  it('PUT creates the document, and then changes it', async () => {
    const created = await writer.world.full('put', '/api/homepage').send({ data: { title: 'Home' } });
    expect(created.status).to.equal(200);
    expect(created.body.meta).to.deep.equal({});
    expect(created.body.data).to.have.all.keys(
      'id',
      'documentId',
      'title',
      'createdAt',
      'updatedAt',
      'publishedAt',
    );
    const { data } = await writer.put('homepage', { title: 'Home 2' });
    const { id, documentId, createdAt } = created.body.data;
    expect(data).to.include({ id, documentId, createdAt, title: 'Home 2' });
    expect((await get('homepage')).body).to.deep.equal({ data, meta: {} });
    expect((await get('homepage/')).status).to.equal(200);
    expect((await writer.world.full('head', '/api/Homepage')).status).to.equal(200);
  });

  it('DELETE removes the document, and succeeds where there is none', async () => {
    await writer.put('homepage', { title: 'Home' });
    for (const _ of [1, 2]) {
      const { status, text } = await writer.world.full('delete', '/api/homepage');
      expect([status, text]).to.deep.equal([204, '']);
      expect((await get('homepage')).status).to.equal(404);
    }
    expect((await writer.put('homepage', { title: 'Again' })).data.title).to.equal('Again');
  });

  it('there is no list, and POST is refused', async () => {
    for (const method of ['post', 'patch'] as const) {
      const { status, headers } = await writer.world.full(method, '/api/homepage');
      expect([status, headers['allow']]).to.deep.equal([405, 'HEAD, GET, PUT, DELETE']);
    }
    const { data } = await writer.put('homepage', { title: 'Home' });
    for (const path of ['homepages', `homepage/${data.documentId}`, `homepages/${data.documentId}`])
      expect((await get(path)).status, path).to.equal(404);
  });

  it('reading requires find, writing update, deleting delete', async () => {
    await writer.put('homepage', { title: 'Home' });
    const { anybody } = writer.world;
    expect((await anybody('get', '/api/homepage')).status).to.equal(200);
    expect((await anybody('put', '/api/homepage').send({ data: { title: 'x' } })).status).to.equal(403);
    expect((await anybody('delete', '/api/homepage')).status).to.equal(403);
    expect((await anybody('get', '/api/banner')).status).to.equal(403);
  });

  it('bad input is refused as for collection types', async () => {
    expect((await writer.put('homepage', { nope: 1 })).error).to.deep.equal({
      status: 400,
      name: 'ValidationError',
      message: 'Invalid key nope',
      details: { key: 'nope', path: null, source: 'body' },
    });
    const missing = await writer.world.full('put', '/api/homepage').send({});
    expect(missing.body.error.message).to.equal('Missing "data" payload in the request body');
    expect((await get('homepage?fields=nope')).body.error.details.key).to.equal('nope');
    expect((await get('homepage')).status).to.equal(404);
  });

  it('relations are connected, disconnected, selected and filtered', async () => {
    const [a, b] = await Promise.all(
      ['a', 'b'].map(async (Name) => (await writer.post('places', { Name })).data.documentId),
    );
    const query = '?populate[featured][fields]=Name';
    await writer.put('homepage', { title: 'Home', featured: [a, b] });
    expect(namesOf((await get(`homepage${query}`)).body.data.featured)).to.deep.equal(['a', 'b']);
    const { data } = await writer.put(`homepage${query}`, { featured: { disconnect: [a] } });
    expect(namesOf(data.featured)).to.deep.equal(['b']);
    expect((await get('homepage?filters[featured][Name]=a')).status).to.equal(404);
    expect((await get('homepage?filters[featured][Name]=b')).status).to.equal(200);
  });

  it('drafts and locales work where the type has them', async () => {
    const draft = await writer.put('banner?status=draft', { tone: 'loud' });
    expect(draft.data).to.include({ text: null, tone: 'loud', locale: 'en', publishedAt: null });
    expect((await get('banner')).status).to.equal(404);
    expect((await writer.act('banner/actions/publish')).error.message).to.match(/^text must be a `string`/);
    await writer.put('banner?status=draft', { text: 'Hello' });
    const published = await writer.act('banner/actions/publish');
    expect(published.data).to.include({ text: 'Hello', documentId: draft.data.documentId });
    const french = await writer.put('banner?locale=fr', { text: 'Bonjour' });
    expect(french.data).to.include({ locale: 'fr', tone: 'loud', documentId: draft.data.documentId });
    expect((await get('banner?locale=fr&populate=localizations')).body.data.localizations).to.have.length(1);
    await writer.put('banner?locale=fr&status=draft', { text: 'x' });
    expect((await writer.act('banner/actions/discard-draft?locale=fr')).data).to.include({ text: 'Bonjour' });
    expect((await writer.act('banner/actions/unpublish')).data).to.include({
      publishedAt: null,
      locale: 'en',
    });
    expect((await get('banner')).status).to.equal(404);
    expect((await get('banner?locale=fr')).status).to.equal(200);
    await writer.world.full('delete', '/api/banner?locale=*');
    expect((await get('banner?locale=fr&status=draft')).status).to.equal(404);
  });

  it('actions are refused where there is no document or no drafts', async () => {
    expect((await writer.act('banner/actions/publish')).error.status).to.equal(404);
    expect((await writer.act('banner/actions/unpublish?locale=fr')).error.status).to.equal(404);
    expect((await writer.act('banner/actions/archive')).error.status).to.equal(404);
    await writer.put('homepage', { title: 'Home' });
    expect((await writer.act('homepage/actions/publish')).error).to.include({ status: 400 });
    expect((await writer.world.full('get', '/api/banner/actions/publish')).headers['allow']).to.equal('POST');
  });
});
