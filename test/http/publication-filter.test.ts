import { expect } from 'chai';
import { createWriter, namesOf, type Writer } from './writer.js';

describe('publicationFilter and hasPublishedVersion', () => {
  let writer: Writer;

  before(async () => {
    writer = createWriter();
    const add = async (Name: string, query = '') =>
      `places/${(await writer.post('places', { Name }, query)).data.documentId}`;
    await add('never', '?status=draft');
    await add('live');
    await writer.put(`${await add('edited')}?status=draft`, { Rating: 1 });
    await writer.act(`${await add('taken back')}/actions/unpublish`);
  });

  const find = async (query: string) =>
    namesOf((await writer.world.full('get', `/api/places?sort=Name&${query}`)).body.data);

  const drafts = {
    'publicationFilter=never-published': ['never', 'taken back'],
    'publicationFilter=has-published-version': ['edited', 'live'],
    'publicationFilter=modified': ['edited'],
    'publicationFilter=unmodified': ['live'],
    'publicationFilter=published-without-draft': [],
    'publicationFilter=published-with-draft': ['edited', 'live'],
    'publicationFilter=never-published-document': ['never', 'taken back'],
    'publicationFilter=has-published-version-document': ['edited', 'live'],
    'hasPublishedVersion=true': ['edited', 'live'],
    'hasPublishedVersion=t': ['edited', 'live'],
    'hasPublishedVersion=1': ['edited', 'live'],
    'hasPublishedVersion=false': ['never', 'taken back'],
    'hasPublishedVersion=f': ['never', 'taken back'],
    'hasPublishedVersion=0': ['never', 'taken back'],
  };
  for (const [query, names] of Object.entries(drafts)) {
    it(`${query} of drafts gives ${names.join(' and ') || 'none'}`, async () => {
      expect(await find(`status=draft&${query}`)).to.deep.equal(names);
    });
  }

  it('published versions are filtered in the same way', async () => {
    expect(await find('publicationFilter=modified')).to.deep.equal(['edited']);
    expect(await find('publicationFilter=never-published')).to.deep.equal([]);
    expect(await find('hasPublishedVersion=true&filters[Name]=live')).to.deep.equal(['live']);
  });

  it('the forms for whole documents consider all locales, as hasPublishedVersion does', async () => {
    const { data } = await writer.post('articles', { title: 'live in English' });
    await writer.put(`articles/${data.documentId}?locale=fr&status=draft`, { title: 'brouillon' });
    await writer.post('articles', { title: 'nouveau' }, '?locale=fr&status=draft');
    const french = async (query: string) => {
      const { body } = await writer.world.full('get', `/api/articles?locale=fr&status=draft&${query}`);
      return (body.data as readonly { readonly title: string }[]).map(({ title }) => title);
    };
    expect(await french('publicationFilter=never-published')).to.deep.equal(['brouillon', 'nouveau']);
    expect(await french('publicationFilter=never-published-document')).to.deep.equal(['nouveau']);
    expect(await french('publicationFilter=has-published-version')).to.deep.equal([]);
    expect(await french('publicationFilter=has-published-version-document')).to.deep.equal(['brouillon']);
    expect(await french('hasPublishedVersion=true')).to.deep.equal(['brouillon']);
    expect(await french('hasPublishedVersion=false')).to.deep.equal(['nouveau']);
  });

  it('a document that does not match is a 404', async () => {
    const [one] = (await writer.world.full('get', '/api/places?filters[Name]=live')).body.data;
    const read = async (query: string) =>
      (await writer.world.full('get', `/api/places/${one.documentId}?${query}`)).status;
    expect(await read('publicationFilter=unmodified')).to.equal(200);
    expect(await read('publicationFilter=modified')).to.equal(404);
  });

  it('a type without drafts ignores the filter', async () => {
    await writer.post('labels', { Name: 'x' });
    const { body } = await writer.world.full('get', '/api/labels?publicationFilter=never-published');
    expect(namesOf(body.data)).to.deep.equal(['x']);
  });

  it('any other value is refused, and the parameter is named', async () => {
    const refused = {
      'publicationFilter=x': 'publicationFilter',
      'publicationFilter=': 'publicationFilter',
      'publicationFilter[0]=modified': 'publicationFilter',
      'publicationFilter=constructor': 'publicationFilter',
      'hasPublishedVersion=yes': 'hasPublishedVersion',
      'hasPublishedVersion=': 'hasPublishedVersion',
      'hasPublishedVersion[a]=true': 'hasPublishedVersion',
      'publicationFilter=modified&hasPublishedVersion=true': 'hasPublishedVersion',
    };
    for (const [query, key] of Object.entries(refused)) {
      const { status, body } = await writer.world.full('get', `/api/places?${query}`);
      expect([status, body.error.details.key], query).to.deep.equal([400, key]);
    }
  });
});
