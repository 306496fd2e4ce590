import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { startV5World, type V5World } from './v5-world.js';

const nobody = 'a23456789012345678901234';

describe('mutations in the flat format', () => {
  let world: V5World;

  const asked = async (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await world.ask(query, { variables });
    return { status, ...body };
  };
  const data = async (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const answer = await asked(query, variables);
    expect(answer.errors).to.equal(undefined);
    return answer.data;
  };
  const made = async (plural: string, attributes: object, query = ''): Promise<string> => {
    const { status, body } = await world.rest('POST', `/${plural}${query}`, { data: attributes });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return textOf(body.data.documentId);
  };

  before(async () => {
    world = await startV5World();
    await world.app.locales.add('fr', 'French');
  });

  after(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.stop();
  });

  it('publish, or write only the draft', async () => {
    const create =
      'mutation($s: PublicationStatus, $x: RestaurantInput!) { createRestaurant(status: $s, data: $x) { documentId Name publishedAt } }';
    const { createRestaurant: draft } = await data(create, { s: 'DRAFT', x: { Name: 'Draft' } });
    expect([draft.Name, draft.publishedAt]).to.deep.equal(['Draft', null]);
    expect(
      (await data(create, { s: null, x: { Name: 'Null status' } })).createRestaurant.publishedAt,
    ).to.be.a('string');
    const update =
      'mutation($d: ID!, $s: PublicationStatus = PUBLISHED, $x: RestaurantInput!) { updateRestaurant(documentId: $d, status: $s, data: $x) { Name publishedAt } }';
    const d = draft.documentId;
    const published = await data(update, { d, x: { Rating: 3 } });
    expect([published.updateRestaurant.Name, typeof published.updateRestaurant.publishedAt]).to.deep.equal([
      'Draft',
      'string',
    ]);
    const edited = await data(update, { d, s: 'DRAFT', x: { Name: 'Edited' } });
    expect(edited.updateRestaurant).to.deep.equal({ Name: 'Edited', publishedAt: null });
    const both = await data(
      'query($d: ID!) { live: restaurant(documentId: $d) { Name } draft: restaurant(documentId: $d, status: DRAFT) { Name } }',
      { d },
    );
    expect(both).to.deep.equal({ live: { Name: 'Draft' }, draft: { Name: 'Edited' } });
  });

  it('answer the written status, also in relations', async () => {
    const cat = await made('categories', { Name: 'Answers' });
    const query =
      'mutation($x: RestaurantInput!) { createRestaurant(status: DRAFT, data: $x) { Name categories { restaurants { Name } } } }';
    expect(await data(query, { x: { Name: 'Below', categories: [cat] } })).to.deep.equal({
      createRestaurant: { Name: 'Below', categories: [{ restaurants: [{ Name: 'Below' }] }] },
    });
  });

  it('ignore publishedAt and locale, and refuse links in the form of objects', async () => {
    const query = 'mutation($x: RestaurantInput!) { createRestaurant(data: $x) { Name } }';
    const x = { Name: 'Passed', publishedAt: '2020-01-01T00:00:00.000Z', locale: 'xx' };
    expect(await data(query, { x })).to.deep.equal({ createRestaurant: { Name: 'Passed' } });
    const category = 'mutation { createCategory(data: { Name: "Plain", locale: "xx" }) { Name } }';
    expect(await data(category)).to.deep.equal({ createCategory: { Name: 'Plain' } });
    for (const wrong of [{ createdAt: '2020-01-01' }, { categories: { connect: [nobody] } }, { Nope: 1 }]) {
      const refused = await asked(query, { x: { Name: 'Wrong', ...wrong } });
      expect([refused.status, refused.errors[0].extensions.code]).to.deep.equal([400, 'BAD_USER_INPUT']);
    }
  });

  it('accept values of enumerations by their names, and values of scalars', async () => {
    const query =
      'mutation($x: RestaurantInput!) { createRestaurant(data: $x) { Kind OpensAt Opened LastInspection Big Tags } }';
    const x = {
      Name: 'Values',
      Kind: 'Tres_bon',
      OpensAt: '09:30:00',
      Opened: '2020-02-29',
      LastInspection: '2024-01-02T03:04:05+01:00',
      Big: 5,
      Tags: 'a text',
    };
    expect(await data(query, { x })).to.deep.equal({
      createRestaurant: {
        Kind: 'Tres_bon',
        OpensAt: '09:30:00.000',
        Opened: '2020-02-29',
        LastInspection: '2024-01-02T02:04:05.000Z',
        Big: 5,
        Tags: 'a text',
      },
    });
  });

  it('say where a value of a scalar is refused in the document', async () => {
    for (const value of [
      'Opened: "zzz"',
      'LastInspection: "zzz"',
      'OpensAt: "zzz"',
      'Big: "zzz"',
      'sections: { text: "x" }',
    ]) {
      const query = `mutation {\n  createRestaurant(data: {\n    ${value} }) { Name } }`;
      const { status, body } = await world.ask(query);
      const { message, ...rest } = body.errors[0];
      expect([status, rest], message).to.deep.equal([
        400,
        {
          locations: [{ line: 3, column: value.indexOf(' ') + 6 }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ]);
    }
    const { status, body } = await world.ask('{ articles(locale: 1) { title } }');
    expect([status, body.errors[0].locations]).to.deep.equal([400, [{ line: 1, column: 20 }]]);
  });

  it('change items of components by their id, and name the types of a zone', async () => {
    const d = await made('restaurants', { Name: 'Items', Openings: [{ day: 'mon' }, { day: 'tue' }] });
    const read = await data(
      'query($d: ID!) { restaurant(documentId: $d, status: DRAFT) { Openings { id day } } }',
      {
        d,
      },
    );
    const [monday] = read.restaurant.Openings;
    const query =
      'mutation($d: ID!, $x: RestaurantInput!) { updateRestaurant(documentId: $d, data: $x) { Openings { day note { text } } } }';
    const Openings = [{ id: monday.id, note: { text: 'early' } }, { day: 'wed' }];
    expect(await data(query, { d, x: { Openings } })).to.deep.equal({
      updateRestaurant: {
        Openings: [
          { day: 'mon', note: { text: 'early' } },
          { day: 'wed', note: null },
        ],
      },
    });
    const types = 'ComponentSectionsQuote, ComponentSectionsGallery';
    for (const item of [
      { __component: 'sections.quote', text: 'q' },
      { text: 'q' },
      { __typename: 'ComponentSharedSeo' },
      'q',
    ]) {
      const refused = await asked(query, { d, x: { sections: [item] } });
      expect([refused.status, refused.errors[0].extensions.code]).to.deep.equal([400, 'BAD_USER_INPUT']);
      expect(refused.errors[0].message).to.contain(types);
    }
    const literal = `mutation { updateRestaurant(documentId: "${d}", data: { sections: [{ text: "q" }] }) { Name } }`;
    expect((await asked(literal)).errors[0].extensions.code).to.equal('GRAPHQL_VALIDATION_FAILED');
    const stray = [{ __typename: 'ComponentSectionsQuote', zip: 1 }];
    const unknown = await asked(query, { d, x: { sections: stray } });
    expect([unknown.status, unknown.errors[0].message]).to.deep.equal([200, 'Invalid key zip at sections']);
  });

  it('give all items of a component, or the page that is asked for', async () => {
    const days = Array.from({ length: 12 }, (_, n) => ({ day: `day ${n}` }));
    const d = await made('restaurants', { Name: 'Paged', Openings: days });
    const read =
      'query($d: ID!, $p: PaginationArg) { restaurant(documentId: $d) { all: Openings { day } Openings(pagination: $p) { day } } }';
    for (const [p, from, to] of [
      [{ start: 3, limit: 2 }, 3, 5],
      [{ page: 2, pageSize: 5 }, 5, 10],
      [{ limit: -1 }, 0, 12],
      [{ start: 1 }, 1, 11],
      [null, 0, 12],
    ] as const)
      expect(await data(read, { d, p }), JSON.stringify(p)).to.deep.equal({
        restaurant: { all: days, Openings: days.slice(from, to) },
      });
    const mixed = await asked(read, { d, p: { page: 1, limit: 1 } });
    expect(mixed.errors[0].extensions.code).to.equal('STRAPI_PAGINATION_ERROR');
  });

  it('give the items of a component that fit, in the order that is asked for, and then the page of them', async () => {
    const days = ['wed', 'mon', 'tue', 'thu'].map((day) => ({ day }));
    const d = await made('restaurants', { Name: 'Sorted', Openings: days });
    const read = `query($d: ID!, $f: ComponentSharedOpeningFiltersInput, $s: [String]) { restaurant(documentId: $d) {
      all: Openings { day }
      Openings(filters: $f, sort: $s, pagination: { start: 1, limit: 2 }) { day }
    } }`;
    const found = async (f: object, s: unknown) => (await data(read, { d, f, s })).restaurant;
    expect(await found({ day: { ne: 'mon' } }, ['day:desc'])).to.deep.equal({
      all: days,
      Openings: [{ day: 'tue' }, { day: 'thu' }],
    });
    expect((await found({}, [])).Openings).to.deep.equal([{ day: 'mon' }, { day: 'tue' }]);
    const unknown = await asked(read, { d, f: {}, s: ['nope'] });
    expect(unknown.errors[0].message).to.match(/^Invalid key nope/);
  });

  it('answer null and NotFoundError for an update of nothing', async () => {
    const error = { name: 'NotFoundError', message: 'Not Found', details: {} };
    expect(
      await asked(`mutation { updateRestaurant(documentId: "${nobody}", data: { Rating: 1 }) { Name } }`),
    ).to.deep.equal({
      status: 200,
      data: { updateRestaurant: null },
      errors: [
        {
          message: 'Not Found',
          path: ['updateRestaurant'],
          extensions: { code: 'STRAPI_NOT_FOUND_ERROR', error },
        },
      ],
    });
  });

  it('delete one locale or all, and answer the given documentId', async () => {
    const d = await made('articles', { title: 'One' });
    const french =
      'mutation($d: ID!) { updateArticle(documentId: $d, locale: "fr", data: { title: "Un" }) { title locale } }';
    expect(await data(french, { d })).to.deep.equal({ updateArticle: { title: 'Un', locale: 'fr' } });
    const removal =
      'mutation($d: ID!, $l: I18NLocaleCode) { deleteArticle(documentId: $d, locale: $l) { documentId } }';
    const left = async () =>
      (
        await data(
          'query($d: ID!) { articles(locale: "*", filters: { documentId: { eq: $d } }, sort: "locale") { locale } }'.replace(
            '$d: ID!',
            '$d: ID',
          ),
          { d },
        )
      ).articles;
    expect(await data(removal, { d, l: 'fr' })).to.deep.equal({ deleteArticle: { documentId: d } });
    expect(await left()).to.deep.equal([{ locale: 'en' }]);
    await data(french, { d });
    expect(await data(removal, { d, l: '*' })).to.deep.equal({ deleteArticle: { documentId: d } });
    expect(await left()).to.deep.equal([]);
    expect(await data(removal, { d: nobody })).to.deep.equal({ deleteArticle: { documentId: nobody } });
    const wrong =
      'mutation($d: ID!) { updateArticle(documentId: $d, locale: "xx", data: { title: "x" }) { title } }';
    expect((await asked(wrong, { d })).errors[0].extensions.code).to.equal('BAD_USER_INPUT');
  });

  it('create and delete the document of a single type', async () => {
    const remove = 'mutation { deleteHomepage { documentId } }';
    const message = 'Document not found';
    const error = { name: 'NotFoundError', message, details: {} };
    expect(await asked(remove)).to.deep.equal({
      status: 200,
      data: { deleteHomepage: null },
      errors: [{ message, path: ['deleteHomepage'], extensions: { code: 'STRAPI_NOT_FOUND_ERROR', error } }],
    });
    const update = 'mutation($t: String) { updateHomepage(data: { title: $t }) { documentId title } }';
    const { updateHomepage: home } = await data(update, { t: 'One' });
    expect((await data(update, { t: 'Two' })).updateHomepage).to.deep.equal({
      documentId: home.documentId,
      title: 'Two',
    });
    expect((await data('{ homepage { title } }')).homepage).to.deep.equal({ title: 'Two' });
    expect(await data(remove)).to.deep.equal({ deleteHomepage: { documentId: home.documentId } });
    expect((await data('{ homepage { title } }')).homepage).to.equal(null);
  });

  it('run one after the other, and one that fails leaves the others', async () => {
    const answer = await asked(
      'mutation { a: createChef(data: { Name: "A" }) { Name } b: createChef(data: {}) { Name } c: createChef(data: { Name: "C" }) { Name } }',
    );
    expect(answer.data).to.deep.equal({ a: { Name: 'A' }, b: null, c: { Name: 'C' } });
    expect(answer.errors.map((one: { path: unknown }) => one.path)).to.deep.equal([['b']]);
    expect((await data('{ chefs(sort: "Name") { Name } }')).chefs).to.deep.equal([
      { Name: 'A' },
      { Name: 'C' },
    ]);
  });
});
