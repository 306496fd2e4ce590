import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { startV5World, type AskOptions, type V5World } from './v5-world.js';

describe('reading in the flat format', () => {
  let world: V5World;
  const ids: Record<string, string> = {};

  const make = async (name: string, plural: string, data: object, query = ''): Promise<void> => {
    const { status, body } = await world.rest('POST', `/${plural}${query}`, { data });
    if (status !== 201) throw new Error(JSON.stringify(body));
    ids[name] = textOf(body.data.documentId);
  };
  const data = async (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await world.ask(query, { variables });
    expect(body.errors).to.equal(undefined);
    expect(status).to.equal(200);
    return body.data;
  };
  const codes = async (query: string, options?: AskOptions) => {
    const { status, body } = await world.ask(query, options);
    return [status, body.errors?.[0]?.extensions?.code];
  };
  const names = (rows: readonly { readonly Name: string }[]) => rows.map(({ Name }) => Name);

  before(async () => {
    world = await startV5World();
    await world.app.locales.add('fr', 'French');
    for (let n = 10; n < 22; n += 1) await make(`d${n}`, 'dishes', { Name: `Dish ${n}`, Cost: n });
    await make('chef', 'chefs', { Name: 'Ann' });
    await make('cat', 'categories', { Name: 'Greek' });
    await make('blue', 'restaurants', {
      Name: 'Blue',
      Rating: 3,
      Kind: 'sur-place',
      OpensAt: '08:00:00.250',
      Big: '12',
      owner: ids['chef'],
      categories: [ids['cat']],
      dishes: [ids['d10'], ids['d11']],
    });
    await make('red', 'restaurants', { Name: 'Red', Rating: 3, Kind: 'Très bon', categories: [ids['cat']] });
    await make('draft', 'restaurants', { Name: 'Draft', categories: [ids['cat']] }, '?status=draft');
    const edit = { data: { Name: 'Blue edited' } };
    await world.rest('PUT', `/restaurants/${ids['blue']}?status=draft`, edit);
    await make('topic', 'topics', { Name: 'Sea' });
    await world.rest('PUT', `/topics/${ids['topic']}?locale=fr`, { data: { Name: 'Mer' } });
    await make('article', 'articles', { title: 'Fish', topics: [ids['topic']] });
    const french = { data: { title: 'Poisson', topics: [ids['topic']] } };
    await world.rest('PUT', `/articles/${ids['article']}?locale=fr`, french);
  });

  after(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.stop();
  });

  it('answers 10 documents by default and more on demand, and corrects invalid page numbers and sizes', async () => {
    const sizes = async (pagination: string) => {
      const { dishes } = await data(`{ dishes(sort: "Cost"${pagination}) { Cost } }`);
      return [dishes.length, dishes[0]?.Cost];
    };
    expect(await sizes('')).to.deep.equal([10, 10]);
    expect(await sizes(', pagination: { pageSize: 1000 }')).to.deep.equal([12, 10]);
    expect(await sizes(', pagination: { limit: -1 }')).to.deep.equal([12, 10]);
    expect(await sizes(', pagination: { pageSize: -1 }')).to.deep.equal([10, 10]);
    expect(await sizes(', pagination: { limit: 0 }')).to.deep.equal([10, 10]);
    expect(await sizes(', pagination: { page: 0, pageSize: 3 }')).to.deep.equal([3, 10]);
    expect(await sizes(', pagination: { start: -2, limit: 3 }')).to.deep.equal([3, 10]);
    expect(await sizes(', pagination: { start: 11 }')).to.deep.equal([1, 21]);
    expect(await sizes(', pagination: null')).to.deep.equal([10, 10]);
    expect(await sizes(', pagination: { page: null, start: 11 }')).to.deep.equal([1, 21]);
  });

  it('describes the page of a connection that is empty', async () => {
    expect(
      await data(
        '{ dishes_connection(filters: { Name: { in: [] } }) { nodes { Name } pageInfo { page pageSize pageCount total } } }',
      ),
    ).to.deep.equal({
      dishes_connection: { nodes: [], pageInfo: { page: 1, pageSize: 10, pageCount: 0, total: 0 } },
    });
  });

  it('sorts by one text or several, also through relations', async () => {
    const sorted = async (sort: string) =>
      names((await data(`{ restaurants(sort: ${sort}) { Name } }`)).restaurants);
    expect(await sorted('"Rating:desc,Name:desc"')).to.deep.equal(['Red', 'Blue']);
    expect(await sorted('["Rating", "Name"]')).to.deep.equal(['Blue', 'Red']);
    expect(await sorted('"owner.Name"')).to.deep.equal(['Blue', 'Red']);
    expect(await codes('{ restaurants(sort: "Hidden") { Name } }')).to.deep.equal([200, 'BAD_USER_INPUT']);
  });

  it('answers values in the form of their scalars', async () => {
    expect(
      await data('{ restaurants(filters: { Name: { eq: "Blue" } }) { Kind OpensAt Big __typename } }'),
    ).to.deep.equal({
      restaurants: [{ Kind: 'sur_place', OpensAt: '08:00:00.250', Big: 12, __typename: 'Restaurant' }],
    });
    const big = 'query($big: Long) { restaurants(filters: { Big: { eq: $big } }) { Name } }';
    for (const value of [12, '12'])
      expect(names((await data(big, { big: value })).restaurants)).to.deep.equal(['Blue']);
    expect(
      names((await data('{ restaurants(filters: { Kind: { eq: "Très bon" } }) { Name } }')).restaurants),
    ).to.deep.equal(['Red']);
  });

  it('refuses values that are not of their scalar', async () => {
    const filters = (attribute: string, value: string) =>
      `{ restaurants(filters: { ${attribute}: { eq: ${value} } }) { Name } }`;
    const wrong = [
      ['Opened', '"2024-02-30"', 'Date'],
      ['OpensAt', '"8 o\'clock"', 'Time'],
      ['LastInspection', '"zzz"', 'DateTime'],
      ['Big', '"9223372036854775808"', 'Long'],
      ['Big', '1.5', 'Long'],
    ] as const;
    for (const [attribute, value, scalar] of wrong) {
      const { status, body } = await world.ask(filters(attribute, value));
      expect([status, body.errors[0].extensions.code], value).to.deep.equal([
        400,
        'GRAPHQL_VALIDATION_FAILED',
      ]);
      expect(body.errors[0].message).to.contain(`${scalar} cannot represent`);
      const asked = `query($value: ${scalar}) { restaurants(filters: { ${attribute}: { eq: $value } }) { Name } }`;
      const variables = { value: JSON.parse(value) as unknown };
      expect(await codes(asked, { variables }), value).to.deep.equal([400, 'BAD_USER_INPUT']);
    }
  });

  it('reads one document by its documentId alone', async () => {
    const { body } = await world.rest('GET', `/restaurants/${ids['red']}`);
    const one = async (documentId: string) =>
      (await data('query($d: ID!) { restaurant(documentId: $d) { Name } }', { d: documentId })).restaurant;
    expect(await one(ids['red'] ?? '')).to.deep.equal({ Name: 'Red' });
    expect(await one(String(body.data.id))).to.equal(null);
    expect(await one('a23456789012345678901234')).to.equal(null);
    expect(await codes(`{ restaurant(id: "${ids['red']}") { Name } }`)).to.deep.equal([
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ]);
  });

  it('reads relations in the status of the root field, also through types without drafts', async () => {
    const through = async (status: string) => {
      const { categories } = await data(
        `{ categories(status: ${status}) { restaurants(sort: "Name") { Name categories_connection { nodes { restaurants(sort: "Name") { Name } } } } } }`,
      );
      const [{ restaurants }] = categories;
      return [names(restaurants), names(restaurants[0].categories_connection.nodes[0].restaurants)];
    };
    expect(await through('PUBLISHED')).to.deep.equal([
      ['Blue', 'Red'],
      ['Blue', 'Red'],
    ]);
    const all = ['Blue edited', 'Draft', 'Red'];
    expect(await through('DRAFT')).to.deep.equal([all, all]);
    expect(await through('null')).to.deep.equal(await through('PUBLISHED'));
  });

  it('filters by publication, also in relations', async () => {
    const roots = async (args: string) =>
      names((await data(`{ restaurants(status: DRAFT, sort: "Name", ${args}) { Name } }`)).restaurants);
    expect(await roots('publicationFilter: MODIFIED')).to.deep.equal(['Blue edited']);
    expect(await roots('publicationFilter: NEVER_PUBLISHED')).to.deep.equal(['Draft']);
    expect(await roots('publicationFilter: UNMODIFIED')).to.deep.equal(['Red']);
    expect(await roots('hasPublishedVersion: false')).to.deep.equal(['Draft']);
    expect(await roots('hasPublishedVersion: true')).to.deep.equal(['Blue edited', 'Red']);
    expect(
      await roots('hasPublishedVersion: true, publicationFilter: NEVER_PUBLISHED_DOCUMENT'),
    ).to.deep.equal(['Draft']);
    const { categories } = await data(
      '{ categories(status: DRAFT, publicationFilter: NEVER_PUBLISHED) { Name restaurants { Name } } }',
    );
    expect(categories).to.deep.equal([{ Name: 'Greek', restaurants: [{ Name: 'Draft' }] }]);
  });

  it('reads the default locale, one, or all', async () => {
    const titles = async (args: string) =>
      (await data(`{ articles${args} { title locale } }`)).articles.map(
        ({ title, locale }: Record<string, string>) => `${locale} ${title}`,
      );
    expect(await titles('')).to.deep.equal(['en Fish']);
    expect(await titles('(locale: "fr")')).to.deep.equal(['fr Poisson']);
    expect(await titles('(locale: "*", sort: "title")')).to.deep.equal(['en Fish', 'fr Poisson']);
    expect(await titles('(locale: "xx")')).to.deep.equal([]);
    const asked = 'query($d: ID!, $l: I18NLocaleCode) { article(documentId: $d, locale: $l) { title } }';
    const d = ids['article'];
    expect((await data(asked, { d, l: '*' })).article).to.equal(null);
    expect((await data(asked, { d, l: 'xx' })).article).to.equal(null);
    expect((await data(asked, { d, l: 'fr' })).article).to.deep.equal({ title: 'Poisson' });
  });

  it('follows relations of a localized document within its locale', async () => {
    const { articles } = await data('{ articles(locale: "fr") { topics { Name localizations { Name } } } }');
    expect(articles).to.deep.equal([{ topics: [{ Name: 'Mer', localizations: [{ Name: 'Sea' }] }] }]);
  });

  it('answers aliases and the list beside its connection', async () => {
    const { restaurant } = await data(
      `query($d: ID!) { restaurant(documentId: $d) { dishes(sort: "Cost") { Name } dishes_connection(sort: "Cost:desc") { nodes { Name } others: nodes { Cost } } one: dishes(pagination: { limit: 1 }, sort: "Cost:desc") { Name } } }`,
      { d: ids['blue'] },
    );
    expect(restaurant).to.deep.equal({
      dishes: [{ Name: 'Dish 10' }, { Name: 'Dish 11' }],
      dishes_connection: {
        nodes: [{ Name: 'Dish 11' }, { Name: 'Dish 10' }],
        others: [{ Cost: 11 }, { Cost: 10 }],
      },
      one: [{ Name: 'Dish 11' }],
    });
  });

  it('answers null and an error for a draft that lacks a required value', async () => {
    const created = await world.rest('POST', '/articles?status=draft', { data: {} });
    expect(created.status).to.equal(201);
    const { status, body } = await world.ask(
      '{ articles(status: DRAFT, sort: "title") { documentId title } }',
    );
    expect(status).to.equal(200);
    const message = 'Cannot return null for non-nullable field Article.title.';
    expect(body.errors).to.deep.equal([
      {
        message,
        path: ['articles', 1, 'title'],
        extensions: {
          code: 'STRAPI_APPLICATION_ERROR',
          error: { name: 'ApplicationError', message, details: {} },
        },
      },
    ]);
    expect(body.data.articles).to.deep.equal([{ documentId: ids['article'], title: 'Fish' }, null]);
    await world.rest(
      'DELETE',
      `/articles/${body.data.articles[1]?.documentId ?? created.body.data.documentId}`,
    );
  });

  it('hides targets that may not be found, from selections, filters and sorts', async () => {
    await world.app.access.grant('public', 'api::restaurant.restaurant', ['find', 'findOne']);
    const asked = async (query: string) => {
      const { status, body } = await world.ask(query, { token: '' });
      return { status, data: body.data, codes: body.errors?.map((one: { message: string }) => one.message) };
    };
    const of = (selection: string) =>
      `{ restaurants(sort: "Name", pagination: { limit: 1 }) { Name ${selection} } }`;
    const forbidden = ['Forbidden access'];
    expect(await asked(of('owner { Name }'))).to.deep.equal({
      status: 200,
      data: { restaurants: [{ Name: 'Blue', owner: null }] },
      codes: forbidden,
    });
    expect(await asked(of('dishes { Name }'))).to.deep.equal({
      status: 200,
      data: { restaurants: [null] },
      codes: forbidden,
    });
    expect(await asked(of('dishes_connection { nodes { Name } }'))).to.deep.equal({
      status: 200,
      data: { restaurants: [{ Name: 'Blue', dishes_connection: null }] },
      codes: forbidden,
    });
    for (const args of ['filters: { owner: { Name: { eq: "Ann" } } }', 'sort: "owner.Name"'])
      expect(await asked(`{ restaurants(${args}) { Name } }`)).to.deep.equal({
        status: 200,
        data: null,
        codes: ['Invalid key owner'],
      });
    expect(await asked('{ chefs { Name } restaurants_connection { nodes { Name } } }')).to.deep.equal({
      status: 200,
      data: null,
      codes: forbidden,
    });
    expect(await asked('{ chef(documentId: "x") { Name } dish(documentId: "y") { Name } }')).to.deep.equal({
      status: 200,
      data: { chef: null, dish: null },
      codes: [...forbidden, ...forbidden],
    });
    expect((await asked('{ restaurants(status: DRAFT) { Name } }')).codes).to.deep.equal(forbidden);
  });

  it('answers in the format that the header names, and varies by it', async () => {
    const nested = '{ restaurants(sort: "Name") { data { attributes { Name } } } }';
    const flat = '{ restaurants(sort: "Name") { Name } }';
    const [v4, v5, usual] = await Promise.all([
      world.ask(nested, { format: 'v4' }),
      world.ask(flat, { format: ' V5 ' }),
      world.ask(flat),
    ]);
    expect(v4.body.data.restaurants.data[0]).to.deep.equal({ attributes: { Name: 'Blue' } });
    expect(v5.body).to.deep.equal(usual.body);
    expect(v5.body.data.restaurants[0]).to.deep.equal({ Name: 'Blue' });
    for (const { vary } of [v4, v5, usual]) expect(vary).to.contain('Strapi-Response-Format');
    expect(await codes(nested)).to.deep.equal([400, 'GRAPHQL_VALIDATION_FAILED']);
    expect(await codes(flat, { format: 'v6' })).to.deep.equal([400, 'BAD_REQUEST']);
    const missing = 'mutation { updateRestaurant(id: "a23456789012345678901234", data: {}) { data { id } } }';
    expect(await codes(missing, { format: 'v4' })).to.deep.equal([200, 'STRAPI_APPLICATION_ERROR']);
  });
});
