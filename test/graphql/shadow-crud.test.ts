import { expect } from 'chai';
import { isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql';
import {
  createGraphqlExtensions,
  type ExtensionService,
} from '../../src/adapters/delivery/graphql/extension/create-extension-service.js';
import { shapes } from '../../src/adapters/delivery/graphql/shape/shapes.js';
import { generateSchema } from '../../src/adapters/delivery/graphql/schema/generate-schema.js';
import type { Documents } from '../../src/application/documents/documents.js';
import { fixtureSchema } from '../http/fixture.js';
import { createGraphqlWorld } from './graphql-world.js';

const schema = fixtureSchema();
const uid = 'api::restaurant.restaurant';
const own = ['createRestaurant', 'deleteRestaurant', 'restaurant', 'restaurants', 'updateRestaurant'];

/** Returns the schema after app code has disabled parts. */
function generated(disable: (service: ExtensionService) => unknown): GraphQLSchema {
  const { service, shadow } = createGraphqlExtensions(schema);
  disable(service);
  const limits = { defaultLimit: 10, maxLimit: 100 };
  return generateSchema({ schema, documents: {} as Documents, limits, shape: shapes.v4 }, shadow).schema;
}

const rootFields = (built: GraphQLSchema): readonly string[] =>
  [built.getQueryType(), built.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));

const ofRestaurants = (built: GraphQLSchema) =>
  rootFields(built)
    .filter((name) => own.includes(name))
    .sort();

function fieldsOf(built: GraphQLSchema, name: string): readonly string[] {
  const type = built.getType(name);
  return isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

/** The places of a field. */
const partsWith = (built: GraphQLSchema, field: string) =>
  ['Restaurant', 'RestaurantInput', 'RestaurantFiltersInput'].filter((name) =>
    fieldsOf(built, name).includes(field),
  );

describe('the GraphQL schema without parts that an app disables', () => {
  it('has everything by default', () => {
    const built = generated(() => undefined);
    expect(ofRestaurants(built)).to.deep.equal(own);
    expect(partsWith(built, 'Name')).to.deep.equal([
      'Restaurant',
      'RestaurantInput',
      'RestaurantFiltersInput',
    ]);
  });

  const functions: readonly [string, (service: ExtensionService) => unknown, readonly string[]][] = [
    ['disable', (service) => service.shadowCRUD(uid).disable(), []],
    [
      'disableQueries',
      (service) => service.shadowCRUD(uid).disableQueries(),
      ['createRestaurant', 'deleteRestaurant', 'updateRestaurant'],
    ],
    [
      'disableMutations',
      (service) => service.shadowCRUD(uid).disableMutations(),
      ['restaurant', 'restaurants'],
    ],
    [
      'disableAction create',
      (service) => service.shadowCRUD(uid).disableAction('create'),
      own.filter((name) => name !== 'createRestaurant'),
    ],
    [
      'disableAction find',
      (service) => service.shadowCRUD(uid).disableAction('find'),
      own.filter((name) => name !== 'restaurants'),
    ],
    [
      'disableAction findOne',
      (service) => service.shadowCRUD(uid).disableAction('findOne'),
      own.filter((name) => name !== 'restaurant'),
    ],
    [
      'disableAction update',
      (service) => service.shadowCRUD(uid).disableAction('update'),
      own.filter((name) => name !== 'updateRestaurant'),
    ],
    [
      'disableAction delete',
      (service) => service.shadowCRUD(uid).disableAction('delete'),
      own.filter((name) => name !== 'deleteRestaurant'),
    ],
    [
      'disableActions',
      (service) => service.shadowCRUD(uid).disableActions(['find', 'update']),
      ['createRestaurant', 'deleteRestaurant', 'restaurant'],
    ],
  ];
  for (const [name, disable, left] of functions) {
    it(name, () => {
      const built = generated(disable);
      expect(ofRestaurants(built)).to.deep.equal([...left].sort());
      expect(rootFields(built), 'others are as they were').to.include.members(['dishes', 'createDish']);
    });
  }

  it('lacks a disabled type everywhere', () => {
    const built = generated((service) => service.shadowCRUD(uid).disable());
    expect(Object.keys(built.getTypeMap()).filter((name) => name.startsWith('Restaurant'))).to.deep.equal([]);
  });

  const fieldFunctions: readonly [string, (service: ExtensionService) => unknown, readonly string[]][] = [
    ['field disable', (service) => service.shadowCRUD(uid).field('Name').disable(), []],
    [
      'field disableOutput',
      (service) => service.shadowCRUD(uid).field('Name').disableOutput(),
      ['RestaurantInput', 'RestaurantFiltersInput'],
    ],
    [
      'field disableInput',
      (service) => service.shadowCRUD(uid).field('Name').disableInput(),
      ['Restaurant', 'RestaurantFiltersInput'],
    ],
    [
      'field disableFilters',
      (service) => service.shadowCRUD(uid).field('Name').disableFilters(),
      ['Restaurant', 'RestaurantInput'],
    ],
  ];
  for (const [name, disable, left] of fieldFunctions) {
    it(name, () => {
      const built = generated(disable);
      expect(partsWith(built, 'Name')).to.deep.equal(left);
      expect(partsWith(built, 'Rating')).to.have.length(3);
    });
  }

  it('lacks a disabled relation', () => {
    const built = generated((service) => service.shadowCRUD(uid).field('categories').disable());
    expect(partsWith(built, 'categories')).to.deep.equal([]);
  });

  it('cannot be sorted by an attribute that is neither in outputs nor in filters', async () => {
    const world = await createGraphqlWorld({
      disable: (shadow) => {
        shadow.disable('api::chef.chef');
        shadow.disable('shared.seo');
        shadow.disableField(uid, 'Rating', ['output', 'input', 'filters']);
        shadow.disableField(uid, 'Email', ['filters']);
      },
    });
    const refusal = async (sort: string, query = `{ restaurants(sort: "${sort}") { data { id } } }`) =>
      (await world.ask(query)).body.errors?.[0]?.message;
    for (const sort of ['Rating', 'owner.Name', 'seo.metaTitle', 'Name,Rating:desc'])
      expect(await refusal(sort), sort).to.match(/^Invalid key (Rating|owner|seo)$/);
    for (const sort of ['Name', 'Email', 'flagship.Name', 'id', 'documentId', 'createdAt'])
      expect(await refusal(sort), sort).to.equal(undefined);
    const nested =
      '{ dishes { data { attributes { restaurant { data { attributes { neighbours(sort: "Rating") { data { id } } } } } } } } }';
    expect(await refusal('', nested)).to.equal('Invalid key Rating');
  });
});
