import { expect } from 'chai';
import { isObjectType } from 'graphql';
import { createGraphqlExtensions } from '../../src/adapters/delivery/graphql/extension/create-extension-service.js';
import type { Extension } from '../../src/adapters/delivery/graphql/extension/extension.js';
import { shapes } from '../../src/adapters/delivery/graphql/shape/shapes.js';
import { generateSchema } from '../../src/adapters/delivery/graphql/schema/generate-schema.js';
import type { Documents } from '../../src/application/documents/documents.js';
import { openDocuments } from '../http/chosen-store.js';
import { fixtureSchema } from '../http/fixture.js';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

type Next = (...args: readonly unknown[]) => unknown;

const schema = fixtureSchema();

/** `Restaurant.Name`, `Query.restaurants` … of the whole generated schema. */
function everyField(): readonly string[] {
  const limits = { defaultLimit: 10, maxLimit: 100 };
  const { shadow } = createGraphqlExtensions(schema);
  const built = generateSchema(
    { schema, documents: {} as Documents, limits, shape: shapes.v4 },
    shadow,
  ).schema;
  const types = Object.values(built.getTypeMap()).filter(isObjectType);
  return types
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
}

function extensionsOf(given: unknown): Promise<readonly Extension[]> {
  const extensions = createGraphqlExtensions(schema);
  extensions.service.use(given);
  return extensions.close({ strapi: {}, quire: {} });
}

const passing = (next: Next, ...rest: readonly unknown[]): unknown => next(...rest);
const looking = ({ parent }: { parent: unknown }): boolean => JSON.stringify(parent) !== '';

const guardingAll = () => ({
  resolversConfig: Object.fromEntries(
    everyField().map((path) => [path, { policies: [looking], middlewares: [passing, passing] }]),
  ),
});

const wrappingAll = ({ nexus }: { nexus: { plugin(config: object): unknown } }) => ({
  plugins: [
    nexus.plugin({
      name: 'Wrapping',
      onCreateFieldResolver:
        () =>
        (root: unknown, args: unknown, context: unknown, info: unknown, next: Next): unknown =>
          next(root, args, context, info),
    }),
  ],
});

const restaurantQueries = [
  '{ restaurants(sort: "Name") { data { id attributes { Name Rating Kind Big createdAt } } meta { pagination { total page pageSize pageCount } } } }',
  '{ restaurants { data { attributes { dishes(sort: "Name:desc", pagination: { limit: 1 }) { data { attributes { Name } } } owner { data { id attributes { Name } } } } } } }',
  `{ restaurants { data { attributes {
       cheap: dishes(filters: { Name: { eq: "Tea" } }) { data { attributes { title: Name } } }
       other: dishes(sort: "Name") { list: data { of: attributes { Name } id } } } } } }`,
  `query ($with: Boolean!) { a: restaurants { first: data { x: attributes { Name ...more @include(if: $with) } } second: data { y: attributes { ...more } } } }
   fragment more on Restaurant { seo { metaTitle author { data { attributes { Name } } } } Openings { id day note { text } } }`,
  `{ restaurants { data { attributes { sections { __typename
       ... on ComponentSectionsGallery { title dishes { data { attributes { Name } } } }
       ... on ComponentSectionsQuote { text speaker { data { id } } } } } } } }`,
  '{ restaurants(filters: { Name: { contains: "e" } }, pagination: { pageSize: 1 }) { meta { pagination { total } } data { attributes { categories { data { attributes { Name } } } } } } }',
  '{ a: restaurant(id: "1") { data { attributes { Name } } } b: restaurant(id: "nope") { data { id } } }',
  '{ restaurants(filters: { Nope: { eq: 1 } }) { data { id } } }',
  '{ restaurants(sort: "Nope") { data { id } } }',
];

describe('policies without effect before every field', () => {
  let plain: GraphqlWorld;
  const ruled: Record<string, GraphqlWorld> = {};

  before(async () => {
    const store = openDocuments(schema);
    plain = await createGraphqlWorld({ store });
    ruled['policies and middlewares'] = await createGraphqlWorld({
      store,
      extensions: await extensionsOf(guardingAll()),
    });
    ruled['a plugin of nexus'] = await createGraphqlWorld({
      store,
      extensions: await extensionsOf(wrappingAll),
    });
    const owner = await plain.create('chef', { Name: 'Ana' });
    const dishes = await Promise.all(
      ['Soup', 'Tea'].map((Name) => plain.create('dish', { Name, Cost: 4.5 })),
    );
    await plain.create('restaurant', {
      Name: 'Blue',
      Rating: 3,
      Big: '9007199254740993',
      owner,
      dishes,
      seo: { metaTitle: 'The blue one', author: owner },
      Openings: [{ day: 'mon', note: { text: 'late' } }, { day: 'tue' }],
      sections: [
        { __component: 'sections.gallery', title: 'Plates', dishes },
        { __component: 'sections.quote', text: 'Good', speaker: owner },
      ],
    });
    await plain.create('restaurant', { Name: 'Red', Kind: 'diner' });
  });

  for (const name of ['policies and middlewares', 'a plugin of nexus']) {
    it(`do not change the answer: ${name}`, async () => {
      for (const query of restaurantQueries)
        for (const token of ['full', 'read', '']) {
          const expected = await plain.ask(query, { with: true }, token);
          const actual = await ruled[name]?.ask(query, { with: true }, token);
          expect([actual?.status, actual?.body], `${token} ${query}`).to.deep.equal([
            expected.status,
            expected.body,
          ]);
        }
      expect(ruled[name]?.errors).to.deep.equal(plain.errors);
    });

    it(`do not reveal withheld documents: ${name}`, async () => {
      for (const query of restaurantQueries) {
        const answer = await ruled[name]?.ask(query, { with: true }, 'limited');
        expect(answer?.text, query).to.not.match(/9007199254740993|The blue one|"late"|Plates/);
      }
    });
  }
});
