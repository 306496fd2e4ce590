import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { startV5World, type AskOptions, type V5World } from './v5-world.js';

/** The worked examples of clients of Strapi 5; ids and times are those of the documents made here. */
describe('worked examples of the flat format', () => {
  let world: V5World;
  const ids: Record<string, string> = {};

  before(async () => {
    world = await startV5World();
    await world.app.locales.add('fr', 'French');
    await world.app.locales.add('de', 'German');
    const make = async (name: string, plural: string, data: object, query = ''): Promise<string> => {
      const { status, body } = await world.rest('POST', `/${plural}${query}`, { data });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return (ids[name] = textOf(body.data.documentId));
    };
    await make('gc1', 'categories', { Name: 'GQ c1' });
    await make('gc2', 'categories', { Name: 'GQ c2' });
    await make('gc3', 'categories', { Name: 'GQ c3' });
    await make('chef', 'chefs', { Name: 'GQ chef' });
    await make('g1', 'restaurants', {
      Name: 'GQ one',
      Rating: 3,
      Price: 1.5,
      Kind: 'diner',
      Opened: '2020-01-01',
      OpensAt: '08:00:00.000',
      LastInspection: '2024-01-01T00:00:00.000Z',
      Tags: { a: 1 },
      Blocks: [{ type: 'paragraph', children: [{ text: 'b', type: 'text' }] }],
      Big: '9007199254740993',
      Score: 1.25,
      categories: [ids['gc2'], ids['gc1']],
      owner: ids['chef'],
      seo: { metaTitle: 'm', shareCategory: ids['gc1'] },
      Openings: [{ day: 'mon', note: { text: 'n' } }],
      sections: [
        { __component: 'sections.quote', text: 'q', author: ids['chef'] },
        { __component: 'sections.gallery', title: 'g', links: [{ label: 'l' }] },
      ],
    });
    await make('g2', 'restaurants', {
      Name: 'GQ two',
      Rating: 5,
      categories: [ids['gc1']],
      owner: ids['chef'],
    });
    await make('g3', 'restaurants', { Name: 'GQ three' }, '?status=draft');
    await make('d1', 'dishes', { Name: 'GQ dish 1', Cost: 4, restaurant: ids['g1'] });
    await make('d2', 'dishes', { Name: 'GQ dish 2', Cost: 8, restaurant: ids['g1'] });
    await make('ga', 'articles', { title: 'GQ en' });
    await world.rest('PUT', `/articles/${ids['ga']}?locale=fr`, { data: { title: 'GQ fr' } });
  });

  after(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.stop();
  });

  const asked = async (query: string, options?: AskOptions) => {
    const { status, body } = await world.ask(query, options);
    return { status, body };
  };
  const data = async (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await world.ask(query, { variables });
    expect(body.errors).to.equal(undefined);
    expect(status).to.equal(200);
    return body.data;
  };
  const documentId = /^[a-z0-9]{24}$/;
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

  it('list every scalar', async () => {
    const { restaurants } = await data(
      '{ restaurants(filters:{Name:{startsWith:"GQ"}}, sort:["Name:asc"]) { documentId Name Description Rating Price Slug Kind Opened OpensAt LastInspection Active Tags Story Blocks Email Big Score createdAt updatedAt publishedAt } }',
    );
    const [{ documentId: id, createdAt, updatedAt, publishedAt, ...one }, two] = restaurants;
    expect(id).to.match(documentId);
    for (const time of [createdAt, updatedAt, publishedAt]) expect(time).to.match(moment);
    expect(one).to.deep.equal({
      Name: 'GQ one',
      Description: null,
      Rating: 3,
      Price: 1.5,
      Slug: null,
      Kind: 'diner',
      Opened: '2020-01-01',
      OpensAt: '08:00:00.000',
      LastInspection: '2024-01-01T00:00:00.000Z',
      Active: true,
      Tags: { a: 1 },
      Story: null,
      Blocks: [{ type: 'paragraph', children: [{ text: 'b', type: 'text' }] }],
      Email: null,
      Big: '9007199254740993',
      Score: 1.25,
    });
    expect([two.Name, two.Rating, two.Active, two.Big]).to.deep.equal(['GQ two', 5, true, null]);
    expect(restaurants).to.have.length(2);
  });

  it('connection start limit', async () => {
    expect(
      await data(
        '{ restaurants_connection(filters:{Name:{startsWith:"GQ"}}, sort:"Name", pagination:{start:1,limit:1}) { nodes { Name } pageInfo { page pageSize pageCount total } } }',
      ),
    ).to.deep.equal({
      restaurants_connection: {
        nodes: [{ Name: 'GQ two' }],
        pageInfo: { page: 2, pageSize: 1, pageCount: 2, total: 2 },
      },
    });
  });

  it('pagination limit -1', async () => {
    expect(
      await data(
        '{ restaurants_connection(filters:{Name:{startsWith:"GQ"}}, pagination:{limit:-1}) { pageInfo { page pageSize pageCount total } } }',
      ),
    ).to.deep.equal({
      restaurants_connection: { pageInfo: { page: 1, pageSize: 100, pageCount: 1, total: 2 } },
    });
  });

  it('pagination both kinds', async () => {
    const message = 'Cannot use both page & offset pagination in the same query';
    const error = { name: 'PaginationError', message, details: {} };
    const extensions = { code: 'STRAPI_PAGINATION_ERROR', error };
    expect(
      await asked('{ restaurants(filters:{Name:{startsWith:"GQ"}}, pagination:{page:1,limit:1}) { Name } }'),
    ).to.deep.equal({
      status: 200,
      body: { errors: [{ message, path: ['restaurants'], extensions }], data: null },
    });
  });

  it('one', async () => {
    expect(
      await data(
        'query($d: ID!) { restaurant(documentId:$d) { documentId Name categories { Name } owner { Name } } }',
        { d: ids['g1'] },
      ),
    ).to.deep.equal({
      restaurant: {
        documentId: ids['g1'],
        Name: 'GQ one',
        categories: [{ Name: 'GQ c2' }, { Name: 'GQ c1' }],
        owner: { Name: 'GQ chef' },
      },
    });
  });

  it('nested relation args', async () => {
    expect(
      await data(
        '{ restaurants(filters:{Name:{startsWith:"GQ"}}, sort:"Name") { Name categories(sort:"Name:desc", pagination:{limit:1}) { Name } dishes(filters:{Cost:{gt:5}}) { Name Cost } } }',
      ),
    ).to.deep.equal({
      restaurants: [
        { Name: 'GQ one', categories: [{ Name: 'GQ c2' }], dishes: [{ Name: 'GQ dish 2', Cost: 8 }] },
        { Name: 'GQ two', categories: [{ Name: 'GQ c1' }], dishes: [] },
      ],
    });
  });

  it('components', async () => {
    const { restaurant } = await data(
      'query($d: ID!) { restaurant(documentId:$d) { seo { id metaTitle shareCategory { Name } } Openings { id day note { text } } sections { __typename ... on ComponentSectionsQuote { id text author { Name } } ... on ComponentSectionsGallery { title links { label url } } } } }',
      { d: ids['g1'] },
    );
    for (const { id } of [restaurant.seo, restaurant.Openings[0], restaurant.sections[0]])
      expect(id).to.match(/^\d+$/);
    const withoutId = ({ id: _id, ...item }: { readonly id: unknown }) => item;
    expect(withoutId(restaurant.seo)).to.deep.equal({ metaTitle: 'm', shareCategory: { Name: 'GQ c1' } });
    expect(restaurant.Openings.map(withoutId)).to.deep.equal([{ day: 'mon', note: { text: 'n' } }]);
    expect(restaurant.sections.map(withoutId)).to.deep.equal([
      { __typename: 'ComponentSectionsQuote', text: 'q', author: { Name: 'GQ chef' } },
      { __typename: 'ComponentSectionsGallery', title: 'g', links: [{ label: 'l', url: null }] },
    ]);
  });

  it('status draft', async () => {
    expect(
      await data(
        '{ restaurants(filters:{Name:{startsWith:"GQ"}}, sort:"Name", status: DRAFT) { Name publishedAt } }',
      ),
    ).to.deep.equal({
      restaurants: ['GQ one', 'GQ three', 'GQ two'].map((Name) => ({ Name, publishedAt: null })),
    });
  });

  it('article by locale', async () => {
    expect(
      await data(
        'query($d: ID!) { en: article(documentId:$d) { title } fr: article(documentId:$d, locale:"fr") { title localizations { title } localizations_connection { nodes { title } } } de: article(documentId:$d, locale:"de") { title } }',
        { d: ids['ga'] },
      ),
    ).to.deep.equal({
      en: { title: 'GQ en' },
      fr: {
        title: 'GQ fr',
        localizations: [{ title: 'GQ en' }],
        localizations_connection: { nodes: [{ title: 'GQ en' }] },
      },
      de: null,
    });
  });

  it('public nested owner', async () => {
    await world.app.access.grant('public', 'api::restaurant.restaurant', ['find']);
    const error = { name: 'ForbiddenError', message: 'Forbidden access', details: {} };
    const extensions = { code: 'FORBIDDEN', error };
    expect(
      await asked('{ restaurants(filters:{Name:{startsWith:"GQ"}}, sort:"Name") { Name owner { Name } } }', {
        token: '',
      }),
    ).to.deep.equal({
      status: 200,
      body: {
        errors: [0, 1].map((row) => ({
          message: 'Forbidden access',
          path: ['restaurants', row, 'owner'],
          extensions,
        })),
        data: {
          restaurants: [
            { Name: 'GQ one', owner: null },
            { Name: 'GQ two', owner: null },
          ],
        },
      },
    });
  });

  it('create', async () => {
    const { createRestaurant } = await data(
      'mutation($x: RestaurantInput!) { createRestaurant(data:$x) { documentId Name Rating publishedAt categories { Name } } }',
      { x: { Name: 'GQ made', Rating: 2, categories: [ids['gc1'], ids['gc3']] } },
    );
    const { documentId: id, publishedAt, ...rest } = createRestaurant;
    expect(id).to.match(documentId);
    expect(publishedAt).to.match(moment);
    expect(rest).to.deep.equal({
      Name: 'GQ made',
      Rating: 2,
      categories: [{ Name: 'GQ c1' }, { Name: 'GQ c3' }],
    });
    ids['g4'] = id;
  });

  it('create zone item', async () => {
    const made = await data(
      'mutation($x: RestaurantInput!) { createRestaurant(data:$x) { Name seo { metaTitle } sections { __typename ... on ComponentSectionsQuote { text } } } }',
      {
        x: {
          Name: 'GQ zone 2',
          seo: { metaTitle: 'z' },
          sections: [{ __typename: 'ComponentSectionsQuote', text: 'q' }],
        },
      },
    );
    expect(made.createRestaurant).to.deep.equal({
      Name: 'GQ zone 2',
      seo: { metaTitle: 'z' },
      sections: [{ __typename: 'ComponentSectionsQuote', text: 'q' }],
    });
  });

  it('create unique violation', async () => {
    const message = 'This attribute must be unique';
    const errors = [{ path: ['Name'], message, name: 'ValidationError', value: 'GQ c1' }];
    const error = { name: 'ValidationError', message, details: { errors } };
    expect(await asked('mutation { createCategory(data:{Name:"GQ c1"}) { Name } }')).to.deep.equal({
      status: 200,
      body: {
        errors: [{ message, path: ['createCategory'], extensions: { code: 'BAD_USER_INPUT', error } }],
        data: { createCategory: null },
      },
    });
  });

  it('create bad datetime variable', async () => {
    const query = 'mutation($x: RestaurantInput!) { createRestaurant(data:$x) { Name } }';
    expect(await asked(query, { variables: { x: { Name: 'x y', LastInspection: 'zzz' } } })).to.deep.equal({
      status: 400,
      body: {
        errors: [
          {
            message:
              'Variable "$x" got invalid value "zzz" at "x.LastInspection"; DateTime cannot represent an invalid date-time-string zzz.',
            locations: [{ line: 1, column: 10 }],
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      },
    });
  });

  it('delete', async () => {
    const query = 'mutation($d: ID!) { deleteRestaurant(documentId:$d) { documentId } }';
    for (let time = 0; time < 2; time += 1)
      expect(await data(query, { d: ids['g4'] })).to.deep.equal({
        deleteRestaurant: { documentId: ids['g4'] },
      });
  });

  it('me', async () => {
    const user = { username: 'gqluser', email: 'gql@example.com', password: 'a quiet otter sings' };
    const registered = await world.rest('POST', '/auth/local/register', user, '');
    expect(registered.status).to.equal(200);
    const { jwt, user: made } = registered.body;
    const { body } = await asked('{ me { id documentId username email role { name } } }', { token: jwt });
    expect(body).to.deep.equal({
      data: {
        me: {
          id: String(made.id),
          documentId: made.documentId,
          username: 'gqluser',
          email: 'gql@example.com',
          role: { name: 'Authenticated' },
        },
      },
    });
  });
});
