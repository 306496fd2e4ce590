import { expect } from 'chai';
import type supertest from 'supertest';
import { createWorld, type World } from './fixture.js';

const invalidKey = (key: string, path: string | null, param: string) => ({
  status: 400,
  name: 'ValidationError',
  message: path === null || path === key ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
  details: { key, path, source: 'query', param },
});

describe('reading', () => {
  let world: World;
  let anchor: string;

  before(async () => {
    world = createWorld();
    const ann = await world.create('chef', { Name: 'F Ann', Nick: 'ann', Diary: 'd' });
    const bob = await world.create('chef', { Name: 'F Bob' });
    const alpha = await world.create('category', { Name: 'F Alpha' });
    const beta = await world.create('category', { Name: 'F Beta' });
    const soup = await world.create('dish', { Name: 'F Soup', Cost: 4.5 });
    const corner = { Name: 'F Corner', Slug: 'f-corner', Rating: 1, Price: 0, Opened: '2020-06-01' };
    await world.create('restaurant', { ...corner, categories: [alpha] });
    anchor = await world.create('restaurant', {
      Name: 'F Anchor',
      Slug: 'f-anchor',
      Description: "Fish & chips, O'B",
      Rating: 3,
      Price: 10.5,
      Big: '100',
      OpensAt: '08:00:00',
      LastInspection: '2023-01-01T10:00:00.000Z',
      Opened: '2019-01-15',
      Tags: ['sea', 'fish'],
      owner: ann,
      categories: [beta, alpha],
      flagship: soup,
      seo: { metaTitle: 't', author: ann },
      Openings: [{ day: 'mon', from: '08:00:00', note: { text: 'early' } }, { day: 'tue' }],
      sections: [
        { __component: 'sections.quote', text: 'Nice', speaker: ann },
        { __component: 'sections.gallery', title: 'Pics', dishes: [soup] },
      ],
    });
    const bistro = { Name: 'F bistro', Slug: 'f-bistro', Rating: 5, Price: 20.25, Opened: '2020-06-01' };
    await world.create('restaurant', { ...bistro, Active: false, owner: bob });
    await world.create('restaurant', { Name: 'F éclair 50%', Slug: 'f-eclair' });
  });

  const data = async (path: string): Promise<supertest.Response['body']> => {
    const response = await world.full('get', path);
    expect(response.status, response.text).to.equal(200);
    return response.body.data;
  };

  const namesOf = async (query: string): Promise<unknown> =>
    (await data(`/api/restaurants?fields=Name&${query}`)).map(({ Name }: { Name: string }) => Name.slice(2));

  const errorOf = async (query: string, as = world.full): Promise<unknown> => {
    const response = await as('get', `/api/restaurants?${query}`);
    expect(response.status, query).to.equal(400);
    return response.body.error;
  };

  describe('fields', () => {
    it('id and documentId always come back', async () => {
      expect(await data(`/api/restaurants/${anchor}?fields=Rating,createdAt`)).to.have.all.keys(
        'id',
        'documentId',
        'Rating',
        'createdAt',
      );
    });

    it('a star, alone or in a list, is every field in order', async () => {
      const all = await data(`/api/restaurants/${anchor}`);
      expect(await data(`/api/restaurants/${anchor}?fields[0]=*`)).to.deep.equal(all);
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
      expect(await errorOf('fields=Nope')).to.deep.equal(invalidKey('Nope', null, 'fields'));
      expect(await errorOf('fields=Hidden')).to.deep.equal(invalidKey('Hidden', 'Hidden', 'fields'));
      expect(await errorOf('fields=owner')).to.deep.include({ message: 'Invalid key owner' });
    });
  });

  describe('sort and pagination', () => {
    it('nulls stand last ascending and first descending', async () => {
      expect(await namesOf('sort=Rating')).to.deep.equal(['Corner', 'Anchor', 'bistro', 'éclair 50%']);
      expect(await namesOf('sort=Rating:desc')).to.deep.equal(['éclair 50%', 'bistro', 'Anchor', 'Corner']);
    });

    it('goes by several keys, bytes, ids and to-one relations', async () => {
      expect(await namesOf('sort=Opened:desc,Name&filters[Opened][$notNull]=true')).to.deep.equal([
        'Corner',
        'bistro',
        'Anchor',
      ]);
      expect(await namesOf('sort=id:desc')).to.deep.equal(['éclair 50%', 'bistro', 'Anchor', 'Corner']);
      expect(await namesOf('sort[owner][Name]=desc&filters[owner][$notNull]=true')).to.deep.equal([
        'bistro',
        'Anchor',
      ]);
    });

    it('pages and offsets report themselves', async () => {
      const metaOf = async (query: string) =>
        (await world.full('get', `/api/restaurants?${query}`)).body.meta.pagination as unknown;
      expect(await metaOf('pagination[page]=2&pagination[pageSize]=3')).to.deep.equal({
        page: 2,
        pageSize: 3,
        pageCount: 2,
        total: 4,
      });
      expect(await metaOf('pagination[page]=0')).to.include({ page: 1, pageSize: 25 });
      expect(await metaOf('pagination[pageSize]=1000')).to.include({ pageSize: 100 });
      expect(await metaOf('pagination[limit]=3')).to.deep.equal({ start: 0, limit: 3, total: 4 });
      expect(await metaOf('pagination[withCount]=false')).to.deep.equal({ page: 1, pageSize: 25 });
      expect(await metaOf('pagination[start]=1&pagination[withCount]=0')).to.deep.equal({
        start: 1,
        limit: 25,
      });
      expect(await metaOf('filters[Name]=nobody')).to.deep.equal({
        page: 1,
        pageSize: 25,
        pageCount: 0,
        total: 0,
      });
    });

    it('a page past the end is empty', async () => {
      expect(await namesOf('pagination[page]=700')).to.deep.equal([]);
      expect(await namesOf('pagination[start]=2&pagination[limit]=1')).to.deep.equal(['bistro']);
    });

    it('mixed or misplaced pagination is a PaginationError', async () => {
      const mixed = await errorOf('pagination[page]=1&pagination[start]=1');
      expect(mixed).to.deep.equal({
        status: 400,
        name: 'PaginationError',
        message: 'Cannot use both page & offset pagination in the same query',
        details: {},
      });
      expect(await errorOf('page=2')).to.deep.include({
        message:
          'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
      });
      expect(await errorOf('pagination[withCount]=maybe')).to.deep.equal({
        status: 400,
        name: 'ValidationError',
        message: 'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
        details: {},
      });
    });
  });

  describe('filters', () => {
    const cases: Readonly<Record<string, readonly string[]>> = {
      'filters[Name]=F%20Anchor': ['Anchor'],
      'filters[Name]=F%20Anchor&filters[Name]=F%20bistro': ['Anchor', 'bistro'],
      'filters[Opened][$eq]=2020-06-01': ['Corner', 'bistro'],
      'filters[Name][$eqi]=f%20BISTRO': ['bistro'],
      'filters[Rating][$ne]=3': ['Corner', 'bistro'],
      'filters[Rating][$gt]=1': ['Anchor', 'bistro'],
      'filters[Rating][$lte]=3': ['Corner', 'Anchor'],
      'filters[Price][$gt]=20.1': ['bistro'],
      'filters[Rating][$between][0]=1&filters[Rating][$between][1]=3': ['Corner', 'Anchor'],
      'filters[Rating][$in][0]=1&filters[Rating][$in][1]=5': ['Corner', 'bistro'],
      'filters[Rating][$in]=': [],
      'filters[Rating][$notIn][0]=1': ['Anchor', 'bistro'],
      'filters[Rating][$null]=true': ['éclair 50%'],
      'filters[Rating][$notNull]=true': ['Corner', 'Anchor', 'bistro'],
      "filters[Description][$contains]=O'B": ['Anchor'],
      'filters[Name][$contains]=50%25': ['éclair 50%'],
      'filters[Name][$contains]=_': [],
      'filters[Name][$notContains]=n': ['bistro', 'éclair 50%'],
      'filters[Name][$startsWith]=F%20A': ['Anchor'],
      'filters[Name][$startsWithi]=f%20a': ['Anchor'],
      'filters[Name][$endsWith]=o': ['bistro'],
      'filters[Active]=false': ['bistro'],
      'filters[createdAt][$gt]=2001-01-01&filters[Rating]=1': ['Corner'],
      'filters[owner][Name][$ne]=F%20Ann': ['bistro'],
      'filters[owner][$null]=true': ['Corner', 'éclair 50%'],
      'filters[categories][Name][$in][0]=F%20Alpha&filters[categories][Name][$in][1]=F%20Beta': [
        'Corner',
        'Anchor',
      ],
      'filters[seo][metaTitle]=t': ['Anchor'],
      'filters[Openings][note][text]=early': ['Anchor'],
      'filters[$or][0][Rating]=1&filters[$or][1][Rating]=5': ['Corner', 'bistro'],
      'filters[$and][0][Opened]=2020-06-01&filters[$and][1][Rating]=5': ['bistro'],
      'filters[$not][Rating]=3': ['Corner', 'bistro'],
      'filters[Name][$not][$contains]=n': ['bistro', 'éclair 50%'],
    };
    for (const [query, expected] of Object.entries(cases))
      it(decodeURIComponent(query), async () => {
        expect(await namesOf(query)).to.deep.equal(expected);
      });

    it('by documentId and from the other side', async () => {
      expect(await namesOf(`filters[documentId]=${anchor}`)).to.deep.equal(['Anchor']);
      const chefs = await data('/api/chefs?filters[restaurants][Name]=F%20Anchor');
      expect(chefs).to.have.lengthOf(1);
      expect(chefs[0]).to.include({ Name: 'F Ann', Nick: 'ann' }).and.not.have.any.keys('Diary', 'Pass');
    });

    it('unknown, private and forbidden keys and bad operators are refused', async () => {
      expect(await errorOf('filters[Nope]=1')).to.deep.equal(invalidKey('Nope', null, 'filters'));
      expect(await errorOf('filters[Hidden]=1')).to.deep.equal(invalidKey('Hidden', 'Hidden', 'filters'));
      expect(await errorOf('filters[Rating][$foo]=1')).to.deep.equal(invalidKey('$foo', 'Rating', 'filters'));
      expect(await errorOf('filters[owner][Pass][$startsWith]=h')).to.deep.include({
        name: 'ValidationError',
      });
      expect(await errorOf('filters[owner][Name]=x', world.anybody)).to.deep.equal(
        invalidKey('owner', 'owner', 'filters'),
      );
      expect(await errorOf('sort=owner.Name', world.anybody)).to.deep.equal(
        invalidKey('owner', 'owner', 'sort'),
      );
      expect(await errorOf('sort=Hidden')).to.deep.equal(invalidKey('Hidden', 'Hidden', 'sort'));
    });
  });

  describe('populate', () => {
    const one = (query: string, as = world.full) =>
      as('get', `/api/restaurants/${anchor}?fields=Name&${query}`).then(
        ({ body }) => (body.data ?? body.error) as Record<string, unknown>,
      );

    it('a star is one level of everything that may be found', async () => {
      const full = await one('populate=*');
      expect(full).to.include.keys(
        'categories',
        'dishes',
        'flagship',
        'owner',
        'neighbours',
        'seo',
        'Openings',
      );
      const sections = full['sections'] as { id: number }[];
      expect(sections.map(({ id: _id, ...rest }) => rest)).to.deep.equal([
        { text: 'Nice', __component: 'sections.quote' },
        { title: 'Pics', __component: 'sections.gallery' },
      ]);
      expect(full['dishes']).to.deep.equal([]);
      expect(await one('populate=*', world.anybody))
        .to.include.keys('categories')
        .and.not.have.any.keys('owner');
    });

    it('what may not be found is silently absent', async () => {
      expect(await one('populate=owner', world.anybody)).to.have.all.keys('id', 'documentId', 'Name');
      expect(await one('populate=seo.author', world.anybody))
        .to.have.property('seo')
        .that.does.not.have.property('author');
    });

    it('every syntax gives the same', async () => {
      const same = [
        'populate=categories,owner',
        'populate[0]=categories&populate[1]=owner',
        'populate[categories]=true&populate[owner]=true',
        'populate[categories][populate]=&populate[owner][fields]=*',
      ];
      const [first, ...rest] = await Promise.all(same.map((query) => one(query)));
      expect(first).to.have.nested.property('owner.Name', 'F Ann');
      for (const other of rest) expect(other).to.deep.equal(first);
    });

    it('goes deep, by paths and by objects', async () => {
      const byPath = await one('populate=flagship.flagshipOf');
      expect(byPath).to.have.nested.property('flagship.flagshipOf.documentId', anchor);
      const byObject = await one('populate[owner][populate][restaurants][populate][0]=owner');
      expect(byObject).to.have.nested.property('owner.restaurants[0].owner.Name', 'F Ann');
    });

    it('takes fields, filters and sort inside, and counts', async () => {
      const names = (list: unknown) => (list as { Name: string }[]).map(({ Name }) => Name);
      expect(names((await one('populate=categories'))['categories'])).to.deep.equal(['F Beta', 'F Alpha']);
      const sorted = await one('populate[categories][sort]=Name&populate[categories][fields]=Name');
      expect(names(sorted['categories'])).to.deep.equal(['F Alpha', 'F Beta']);
      const filtered = await one('populate[categories][filters][Name][$endsWith]=Beta');
      expect(names(filtered['categories'])).to.deep.equal(['F Beta']);
      expect((await one('populate[categories][count]=true'))['categories']).to.deep.equal({ count: 2 });
    });

    it('zones keep the listed components only', async () => {
      const { sections } = await one(
        'populate[sections][on][sections.quote][populate][speaker][fields]=Name&populate[sections][on][sections.quote][fields]=text',
      );
      expect(sections).to.have.lengthOf(1);
      expect(sections).to.have.nested.property('[0].speaker.Name', 'F Ann');
    });

    it('wrong forms are refused', async () => {
      expect(await one('populate=true')).to.deep.equal(invalidKey('true', 'true', 'populate'));
      expect(await one('populate[categories][filters][Name][$foo]=1')).to.deep.equal(
        invalidKey('$foo', 'Name', 'populate'),
      );
      for (const key of ['pagination', 'page', 'pageSize', 'limit', 'start'])
        expect(await one(`populate[categories][${key}]=1`)).to.deep.equal(
          invalidKey(key, `categories.${key}`, 'populate'),
        );
      for (const query of [
        'populate[owner]=*',
        'populate[0]=*&populate[1]=owner',
        'populate=Nope',
        'populate=Name',
      ])
        expect(await one(query), query).to.include({ status: 400, name: 'ValidationError' });
    });
  });

  it('the former format nests attributes and relations', async () => {
    const query =
      'fields=Name&populate[owner][fields]=Name&populate[flagship][populate]=flagshipOf&populate[dishes]=true';
    const path = `/api/restaurants?${query}&populate[seo][populate][author][fields]=Name&filters[Rating][$gte]=3`;
    const { body } = await world.full('get', path).set('Strapi-Response-Format', 'v4');
    const [first, second] = body.data;
    expect(body.meta.pagination.total).to.equal(2);
    expect(first).to.have.all.keys('id', 'documentId', 'attributes');
    expect(first.attributes).to.have.all.keys('Name', 'owner', 'flagship', 'dishes', 'seo');
    expect(first.attributes.owner.data.attributes).to.deep.equal({ Name: 'F Ann' });
    expect(first.attributes.flagship.data.attributes.flagshipOf.data.documentId).to.equal(anchor);
    expect(first.attributes.seo).to.include({ metaTitle: 't' });
    expect(first.attributes.seo.author.data.attributes).to.deep.equal({ Name: 'F Ann' });
    expect(first.attributes.dishes).to.deep.equal({ data: [] });
    expect(second.attributes).to.deep.include({ flagship: { data: null }, seo: null });
  });

  it('the former format keeps components and zones flat, with their relations nested', async () => {
    const query = 'fields=Name&populate[Openings][populate]=note&populate[sections][populate]=*';
    const path = `/api/restaurants/${anchor}?${query}&populate[categories][count]=true`;
    const { body } = await world.full('get', path).set('Strapi-Response-Format', 'V4');
    const { Openings, sections, categories } = body.data.attributes;
    expect(Openings[0]).to.deep.include({ day: 'mon', from: '08:00:00' });
    expect(Openings[0].note).to.include({ text: 'early' });
    expect(sections[0]).to.include({ __component: 'sections.quote', text: 'Nice' });
    expect(sections[0].speaker.data.attributes.Name).to.equal('F Ann');
    expect(sections[1].dishes.data[0].attributes.Name).to.equal('F Soup');
    expect(categories).to.deep.equal({ data: { attributes: { count: 2 } } });
    expect(body.meta).to.deep.equal({});
  });
});
