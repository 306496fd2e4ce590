import { expect } from 'chai';
import { createWriter, namesOf, type Data, type Writer } from './writer.js';

describe('locales over HTTP', () => {
  let writer: Writer;

  beforeEach(() => {
    writer = createWriter();
  });

  const get = (path: string) => writer.world.full('get', `/api/${path}`);
  const read = async (path: string) => (await get(path)).body.data;
  const statusOf = async (path: string) => (await get(path)).status;
  const article = async (data: Data, query = '') =>
    `articles/${(await writer.post('articles', data, query)).data.documentId}`;
  const titles = async (query: string) =>
    (await read(`articles?sort=title&${query}`)).map(({ title }: Data) => title);

  it('a request without a locale uses the default locale', async () => {
    const { data } = await writer.post('articles', { title: 'Hello' });
    expect(data).to.include({ title: 'Hello', locale: 'en' });
    expect(await read(`articles/${data.documentId}`)).to.deep.equal(data);
    expect(await read(`articles/${data.documentId}?locale=en`)).to.deep.equal(data);
    expect(await read(`articles/${data.documentId}?locale=`)).to.deep.equal(data);
  });

  it('a document is created in the locale of the query; one in the body is ignored', async () => {
    const { data } = await writer.post('articles', { title: 'Salut', locale: 'de' }, '?locale=fr');
    expect(data).to.include({ title: 'Salut', locale: 'fr' });
    expect(await statusOf(`articles/${data.documentId}`)).to.equal(404);
    const { data: updated } = await writer.put(`articles/${data.documentId}?locale=fr`, { locale: 'en' });
    expect(updated.locale).to.equal('fr');
  });

  it('a missing translation is a 404, without falling back', async () => {
    const path = await article({ title: 'Hello' });
    expect(await statusOf(`${path}?locale=fr`)).to.equal(404);
    expect(await statusOf(`${path}?locale=xx`)).to.equal(404);
    expect(await titles('locale=xx')).to.deep.equal([]);
  });

  it('lists are in one locale, several or all', async () => {
    const path = await article({ title: 'a en' });
    await writer.put(`${path}?locale=fr`, { title: 'a fr' });
    await article({ title: 'b de' }, '?locale=de');
    expect(await titles('')).to.deep.equal(['a en']);
    expect(await titles('locale=fr')).to.deep.equal(['a fr']);
    expect(await titles('locale[0]=fr&locale[1]=en')).to.deep.equal(['a en', 'a fr']);
    expect(await titles('locale=*')).to.deep.equal(['a en', 'a fr', 'b de']);
    expect(await titles('locale[0]=*&locale[1]=en')).to.deep.equal(['a en', 'a fr', 'b de']);
    expect(await titles('filters[locale]=fr')).to.deep.equal(['a fr']);
    expect(await titles('filters[locale][$in][0]=fr&filters[locale][$in][1]=de')).to.deep.equal([
      'a fr',
      'b de',
    ]);
    const { meta } = (await get('articles?locale=*')).body;
    expect(meta.pagination.total).to.equal(3);
  });

  it('a PUT in a new locale creates the translation, with the shared values', async () => {
    const path = await article({ title: 'Hello', body: 'b', code: 'I1', views: 7, seo: { metaTitle: 't' } });
    const { data } = await writer.put(`${path}?locale=fr&populate=seo`, { title: 'Bonjour' });
    expect(data).to.deep.include({
      title: 'Bonjour',
      body: null,
      code: 'I1',
      views: 7,
      locale: 'fr',
      seo: null,
    });
    expect(path).to.contain(data.documentId);
    expect(data.publishedAt).to.be.a('string');
  });

  it('a change of a shared value reaches every locale of the same status', async () => {
    const path = await article({ title: 'Hello', code: 'I1' });
    await writer.put(`${path}?locale=fr`, { title: 'Bonjour' });
    await writer.put(`${path}?locale=fr&status=draft`, { code: 'I2', body: 'b' });
    expect(await read(`${path}?status=draft`)).to.include({ code: 'I2', body: null });
    expect(await read(path)).to.include({ code: 'I1' });
    expect(await read(`${path}?locale=fr`)).to.include({ code: 'I1' });
    await writer.put(path, { code: 'I3' });
    expect(await read(`${path}?locale=fr`)).to.include({ code: 'I3', title: 'Bonjour' });
  });

  it('a new translation needs all required values', async () => {
    const path = await article({ title: 'Hello' });
    const { error } = await writer.put(`${path}?locale=de`, { body: 'x' });
    expect(error.message).to.equal('title must be a `string` type, but the final value was: `null`.');
    expect(error.details.errors).to.deep.equal([
      { path: ['title'], message: error.message, name: 'ValidationError', value: null },
    ]);
    expect(await statusOf(`${path}?locale=de&status=draft`)).to.equal(404);
  });

  it('DELETE removes one locale, or all of them', async () => {
    const path = await article({ title: 'Hello' });
    for (const locale of ['fr', 'de']) await writer.put(`${path}?locale=${locale}`, { title: locale });
    const remove = async (query: string) =>
      (await writer.world.full('delete', `/api/${path}${query}`)).status;
    expect(await remove('?locale=fr')).to.equal(204);
    expect(await titles('locale=*')).to.deep.equal(['Hello', 'de']);
    expect(await remove('')).to.equal(204);
    expect(await titles('locale=*')).to.deep.equal(['de']);
    expect(await remove('?locale=*')).to.equal(204);
    expect(await titles('locale=*&status=draft')).to.deep.equal([]);
  });

  it('a write with an unknown locale or several locales is refused', async () => {
    const path = await article({ title: 'Hello' });
    const { full } = writer.world;
    const data = { title: 'x' };
    for (const locale of ['locale=xx', 'locale=*', 'locale[0]=en&locale[1]=fr', 'locale[x]=en']) {
      const requests = [
        full('post', `/api/articles?${locale}`).send({ data }),
        full('put', `/api/${path}?${locale}`).send({ data }),
        full('post', `/api/${path}/actions/publish?${locale}`),
        ...(locale === 'locale=*' ? [] : [full('delete', `/api/${path}?${locale}`)]),
      ];
      for (const request of requests) {
        const { status, body } = await request;
        expect([status, body.error.details.key], `${request.method} ${locale}`).to.deep.equal([
          400,
          'locale',
        ]);
      }
    }
    expect(await titles('locale=*&status=draft')).to.deep.equal(['Hello']);
  });

  it('localizations are the other locales of the document', async () => {
    const path = await article({ title: 'Hello' });
    await writer.put(`${path}?locale=fr`, { title: 'Bonjour' });
    await writer.put(`${path}?locale=de&status=draft`, { title: 'Hallo' });
    const others = async (query: string) =>
      (await read(`${path}?populate=localizations&${query}`)).localizations.map(({ title }: Data) => title);
    expect(await others('')).to.deep.equal(['Bonjour']);
    expect(await others('locale=fr')).to.deep.equal(['Hello']);
    expect(await others('status=draft')).to.deep.equal(['Bonjour', 'Hallo']);
    expect(Object.keys(await read(`${path}?populate=*`))).to.contain('localizations');
  });

  it('localizations in a body are ignored', async () => {
    const path = await article({ title: 'Hello' });
    const sent = await read(`${path}?populate=localizations&fields=title`);
    const { data } = await writer.put(path, { title: 'x', localizations: sent.localizations });
    expect(data.title).to.equal('x');
  });

  it('an action applies to one locale', async () => {
    const path = await article({ title: 'Hello' });
    await writer.put(`${path}?locale=fr`, { title: 'Bonjour' });
    const { data } = await writer.act(`${path}/actions/unpublish?locale=fr`);
    expect(data).to.include({ title: 'Bonjour', locale: 'fr', publishedAt: null });
    expect([await statusOf(path), await statusOf(`${path}?locale=fr`)]).to.deep.equal([200, 404]);
    expect((await writer.act(`${path}/actions/publish?locale=de`)).error.status).to.equal(404);
    expect((await writer.act(`${path}/actions/publish?locale=fr`)).data).to.include({ locale: 'fr' });
  });

  it('links between two localized types stay within a locale', async () => {
    const topic = (await writer.post('topics', { Name: 'Sea' })).data.documentId;
    await writer.put(`topics/${topic}?locale=fr`, { Name: 'Mer' });
    const path = await article({ title: 'Hello', topics: [topic] });
    await writer.put(`${path}?locale=fr`, { title: 'Bonjour' });
    const names = async (query: string) => namesOf((await read(`${path}?populate=topics&${query}`)).topics);
    expect([await names(''), await names('locale=fr')]).to.deep.equal([['Sea'], []]);
    await writer.put(`${path}?locale=fr`, { topics: [topic] });
    expect([await names(''), await names('locale=fr')]).to.deep.equal([['Sea'], ['Mer']]);
  });

  it('links from a type without locales name a translation, or use the default locale', async () => {
    const path = await article({ title: 'Hello' });
    await writer.put(`${path}?locale=fr`, { title: 'Bonjour' });
    const documentId = path.slice('articles/'.length);
    const { data } = await writer.post(
      'menus',
      { Name: 'main', entries: [{ documentId, locale: 'fr' }, { documentId }] },
      '?populate[entries][fields]=title',
    );
    expect(data.entries.map(({ title }: Data) => title)).to.deep.equal(['Bonjour', 'Hello']);
    const { error } = await writer.put(`menus/${data.documentId}`, {
      entries: { connect: [{ documentId, locale: 'xx' }] },
    });
    expect(error).to.include({ status: 400 });
  });

  it('a populated type without locales passes the locale on', async () => {
    const place = (await writer.post('places', { Name: 'P' })).data.documentId;
    const path = await article({ title: 'Hello', place });
    await writer.put(`${path}?locale=fr`, { title: 'Bonjour', place });
    const found = await read(`${path}?locale=fr&populate[place][fields]=Name`);
    expect(found.place).to.include({ Name: 'P' });
    expect(found).to.include({ title: 'Bonjour' });
  });

  it('a type without locales has no locale, whatever the request says', async () => {
    const { data } = await writer.post('labels', { Name: 'x' }, '?locale=fr');
    expect(data).to.not.have.property('locale');
    for (const query of ['', '?locale=fr', '?locale=*', '?locale[0]=de'])
      expect(await statusOf(`labels/${data.documentId}${query}`), query).to.equal(200);
  });
});
