import { expect } from 'chai';
import { requestTo } from './request-to.js';
import { createReading, type Reading } from './reading-world.js';

describe('searches', () => {
  let reading: Reading;

  before(async () => {
    reading = await createReading();
    const { world } = reading;
    await world.create('restaurant', { Name: 'F Chips', Slug: 'f-chips', Hidden: 'secretly' });
  });

  it('find words in every searched attribute, while they are typed', async () => {
    expect(await reading.namesOf('_q=chips%20fish')).to.deep.equal(['Anchor']);
    expect(await reading.namesOf('_q=chip')).to.deep.equal(['Anchor', 'Chips']);
    expect(await reading.namesOf('_q=ECLAIR')).to.deep.equal(['éclair 50%']);
    expect(await reading.namesOf('_q=')).to.have.length(5);
    expect(await reading.namesOf('_q=%20-%20')).to.have.length(5);
  });

  it('obey filters, sort, pages and totals', async () => {
    expect(await reading.namesOf('_q=f&filters[Rating][$gte]=3&sort=Name')).to.deep.equal([
      'Anchor',
      'bistro',
    ]);
    const { body } = await reading.world.full('get', '/api/restaurants?_q=chips&pagination[pageSize]=1');
    expect(body.data).to.have.length(1);
    expect(body.meta.pagination).to.deep.equal({ page: 1, pageSize: 1, pageCount: 2, total: 2 });
  });

  it('walk by cursor in the order of ids, and a cursor fits its words only', async () => {
    const page = async (query: string) =>
      (await reading.world.full('get', `/api/restaurants?pagination[pageSize]=1&${query}`)).body;
    const first = await page('_q=chips&pagination[after]=');
    const { endCursor } = first.meta.pagination;
    const after = `pagination[after]=${encodeURIComponent(endCursor)}`;
    const names = (body: { data: readonly { Name: string }[] }) => body.data.map(({ Name }) => Name);
    expect(names(first)).to.deep.equal(['F Anchor']);
    expect(names(await page(`_q=chips&${after}`))).to.deep.equal(['F Chips']);
    expect((await page(`_q=fish&${after}`)).error).to.include({ status: 400 });
  });

  it('find texts that contain it as it is, where no attribute has its words searched', async () => {
    const names = async (query: string) =>
      (
        (await reading.data(`/api/categories?fields=Name&sort=Name&${query}`)) as readonly { Name: string }[]
      ).map(({ Name }) => Name);
    expect(await names('_q=alph')).to.deep.equal(['F Alpha']);
    expect(await names('_q=f%20BET')).to.deep.equal(['F Beta']);
    expect(await names('_q=nothing')).to.deep.equal([]);
    const [first] = (await reading.data('/api/categories?sort=Name')) as readonly { documentId: string }[];
    expect(await names(`_q=${first?.documentId}`)).to.deep.equal([]);
    expect(await names('_q=a&filters[Name][$endsWith]=Beta')).to.deep.equal(['F Beta']);
  });

  it('never find what is private', async () => {
    expect(await reading.namesOf('_q=secretly')).to.deep.equal([]);
    expect((await reading.world.anybody('get', '/api/restaurants?_q=secretly')).body.data).to.deep.equal([]);
  });

  it('refuse what is no text, and too many words', async () => {
    expect(await reading.errorOf('_q[a]=b')).to.deep.include({ message: 'Invalid _q. Expected words' });
    expect(await reading.errorOf('_q=a&_q=b')).to.deep.include({ message: 'Invalid _q. Expected words' });
    const words = Array.from({ length: 17 }, (_, index) => `w${index}`).join('+');
    expect(await reading.errorOf(`_q=${words}`)).to.deep.include({
      message: 'The text to search for with _q has more than 16 words',
    });
    expect(await reading.errorOf(`_q=${'a'.repeat(256)}`)).to.deep.include({
      message: 'The text to search for with _q has a word with more than 255 characters',
    });
  });

  it('show on request what they have found, as plain text, for whom may read it', async () => {
    const ask = async (query: string) =>
      (await reading.world.full('get', `/api/restaurants?_highlight=true&${query}`)).body;
    const { meta } = await ask('_q=chips%20f');
    expect(meta.highlights).to.deep.equal([
      {
        Name: {
          text: 'F Chips',
          offset: 0,
          matches: [
            [0, 1],
            [2, 7],
          ],
        },
      },
      {
        Name: { text: 'F Anchor', offset: 0, matches: [[0, 1]] },
        Description: {
          text: "Fish & chips, O'B",
          offset: 0,
          matches: [
            [0, 4],
            [7, 12],
          ],
        },
      },
    ]);
    expect((await ask('_q=chips%20f&fields=Name')).meta.highlights[0]).to.have.all.keys('Name');
    expect((await ask('_q=secretly')).meta.highlights).to.deep.equal([]);
    expect((await ask('filters[Name]=F%20Chips')).meta.highlights).to.deep.equal([{}]);
    expect(await reading.errorOf('_q=a&_highlight=x')).to.deep.include({
      message: 'Invalid _highlight. Expected true or false',
    });
    const lines = await requestTo(reading.world.app)
      .get('/api/restaurants?_q=a&_highlight=true')
      .set('Authorization', 'Bearer full')
      .set('Accept', 'application/x-ndjson');
    expect(lines.body.error.message).to.equal('A list in lines has no place for _highlight');
  });
});
