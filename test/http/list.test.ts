import { expect } from 'chai';
import { createReading, invalidKey, type Reading } from './reading-world.js';

const metaOf = async ({ world }: Reading, query: string): Promise<unknown> =>
  (await world.full('get', `/api/restaurants?${query}`)).body.meta.pagination;

describe('lists', () => {
  let reading: Reading;

  before(async () => {
    reading = await createReading();
  });

  describe('fields', () => {
    it('id and documentId are always answered', async () => {
      expect(
        await reading.data(`/api/restaurants/${reading.anchor}?fields=Rating,createdAt`),
      ).to.have.all.keys('id', 'documentId', 'Rating', 'createdAt');
    });

    it('a star, alone or in a list, selects every field in order', async () => {
      const all = await reading.data(`/api/restaurants/${reading.anchor}`);
      expect(await reading.data(`/api/restaurants/${reading.anchor}?fields[0]=*`)).to.deep.equal(all);
      expect(Object.keys(all as object)).to.deep.equal(
        (
          'id documentId Name Description Rating Price Slug Kind Opened OpensAt LastInspection Active Tags Story Blocks ' +
          'Email Big Score createdAt updatedAt publishedAt'
        ).split(' '),
      );
      expect(all).to.deep.include({
        Price: 10.5,
        Big: '100',
        OpensAt: '08:00:00',
        LastInspection: '2023-01-01T10:00:00.000Z',
        Opened: '2019-01-15',
        Tags: ['sea', 'fish'],
        Active: true,
        Story: null,
      });
    });

    it('unknown, private and relation names are refused', async () => {
      expect(await reading.errorOf('fields=Nope')).to.deep.equal(invalidKey('Nope', null, 'fields'));
      expect(await reading.errorOf('fields=Hidden')).to.deep.equal(invalidKey('Hidden', null, 'fields'));
      expect(await reading.errorOf('fields=owner')).to.deep.include({ message: 'Invalid key owner' });
    });
  });

  describe('sort and pagination', () => {
    it('nulls are last in ascending and first in descending order', async () => {
      expect(await reading.namesOf('sort=Rating')).to.deep.equal([
        'Corner',
        'Anchor',
        'bistro',
        'éclair 50%',
      ]);
      expect(await reading.namesOf('sort=Rating:desc')).to.deep.equal([
        'éclair 50%',
        'bistro',
        'Anchor',
        'Corner',
      ]);
    });

    it('lists are sorted by several keys, by bytes, by ids and through to-one relations', async () => {
      expect(await reading.namesOf('sort=Opened:desc,Name&filters[Opened][$notNull]=true')).to.deep.equal([
        'Corner',
        'bistro',
        'Anchor',
      ]);
      expect(await reading.namesOf('sort=id:desc')).to.deep.equal([
        'éclair 50%',
        'bistro',
        'Anchor',
        'Corner',
      ]);
      const toMany = ['Corner', 'Anchor', 'bistro', 'éclair 50%'];
      expect(await reading.namesOf('sort=categories.Name')).to.deep.equal(toMany);
      expect(await reading.namesOf('sort=categories.Name:desc')).to.deep.equal([
        'éclair 50%',
        'bistro',
        'Anchor',
        'Corner',
      ]);
      expect(await reading.namesOf('sort[owner][Name]=desc&filters[owner][$notNull]=true')).to.deep.equal([
        'bistro',
        'Anchor',
      ]);
    });

    it('pages and offsets are reported in the answer', async () => {
      expect(await metaOf(reading, 'pagination[page]=2&pagination[pageSize]=3')).to.deep.equal({
        page: 2,
        pageSize: 3,
        pageCount: 2,
        total: 4,
      });
      expect(await metaOf(reading, 'pagination[page]=0')).to.include({ page: 1, pageSize: 25 });
      expect(await metaOf(reading, 'pagination[pageSize]=1000')).to.include({ pageSize: 100 });
      expect(await metaOf(reading, 'pagination[limit]=3')).to.deep.equal({ start: 0, limit: 3, total: 4 });
      expect(await metaOf(reading, 'pagination[withCount]=false')).to.deep.equal({ page: 1, pageSize: 25 });
      expect(await metaOf(reading, 'pagination[count]=none')).to.deep.equal({ page: 1, pageSize: 25 });
      for (const count of ['exact', 'estimated'])
        expect(await metaOf(reading, `pagination[count]=${count}`)).to.deep.equal(await metaOf(reading, ''));
      expect(await metaOf(reading, 'pagination[start]=1&pagination[withCount]=0')).to.deep.equal({
        start: 1,
        limit: 25,
      });
      expect(await metaOf(reading, 'filters[Name]=nobody')).to.deep.equal({
        page: 1,
        pageSize: 25,
        pageCount: 0,
        total: 0,
      });
    });

    it('a page past the end is empty', async () => {
      expect(await reading.namesOf('pagination[page]=700')).to.deep.equal([]);
      expect(await reading.namesOf('pagination[start]=2&pagination[limit]=1')).to.deep.equal(['bistro']);
    });

    it('mixed or misplaced pagination is a PaginationError', async () => {
      const mixed = await reading.errorOf('pagination[page]=1&pagination[start]=1');
      expect(mixed).to.deep.equal({
        status: 400,
        name: 'PaginationError',
        message: 'Cannot use both page & offset pagination in the same query',
        details: {},
      });
      expect(await reading.errorOf('page=2')).to.deep.include({
        message:
          'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
      });
      const refused = (message: string, key: string) => ({
        status: 400,
        name: 'ValidationError',
        message,
        details: { key, param: 'pagination', source: 'query' },
      });
      for (const wrong of ['', 'some', 'toString', 'exact&pagination[count]=none'])
        expect(await reading.errorOf(`pagination[count]=${wrong}`)).to.deep.include(
          refused('Invalid pagination parameter count. Expected exact, estimated or none', 'count'),
        );
      expect(await reading.errorOf('pagination[count]=none&pagination[withCount]=true')).to.deep.include(
        refused('Use either count or withCount', 'withCount'),
      );
      expect(await reading.errorOf('pagination[withCount]=maybe')).to.deep.equal({
        status: 400,
        name: 'ValidationError',
        message: 'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
        details: {},
      });
    });
  });
});
