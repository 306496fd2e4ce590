import { expect } from 'chai';
import type { SchemaSources } from '../../src/domain/schema/schema-source.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { openDocuments } from '../http/chosen-store.js';
import { createDocument, fixtureDocuments, fixtureSchema } from '../http/fixture.js';
import { fixtureSources } from '../http/fixture-schema.js';
import { schemaFrom } from '../schema-builders.js';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

describe('GraphQL queries', () => {
  let world: GraphqlWorld;
  const ids: Record<string, string> = {};

  before(async () => {
    world = await createGraphqlWorld();
    ids['chef'] = await world.create('chef', { Name: 'Ana', Diary: 'secret' });
    for (const Name of ['Pizza', 'Sushi', 'Bread']) ids[Name] = await world.create('category', { Name });
    for (const Name of ['Soup', 'Cake', 'Tea']) ids[Name] = await world.create('dish', { Name, Cost: 4.5 });
    ids['Blue'] = await world.create('restaurant', {
      Name: 'Blue',
      Rating: 3,
      Kind: 'bistro',
      Big: '9007199254740993',
      Tags: ['sea', '5'],
      owner: ids['chef'],
      categories: [ids['Sushi'], ids['Pizza'], ids['Bread']],
      dishes: [ids['Soup'], ids['Cake']],
      seo: { metaTitle: 'The blue one', author: ids['chef'] },
      Openings: [{ day: 'mon', note: { text: 'late' } }, { day: 'tue' }],
      sections: [
        { __component: 'sections.gallery', title: 'Plates', dishes: [ids['Tea']] },
        { __component: 'sections.quote', text: 'Good', speaker: ids['chef'] },
      ],
    });
    ids['Red'] = await world.create('restaurant', { Name: 'Red', Rating: 5, Kind: 'diner' });
  });

  const asked = async (query: string, variables?: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const { status, body } = await world.ask(query, variables);
    expect(body.errors).to.equal(undefined);
    expect(status).to.equal(200);
    return body.data;
  };

  it('answer lists with attributes, documentIds as ids, and pagination', async () => {
    const data = await asked(
      '{ restaurants(sort: "Name") { data { id attributes { Name Rating Kind Big } } meta { pagination { total page pageSize pageCount } } } }',
    );
    expect(data).to.deep.equal({
      restaurants: {
        data: [
          {
            id: ids['Blue'],
            attributes: { Name: 'Blue', Rating: 3, Kind: 'bistro', Big: '9007199254740993' },
          },
          { id: ids['Red'], attributes: { Name: 'Red', Rating: 5, Kind: 'diner', Big: null } },
        ],
        meta: { pagination: { total: 2, page: 1, pageSize: 10, pageCount: 1 } },
      },
    });
  });

  it('report the page that an offset belongs to', async () => {
    expect(
      await asked(
        '{ restaurants(pagination: { start: 1, limit: 1 }) { meta { pagination { total page pageSize pageCount } } } }',
      ),
    ).to.deep.equal({
      restaurants: { meta: { pagination: { total: 2, page: 2, pageSize: 1, pageCount: 2 } } },
    });
  });

  it('find one document by documentId and by numeric id, and answer null if there is none', async () => {
    const data = await asked(
      `{ a: restaurant(id: "${ids['Red']}") { data { id } } b: restaurant(id: 2) { data { attributes { Name } } }
         c: restaurant(id: "nothing") { data { id } } d: restaurant { data { id } } }`,
    );
    expect(data).to.deep.equal({
      a: { data: { id: ids['Red'] } },
      b: { data: { attributes: { Name: 'Red' } } },
      c: { data: null },
      d: { data: null },
    });
  });

  it('answer relations, components and zones', async () => {
    const data = await asked(`{ restaurant(id: "${ids['Blue']}") { data { attributes {
      owner { data { attributes { Name restaurants { data { attributes { Name } } } } } }
      categories { data { attributes { Name } } }
      flagship { data { id } }
      seo { metaTitle author { data { attributes { Name } } } }
      Openings { day note { text } }
      sections { __typename ... on ComponentSectionsQuote { text speaker { data { id } } } ... on ComponentSectionsGallery { title dishes { data { attributes { Name } } } } }
    } } } }`);
    expect(data).to.deep.equal({
      restaurant: {
        data: {
          attributes: {
            owner: {
              data: {
                attributes: { Name: 'Ana', restaurants: { data: [{ attributes: { Name: 'Blue' } }] } },
              },
            },
            categories: {
              data: ['Sushi', 'Pizza', 'Bread'].map((Name) => ({ attributes: { Name } })),
            },
            flagship: { data: null },
            seo: { metaTitle: 'The blue one', author: { data: { attributes: { Name: 'Ana' } } } },
            Openings: [
              { day: 'mon', note: { text: 'late' } },
              { day: 'tue', note: null },
            ],
            sections: [
              {
                __typename: 'ComponentSectionsGallery',
                title: 'Plates',
                dishes: { data: [{ attributes: { Name: 'Tea' } }] },
              },
              { __typename: 'ComponentSectionsQuote', text: 'Good', speaker: { data: { id: ids['chef'] } } },
            ],
          },
        },
      },
    });
  });

  it('keep the places of items without a selection', async () => {
    expect(
      await asked(
        `{ restaurant(id: "${ids['Blue']}") { data { attributes { sections { ... on ComponentSectionsQuote { text } } } } } }`,
      ),
    ).to.deep.equal({ restaurant: { data: { attributes: { sections: [{}, { text: 'Good' }] } } } });
  });

  it('apply the arguments of each alias of a relation, wherever the alias is', async () => {
    const data = await asked(`{ restaurant(id: "${ids['Blue']}") {
      data {
        attributes { Name: categories(filters: { Name: { eq: "Pizza" } }) { data { attributes { Name } } }
                     last: categories(sort: "Name:desc", pagination: { limit: 1 }) { data { attributes { Name } } } }
        more: attributes { categories(pagination: { start: 1, limit: 1 }) { data { attributes { Name } } } }
      }
      again: data { attributes { categories(filters: { Name: { startsWith: "B" } }) { here: data { attributes { title: Name } } } } }
    } }`);
    const named = (...names: string[]) => ({ data: names.map((Name) => ({ attributes: { Name } })) });
    expect(data).to.deep.equal({
      restaurant: {
        data: {
          attributes: { Name: named('Pizza'), last: named('Sushi') },
          more: { categories: named('Pizza') },
        },
        again: { attributes: { categories: { here: [{ attributes: { title: 'Bread' } }] } } },
      },
    });
  });

  it('keep long aliases apart, also with a common beginning', async () => {
    const long = 'a'.repeat(70);
    const data = await asked(`{ restaurant(id: "${ids['Blue']}") { data { attributes {
      ${long}1: categories(filters: { Name: { eq: "Pizza" } }) { data { attributes { Name } } }
      ${long}2: categories(filters: { Name: { eq: "Bread" } }) { data { attributes { Name } } } } } } }`);
    expect(data).to.deep.equal({
      restaurant: {
        data: {
          attributes: {
            [`${long}1`]: { data: [{ attributes: { Name: 'Pizza' } }] },
            [`${long}2`]: { data: [{ attributes: { Name: 'Bread' } }] },
          },
        },
      },
    });
  });

  it('merge repeated selections, expand fragments, and apply @include and @skip', async () => {
    const query = `query ($no: Boolean!, $yes: Boolean!) {
      restaurants(sort: "Name", pagination: { limit: 1 }) { ...List data { attributes { ...Owner } } }
    }
    fragment List on RestaurantEntityResponseCollection { data { id attributes { owner { data { id } } Rating @skip(if: $yes) Name @include(if: $yes) } } }
    fragment Owner on Restaurant { owner { data { attributes { Name Nick @include(if: $no) } } } ... on Restaurant @include(if: $no) { Kind } }`;
    expect(await asked(query, { no: false, yes: true })).to.deep.equal({
      restaurants: {
        data: [
          {
            id: ids['Blue'],
            attributes: { owner: { data: { id: ids['chef'], attributes: { Name: 'Ana' } } }, Name: 'Blue' },
          },
        ],
      },
    });
  });

  it('filter by every operator, through relations and components, with and, or and not', async () => {
    const named = async (filters: string): Promise<unknown> => {
      const { body } = await world.ask(
        `{ restaurants(sort: "Name", filters: ${filters}) { data { attributes { Name } } } }`,
      );
      expect(body.errors, filters).to.equal(undefined);
      return body.data.restaurants.data.map((each: { attributes: { Name: string } }) => each.attributes.Name);
    };
    const blue = [
      '{ Rating: { eq: 3 } }',
      '{ Rating: { ne: 5 } }',
      '{ Rating: { lt: 4 } }',
      '{ Rating: { lte: 3 } }',
      '{ not: { Rating: { gt: 4 } } }',
      '{ not: { Rating: { gte: 5 } } }',
      '{ Rating: { in: [3, 4] } }',
      '{ Rating: { notIn: [5] } }',
      '{ Rating: { between: [1, 3] } }',
      '{ Rating: { not: { eq: 5 } } }',
      '{ Rating: { or: [3, 4] } }',
      '{ Name: { eqi: "BLUE" } }',
      '{ Name: { nei: "RED" } }',
      '{ Name: { contains: "lu" } }',
      '{ Name: { notContains: "ed" } }',
      '{ Name: { containsi: "LU" } }',
      '{ Name: { notContainsi: "ED" } }',
      '{ Name: { startsWith: "B" } }',
      '{ Name: { startsWithi: "b" } }',
      '{ Name: { endsWith: "e" } }',
      '{ Name: { endsWithi: "E" } }',
      '{ Big: { notNull: true } }',
      '{ not: { Big: { null: true } } }',
      '{ Kind: { eq: "bistro" } }',
      '{ Big: { eq: 9007199254740993 } }',
      '{ owner: { Name: { eq: "Ana" } } }',
      '{ categories: { Name: { in: ["Sushi"] } } }',
      '{ seo: { metaTitle: { contains: "blue" } } }',
      '{ or: [{ Rating: { eq: 3 } }, { Name: { eq: "x" } }] }',
      '{ and: [{ Rating: { gt: 2 } }, { Rating: { lt: 4 } }] }',
      `{ id: { eq: "${ids['Blue']}" } }`,
      '{ id: { in: [1] } }',
      `{ owner: { id: { eq: "${ids['chef']}" } } }`,
      '{ owner: { id: { notNull: true } } }',
      '{ not: { categories: { id: { null: true } } } }',
      '{ Tags: { eq: ["sea", "5"] } }',
      '{ Tags: { ne: ["sea", 5] } }',
      '{ Tags: { in: [["sea", "5"], 1] } }',
      '{ Tags: { not: { in: ["sea", "5"] } } }',
      '{ Tags: { contains: "sea" } }',
      '{ Tags: { notContains: "SEA" } }',
      '{ Tags: { containsi: "SEA" } }',
      '{ Tags: { null: false } }',
    ];
    for (const filters of blue) expect(await named(filters), filters).to.deep.equal(['Blue']);
    const red = [
      '{ owner: { id: { null: true } } }',
      '{ categories: { id: { null: true } } }',
      '{ Tags: { null: true } }',
    ];
    for (const filters of red) expect(await named(filters), filters).to.deep.equal(['Red']);
    expect(await named('{}')).to.deep.equal(['Blue', 'Red']);
  });

  it('sort through relations to many by their smallest or largest value', async () => {
    const named = async (sort: string): Promise<unknown> => {
      const data = (await asked(`{ restaurants(sort: "${sort}") { data { attributes { Name } } } }`)) as {
        restaurants: { data: { attributes: { Name: string } }[] };
      };
      return data.restaurants.data.map(({ attributes }) => attributes.Name);
    };
    expect(await named('categories.Name')).to.deep.equal(['Blue', 'Red']);
    expect(await named('categories.Name:desc')).to.deep.equal(['Red', 'Blue']);
  });

  it('are answered over GET as over POST', async () => {
    const { default: supertest } = await import('supertest');
    const query = encodeURIComponent(
      'query ($n: Int) { restaurants(sort: "Name", pagination: { limit: $n }) { data { id } } }',
    );
    const answer = await supertest(world.app)
      .get(`/graphql?query=${query}&variables=${encodeURIComponent('{"n":1}')}`)
      .set('Authorization', 'Bearer full')
      .set('Apollo-Require-Preflight', 'true');
    expect(answer.body).to.deep.equal({ data: { restaurants: { data: [{ id: ids['Blue'] }] } } });
  });

  after(() => expect(world.errors).to.deep.equal([]));

  it('accept only a text as the code of a locale', async () => {
    for (const locale of ['5', '["en"]', '{ a: 1 }', 'true']) {
      const { status, body } = await world.ask(`{ articles(locale: ${locale}) { data { id } } }`);
      expect(status, locale).to.equal(400);
      expect(body.errors?.[0]?.message, locale).to.contain('The code of a locale is text');
    }
    for (const locale of [5, ['en'], { a: 1 }, true]) {
      const query = 'query ($l: I18NLocaleCode) { articles(locale: $l) { data { id } } }';
      const { status, body } = await world.ask(query, { l: locale });
      expect([status, body.errors?.[0]?.extensions.code]).to.deep.equal([400, 'BAD_USER_INPUT']);
    }
  });

  it('find nothing by an impossible id', async () => {
    for (const id of [
      '0',
      '-1',
      '1.5',
      '2147483648',
      '999999999999999',
      '9'.repeat(16),
      '9'.repeat(500),
      '',
      'é',
    ]) {
      const { status, body } = await world.ask('query ($id: ID) { restaurant(id: $id) { data { id } } }', {
        id,
      });
      expect([status, body], id).to.deep.equal([200, { data: { restaurant: { data: null } } }]);
    }
  });
});

