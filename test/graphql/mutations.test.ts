import { expect } from 'chai';
import supertest from 'supertest';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

describe('GraphQL mutations', () => {
  let world: GraphqlWorld;
  let dish: string;

  before(async () => {
    world = await createGraphqlWorld();
    dish = await world.create('dish', { Name: 'Soup' });
  });

  after(() => expect(world.errors).to.deep.equal([]));

  const create =
    'mutation ($data: RestaurantInput!) { createRestaurant(data: $data) { data { id attributes { Name } } } }';

  it('create documents with relations, components and zones, and answer the selection', async () => {
    const chef = await world.create('chef', { Name: 'Ana' });
    const { body } = await world.ask(
      `mutation ($data: RestaurantInput!) { createRestaurant(data: $data) { data { attributes {
         Name Kind Opened Big dishes { data { attributes { Name } } } owner { data { id } } seo { metaTitle }
         Openings { day from } sections { __typename ... on ComponentSectionsGallery { title dishes { data { id } } } } Tags } } } }`,
      {
        data: {
          Name: 'Blue',
          Kind: 'bistro',
          Opened: '2020-02-29',
          Big: '9007199254740993',
          dishes: [dish, 1],
          owner: chef,
          seo: { metaTitle: 'T' },
          Openings: [{ day: 'mon', from: '10:15:00.000' }],
          sections: [
            { __typename: 'ComponentSectionsGallery', title: 'Plates', dishes: [dish] },
            { __component: 'sections.quote', text: 'q' },
          ],
          Tags: { any: ['json', 1, null] },
        },
      },
    );
    expect(body).to.deep.equal({
      data: {
        createRestaurant: {
          data: {
            attributes: {
              Name: 'Blue',
              Kind: 'bistro',
              Opened: '2020-02-29',
              Big: '9007199254740993',
              dishes: { data: [{ attributes: { Name: 'Soup' } }] },
              owner: { data: { id: chef } },
              seo: { metaTitle: 'T' },
              Openings: [{ day: 'mon', from: '10:15:00' }],
              sections: [
                { __typename: 'ComponentSectionsGallery', title: 'Plates', dishes: { data: [{ id: dish }] } },
                { __typename: 'ComponentSectionsQuote' },
              ],
              Tags: { any: ['json', 1, null] },
            },
          },
        },
      },
    });
  });

  it('change only what is sent, item by item, by documentId or numeric id', async () => {
    const id = await world.create('restaurant', {
      Name: 'Red',
      Rating: 2,
      Openings: [{ day: 'mon' }, { day: 'tue' }],
    });
    const read = `{ restaurant(id: "${id}") { data { attributes { Name Rating Openings { id day } } } } }`;
    const openings = (await world.ask(read)).body.data.restaurant.data.attributes.Openings as {
      id: string;
      day: string;
    }[];
    const { body } = await world.ask(
      'mutation ($id: ID!, $data: RestaurantInput!) { updateRestaurant(id: $id, data: $data) { data { id attributes { Name Rating Openings { id day } } } } }',
      { id, data: { Name: null, Openings: [{ id: openings[1]?.id, day: 'wed' }] } },
    );
    expect(body.errors?.[0]?.message).to.equal(
      'Name must be a `string` type, but the final value was: `null`.',
    );
    const changed = await world.ask(
      'mutation ($id: ID!, $data: RestaurantInput!) { updateRestaurant(id: $id, data: $data) { data { id attributes { Name Rating Openings { id day } } } } }',
      { id, data: { Rating: null, Openings: [{ id: openings[1]?.id, day: 'wed' }] } },
    );
    expect(changed.body.data.updateRestaurant.data).to.deep.equal({
      id,
      attributes: { Name: 'Red', Rating: null, Openings: [{ id: openings[1]?.id, day: 'wed' }] },
    });
    const numeric = await supertest(world.app)
      .get(`/api/restaurants/${id}`)
      .set('Authorization', 'Bearer full');
    const { data } = numeric.body as { data: { id: number } };
    const byNumber = await world.ask(
      `mutation { updateRestaurant(id: ${data.id}, data: { Name: "Violet" }) { data { id } } }`,
    );
    expect(byNumber.body.data.updateRestaurant.data.id).to.equal(id);
  });

  it('delete and answer the document, and null the second time', async () => {
    const id = await world.create('dish', { Name: 'Pie' });
    const mutation = `mutation { deleteDish(id: "${id}") { data { id attributes { Name } } } }`;
    expect((await world.ask(mutation)).body.data).to.deep.equal({
      deleteDish: { data: { id, attributes: { Name: 'Pie' } } },
    });
    expect((await world.ask(mutation)).body.data).to.deep.equal({ deleteDish: { data: null } });
  });

  it('refuse values as REST does, with the same details', async () => {
    for (const data of [
      { Name: 'x', Rating: 9 },
      { Rating: 1 },
      { Name: 'x'.repeat(99), Email: 'no' },
      { Name: 'x', createdAt: '2020-01-01T00:00:00.000Z' },
      { Name: 'x', dishes: ['nothing'] },
    ]) {
      const rest = await supertest(world.app)
        .post('/api/restaurants')
        .set('Authorization', 'Bearer full')
        .send({ data });
      const { status, body } = await world.ask(create, { data });
      const { status: _status, ...error } = (rest.body as { error: Record<string, unknown> }).error;
      expect(rest.status).to.equal(400);
      expect(status).to.equal(200);
      expect(body.data).to.equal(null);
      expect(body.errors?.[0]?.extensions.error, JSON.stringify(data)).to.deep.equal(error);
    }
  });

  it('fail if the document does not exist', async () => {
    const { body } = await world.ask(
      'mutation { updateRestaurant(id: "nothing", data: { Name: "x" }) { data { id } } }',
    );
    expect(body.errors?.[0]?.extensions.error.name).to.equal('NotFoundError');
  });

  it('write nothing if the selection is invalid', async () => {
    const before = (await world.ask('{ restaurants { meta { pagination { total } } } }')).body.data;
    const { body } = await world.ask(
      'mutation { createRestaurant(data: { Name: "x" }) { data { attributes { dishes(sort: "Nope") { data { id } } } } } }',
    );
    expect(body.errors?.[0]?.extensions.code).to.equal('BAD_USER_INPUT');
    expect((await world.ask('{ restaurants { meta { pagination { total } } } }')).body.data).to.deep.equal(
      before,
    );
  });

  it('write and read drafts, locales and single types', async () => {
    const made = await world.ask(
      'mutation { createArticle(data: { title: "One" }, locale: "en") { data { id attributes { title locale publishedAt } } } }',
    );
    expect(made.body.errors).to.equal(undefined);
    const { id, attributes } = made.body.data.createArticle.data as {
      id: string;
      attributes: Record<string, unknown>;
    };
    expect(attributes['locale']).to.equal('en');
    expect(attributes['publishedAt']).to.be.a('string');
    await world.ask(
      'mutation ($id: ID!) { updateArticle(id: $id, data: { title: "Un" }, locale: "fr") { data { id } } }',
      { id },
    );
    const { body } = await world.ask(
      'query ($id: ID!) { article(id: $id, locale: "fr") { data { attributes { title localizations { data { attributes { locale title } } } } } } preview: articles(publicationState: PREVIEW) { data { attributes { title publishedAt } } } }',
      { id },
    );
    expect(body).to.deep.equal({
      data: {
        article: {
          data: {
            attributes: {
              title: 'Un',
              localizations: { data: [{ attributes: { locale: 'en', title: 'One' } }] },
            },
          },
        },
        preview: { data: [{ attributes: { title: 'One', publishedAt: null } }] },
      },
    });
    // The second is one half of a character, which no query string can hold.
    for (const locale of ['xx', '\ud800', 'en&status=draft']) {
      const unknown = await world.ask(
        'mutation ($locale: I18NLocaleCode) { createArticle(data: { title: "x" }, locale: $locale) { data { id } } }',
        { locale },
      );
      expect(unknown.body.errors?.[0]?.extensions.code, locale).to.equal('BAD_USER_INPUT');
    }
    const page = await world.ask(
      'mutation { updateHomepage(data: { title: "Home" }) { data { attributes { title } } } }',
    );
    expect(page.body.data).to.deep.equal({ updateHomepage: { data: { attributes: { title: 'Home' } } } });
    expect((await world.ask('{ homepage { data { attributes { title } } } }')).body.data).to.deep.equal({
      homepage: { data: { attributes: { title: 'Home' } } },
    });
    expect(
      (await world.ask('mutation { deleteHomepage { data { attributes { title } } } }')).body.data,
    ).to.deep.equal({
      deleteHomepage: { data: { attributes: { title: 'Home' } } },
    });
    expect((await world.ask('{ homepage { data { id } } }')).body.data).to.deep.equal({
      homepage: { data: null },
    });
  });

  it('run one after the other', async () => {
    const { body } = await world.ask(
      'mutation { a: createDish(data: { Name: "A" }) { data { id } } b: createDish(data: {}) { data { id } } c: createDish(data: { Name: "C" }) { data { attributes { Name } } } }',
    );
    expect(body.data.a.data.id).to.be.a('string');
    expect(body.data.b).to.equal(null);
    expect(body.data.c).to.deep.equal({ data: { attributes: { Name: 'C' } } });
    expect(body.errors?.map(({ path }) => path)).to.deep.equal([['b']]);
  });
});
