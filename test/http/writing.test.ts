import { expect } from 'chai';
import { createWorld, type World } from './fixture.js';

type Body = Readonly<Record<string, unknown>>;

interface Wrong {
  readonly message: string;
  readonly name?: string;
  readonly details?: unknown;
}

describe('writing', () => {
  let world: World;

  beforeEach(() => {
    world = createWorld();
  });

  const post = async (plural: string, data: Body, query = '') =>
    (await world.full('post', `/api/${plural}${query}`).send({ data })).body;

  const put = async (path: string, data: Body) =>
    (await world.full('put', `/api/${path}`).send({ data })).body;

  const names = (list: unknown) => (list as { Name: string }[]).map(({ Name }) => Name);

  describe('documents', () => {
    it('creating answers 201 with the document, as fields and populate select it', async () => {
      const category = await world.create('category', { Name: 'Sea' });
      const { status, body } = await world
        .full('post', '/api/restaurants?fields[0]=Name&fields[1]=Rating&populate=categories')
        .send({ data: { Name: 'One', Rating: 1, categories: [category] } });
      expect(status).to.equal(201);
      expect(body.meta).to.deep.equal({});
      expect(body.data).to.have.all.keys('id', 'documentId', 'Name', 'Rating', 'categories');
      expect(body.data.documentId).to.match(/^[a-z][a-z0-9]{23}$/);
      expect(names(body.data.categories)).to.deep.equal(['Sea']);
    });

    it('updating is partial, null clears, and defaults are for creating', async () => {
      const { data: created } = await post('restaurants', { Name: 'One', Rating: 3, Description: 'x' });
      expect(created).to.include({ Active: true });
      const { data } = await put(`restaurants/${created.documentId}`, {
        Rating: null,
        Active: null,
        Description: '',
      });
      expect(data).to.include({ Name: 'One', Rating: null, Active: null, Description: '' });
      expect(data.createdAt).to.equal(created.createdAt);
    });

    it('deleting answers 204 with an empty body, also where there is nothing', async () => {
      const id = await world.create('restaurant', { Name: 'One' });
      for (const _time of [1, 2]) {
        const { status, text, body } = await world.full('delete', `/api/restaurants/${id}`);
        expect([status, text, body]).to.deep.equal([204, '', {}]);
      }
      expect((await world.full('get', `/api/restaurants/${id}`)).status).to.equal(404);
    });

    it('a wrong selection writes nothing', async () => {
      const { error } = await post('restaurants', { Name: 'One' }, '?fields=Nope');
      expect(error.message).to.equal('Invalid key Nope');
      expect((await world.full('get', '/api/restaurants')).body.data).to.deep.equal([]);
    });

    it('passwords and private attributes are stored and never answered', async () => {
      const { data } = await post('chefs', { Name: 'Ann', Pass: 'secret-pass', Diary: 'secret-diary' });
      expect(JSON.stringify(data)).to.not.contain('secret');
      expect(data).to.not.have.any.keys('Pass', 'Diary');
    });
  });

  describe('validation', () => {
    const listed = (path: readonly string[], message: string, value: unknown): Wrong => ({
      message,
      name: 'ValidationError',
      details: { errors: [{ path, message, name: 'ValidationError', value }] },
    });
    const invalidKey = (key: string, details: Body, at = ''): Wrong => ({
      message: `Invalid key ${key}${at}`,
      details: { key, ...details, source: 'body' },
    });
    const notNumber = (value: string, sent: unknown) =>
      listed(
        ['Rating'],
        `Rating must be a \`number\` type, but the final value was: \`NaN\` (cast from the value \`${value}\`).`,
        sent,
      ).message;
    const long = 'x'.repeat(61);

    const cases: readonly (readonly [Body, Wrong])[] = [
      [{ Name: long }, listed(['Name'], 'Name must be at most 60 characters', long)],
      [
        { Name: null },
        listed(['Name'], 'Name must be a `string` type, but the final value was: `null`.', null),
      ],
      [{}, { message: 'Name must be defined.' }],
      [{ Name: 'x', Rating: 6 }, listed(['Rating'], 'Rating must be less than or equal to 5', 6)],
      [{ Name: 'x', Rating: -1 }, listed(['Rating'], 'Rating must be greater than or equal to 0', -1)],
      [{ Name: 'x', Rating: 2.5 }, { message: 'Rating must be an integer' }],
      [{ Name: 'x', Rating: 'abc' }, { message: notNumber('"abc"', 'abc') }],
      [{ Name: 'x', Rating: true }, { message: notNumber('true', null) }],
      [
        { Name: 'x', Kind: 'pub' },
        { message: 'Kind must be one of the following values: bistro, diner, gastro' },
      ],
      [{ Name: 'x', Email: 'nope' }, { message: 'Email must be a valid email' }],
      [{ Name: 'x', Email: '' }, { message: 'Email cannot be empty' }],
      [{ Name: 'x', Big: 'abc' }, { message: 'Big must be a valid integer' }],
      [{ Name: 'x', Slug: 'a b' }, { message: 'Slug must match the following: "/^[A-Za-z0-9-_.~]*$/"' }],
      [
        { Name: 'x', Opened: '2024-02-30' },
        { message: 'Invalid date', details: {} },
      ],
      [
        { Name: 'x', Opened: 'soon' },
        { message: 'Invalid format, expected yyyy-MM-dd', details: {} },
      ],
      [
        { Name: 'x', OpensAt: '10:15' },
        { message: 'Invalid time format, expected HH:mm:ss.SSS', details: {} },
      ],
      [
        { Name: 'x', LastInspection: 'soon' },
        { message: 'Invalid format, expected a timestamp or an ISO date', details: {} },
      ],
      [{ Name: 'x', Nope: 1 }, invalidKey('Nope', { path: null })],
      [{ Name: 'x', id: 1 }, invalidKey('id', {})],
      [{ Name: 'x', documentId: 'x' }, invalidKey('documentId', {})],
      [{ Name: 'x', createdAt: '2001-01-01' }, invalidKey('createdAt', { path: 'createdAt' })],
      [{ Name: 'x', seo: { metaTitle: 't', nope: 1 } }, invalidKey('nope', { path: 'seo' }, ' at seo')],
      [
        { Name: 'x', seo: { __component: 'shared.seo', metaTitle: 't' } },
        invalidKey('__component', { path: 'seo' }, ' at seo'),
      ],
      [
        { Name: 'x', sections: [{ __component: 'sections.quote', zip: 'q' }] },
        invalidKey('zip', { path: 'sections' }, ' at sections'),
      ],
      [
        { Name: 'x', Openings: [null] },
        listed(
          ['Openings', '0'],
          'Openings[0] must be a `object` type, but the final value was: `null`.',
          null,
        ),
      ],
      [{ Name: 'x', categories: true }, { message: 'Invalid relations' }],
    ];
    for (const [data, wrong] of cases)
      it(`${JSON.stringify(data).slice(0, 70)} is refused`, async () => {
        const { error } = await post('restaurants', data);
        expect(error).to.deep.include({ status: 400, name: 'ValidationError', ...wrong });
        expect((await world.full('get', '/api/restaurants')).body.data).to.deep.equal([]);
      });

    it('several faults are counted and listed', async () => {
      const { error } = await post('restaurants', { Rating: 9, Name: long });
      expect(error.message).to.equal('2 errors occurred');
      expect(error.details.errors).to.have.lengthOf(2);
    });

    it('a taken unique value is refused', async () => {
      await world.create('chef', { Name: 'Ann', Nick: 'ann' });
      const { error } = await post('chefs', { Name: 'Other', Nick: 'ann' });
      expect(error).to.deep.include(listed(['Nick'], 'This attribute must be unique', 'ann'));
    });

    it('values are cast to their types', async () => {
      const { data } = await post('restaurants', {
        Name: 'x',
        Rating: '3',
        Active: 1,
        Price: 10.005,
        Big: 7,
        OpensAt: '10:15:00.500',
        LastInspection: '2024-01-02T03:04:05',
        Blocks: { type: 'paragraph' },
      });
      expect(data).to.deep.include({ Rating: 3, Active: true, Big: '7', OpensAt: '10:15:00.500' });
      expect(data).to.deep.include({ LastInspection: '2024-01-02T03:04:05.000Z', Blocks: null });
    });
  });

  describe('relations', () => {
    let id: string;
    let ids: readonly string[];

    beforeEach(async () => {
      id = await world.create('restaurant', { Name: 'One' });
      const created: string[] = [];
      for (const Name of ['a', 'b', 'c', 'd']) created.push(await world.create('category', { Name }));
      ids = created;
    });

    const change = async (categories: unknown): Promise<readonly string[]> => {
      const path = `restaurants/${id}?fields=Name&populate[categories][fields]=Name`;
      const { data, error } = await put(path, { categories });
      expect(error).to.equal(undefined);
      return names(data.categories);
    };

    it('are set by a bare list, by set, and with one value, in the order given', async () => {
      expect(await change([ids[2], { documentId: ids[0] }])).to.deep.equal(['c', 'a']);
      expect(await change({ set: [ids[1], ids[1]] })).to.deep.equal(['b']);
      expect(await change(ids[3])).to.deep.equal(['d']);
      expect(await change([1, { id: 2 }])).to.deep.equal(['a', 'b']);
      expect(await change(null)).to.deep.equal([]);
    });

    it('are connected at positions, in the order of the items', async () => {
      await change([ids[0], ids[1]]);
      const at = (documentId: string | undefined, position: unknown) => ({
        connect: [{ documentId, position }],
      });
      expect(await change({ connect: [ids[2]] })).to.deep.equal(['a', 'b', 'c']);
      expect(await change(at(ids[3], { start: true }))).to.deep.equal(['d', 'a', 'b', 'c']);
      expect(await change(at(ids[3], { after: ids[0] }))).to.deep.equal(['a', 'd', 'b', 'c']);
      expect(await change(at(ids[2], { before: ids[0] }))).to.deep.equal(['c', 'a', 'd', 'b']);
      expect(await change(at(ids[2], {}))).to.deep.equal(['a', 'd', 'b', 'c']);
      expect(await change({ connect: [ids[0]], disconnect: [ids[1], ids[2]] })).to.deep.equal(['d', 'a']);
    });

    it('stay as they are for null and empty operations', async () => {
      await change([ids[0]]);
      for (const nothing of [{}, { connect: null }, { set: null }])
        expect(await change(nothing)).to.deep.equal(['a']);
    });

    it('work from the other side, and steal where only one may have them', async () => {
      const other = await world.create('restaurant', { Name: 'Two' });
      const dish = await world.create('dish', { Name: 'Soup', restaurant: id });
      await put(`restaurants/${other}`, { dishes: { connect: [dish] } });
      const { body } = await world.full('get', `/api/dishes/${dish}?populate[restaurant][fields]=Name`);
      expect(body.data.restaurant.Name).to.equal('Two');
      const { data } = await put(`categories/${ids[0]}?populate=restaurants`, { restaurants: [id, other] });
      expect(names(data.restaurants)).to.deep.equal(['One', 'Two']);
    });

    it('to-one takes the last of several', async () => {
      const chefs = [await world.create('chef', { Name: 'x' }), await world.create('chef', { Name: 'y' })];
      const { data } = await put(`restaurants/${id}?populate=owner`, { owner: chefs });
      expect(data.owner.Name).to.equal('y');
    });

    it('a refusal names what is wrong and rolls everything back', async () => {
      await change([ids[0]]);
      const refused = async (categories: unknown): Promise<string> => {
        const { error } = await put(`restaurants/${id}`, { Name: 'Changed', categories });
        expect(error.status).to.equal(400);
        return error.message as string;
      };
      expect(await refused(['nope'])).to.equal('Document with id "nope", locale "null" not found');
      expect(await refused({ connect: [{ documentId: ids[1], position: { before: ids[3] } }] })).to.contain(
        ids[3],
      );
      expect(await refused({ connect: [ids[1], ids[1]] })).to.be.a('string');
      const { body } = await world.full('get', `/api/restaurants/${id}?populate=categories`);
      expect(body.data.Name).to.equal('One');
      expect(names(body.data.categories)).to.deep.equal(['a']);
    });
  });

  describe('components', () => {
    const populate =
      '?fields=Name&populate[seo]=true&populate[Openings][populate]=note&populate[sections][populate]=*';

    it('keep their ids, change by them, and are new without', async () => {
      const Openings = [{ day: 'mon', from: '08:00:00' }, { day: 'tue' }];
      const { data } = await post('restaurants', { Name: 'x', Openings }, populate);
      const [mon, tue] = data.Openings;
      const changed = [
        { id: tue.id, note: { text: 'late' } },
        { day: 'wed' },
        { id: mon.id, to: '10:00:00' },
      ];
      const { data: after } = await put(`restaurants/${data.documentId}${populate}`, { Openings: changed });
      expect(after.Openings[0]).to.deep.include({ id: tue.id, day: 'tue' });
      expect(after.Openings[0].note).to.include({ text: 'late' });
      expect(after.Openings[1].id).to.not.be.oneOf([mon.id, tue.id]);
      expect(after.Openings[2]).to.include({ id: mon.id, day: 'mon', from: '08:00:00', to: '10:00:00' });
    });

    it('an id of somebody else is an ApplicationError', async () => {
      const { data } = await post('restaurants', { Name: 'x' });
      const { error } = await put(`restaurants/${data.documentId}`, { Openings: [{ id: 99, day: 'mon' }] });
      expect(error).to.deep.include({
        status: 400,
        name: 'ApplicationError',
        message: 'Some of the provided components in Openings are not related to the entity',
      });
    });

    it('a single one is set and cleared, zones keep their order', async () => {
      const sections = [
        { __component: 'sections.gallery', title: 'Pics' },
        { __component: 'sections.quote', text: 'q' },
      ];
      const { data } = await post('restaurants', { Name: 'x', seo: { metaTitle: 't' }, sections }, populate);
      expect(data.seo).to.include({ metaTitle: 't', metaDescription: null });
      expect(data.sections.map((item: Body) => item['__component'] as unknown)).to.deep.equal([
        'sections.gallery',
        'sections.quote',
      ]);
      const { data: after } = await put(`restaurants/${data.documentId}${populate}`, {
        seo: null,
        sections: [],
      });
      expect(after).to.deep.include({ seo: null, sections: [] });
    });

    it('a component that the zone does not allow is refused', async () => {
      const { error } = await post('restaurants', { Name: 'x', sections: [{ __component: 'shared.seo' }] });
      expect(error).to.include({ status: 400, name: 'ValidationError' });
    });
  });
});