describe('GraphQL answers about a value that is not in its enumeration', () => {
  const former = (): Schema =>
    schemaFrom(JSON.parse(JSON.stringify(fixtureSources).replace('"gastro"', '"pub"')) as SchemaSources);

  for (const format of ['v4', 'v5'] as const)
    it(`have a clear error for that field, and the others (${format})`, async () => {
      const store = openDocuments(fixtureSchema());
      const world = await createGraphqlWorld({ store });
      const documents = fixtureDocuments(former(), store);
      await createDocument(documents, 'restaurant', { Name: 'Old', Kind: 'pub' });
      await createDocument(documents, 'restaurant', { Name: 'New', Kind: 'bistro' });
      const query =
        format === 'v4'
          ? '{ restaurants(sort: "Name") { data { attributes { Name Kind } } } }'
          : '{ restaurants(sort: "Name") { Name Kind } }';
      const { status, body } = await world.ask(query, {}, 'full', format);
      expect(status).to.equal(200);
      expect(body.errors?.map(({ message }) => message)).to.deep.equal([
        'The value "pub" of "Kind" is not in its enum',
      ]);
      expect(body.errors?.[0]?.path?.at(-1)).to.equal('Kind');
      expect(body.errors?.[0]?.extensions).to.nested.include({ 'error.name': 'ApplicationError' });
      const { restaurants } = body.data;
      const entries =
        format === 'v4'
          ? restaurants.data.map((one: { attributes: unknown }) => one.attributes)
          : restaurants;
      expect(entries).to.deep.equal([
        { Name: 'New', Kind: 'bistro' },
        { Name: 'Old', Kind: null },
      ]);
      expect(world.errors).to.deep.equal([]);
    });
});
