import { expect } from 'chai';
import { factories, type RouteConfig } from '../../src/adapters/app-code/http/factories.js';
import { openDocuments } from '../http/chosen-store.js';
import { fixtureSchema } from '../http/fixture.js';
import {
  createGraphqlWorld,
  restaurantExtensions,
  type GraphqlAnswer,
  type GraphqlWorld,
  type WorldOptions,
} from './graphql-world.js';

const restaurant = 'api::restaurant.restaurant';

// What policies get, typed as plain JavaScript has it.
// oxlint-disable-next-line no-explicit-any
type Context = any;

const codes = ({ body }: GraphqlAnswer): unknown => body.errors?.map(({ extensions }) => extensions.code);

describe('rules and extensions in the flat format', () => {
  const store = openDocuments(fixtureSchema());
  let blue: string;

  const worldOf = (more: WorldOptions): Promise<GraphqlWorld> =>
    createGraphqlWorld({ store, options: { responseFormat: 'v5' }, ...more });
  const worldWith = (config: Readonly<Record<string, RouteConfig>>): Promise<GraphqlWorld> =>
    worldOf({ routers: [factories.createCoreRouter(restaurant, { config })] });

  before(async () => {
    const plain = await worldOf({});
    blue = await plain.create('restaurant', { Name: 'Blue', Rating: 3 });
    await plain.create('restaurant', { Name: 'Red', Rating: 4 });
  });

  it('apply the refusals of routes to every field of their action', async () => {
    const refusing = { policies: [() => false] };
    const world = await worldWith({
      find: refusing,
      findOne: refusing,
      create: refusing,
      update: refusing,
      delete: refusing,
    });
    for (const query of [
      '{ restaurants { Name } }',
      '{ restaurants_connection { nodes { Name } } }',
      `{ restaurant(documentId: "${blue}") { Name } }`,
      'mutation { createRestaurant(data: { Name: "New" }) { Name } }',
      `mutation { updateRestaurant(documentId: "${blue}", data: { Rating: 1 }) { Name } }`,
      `mutation { deleteRestaurant(documentId: "${blue}") { documentId } }`,
    ])
      expect(codes(await world.ask(query)), query).to.deep.equal(['FORBIDDEN']);
  });

  it('give policies of routes the request in the form of REST, which they can narrow and redirect', async () => {
    const seen: unknown[] = [];
    const narrow = (ctx: Context): boolean => {
      seen.push([ctx.params['id'], ctx.query.status, ctx.query.publicationFilter, ctx.request.body?.data]);
      if (ctx.params['id'] === undefined) ctx.query.filters = { ...ctx.query.filters, Name: 'Blue' };
      else ctx.params['id'] = blue;
      return true;
    };
    const world = await worldWith({ find: { policies: [narrow] }, findOne: { policies: [narrow] } });
    const { body: list } = await world.ask(
      '{ restaurants(status: DRAFT, publicationFilter: MODIFIED, filters: { Rating: { gt: 1 } }) { Name } restaurants_connection { pageInfo { total } } }',
    );
    expect(list.data).to.deep.equal({
      restaurants: [{ Name: 'Blue' }],
      restaurants_connection: { pageInfo: { total: 1 } },
    });
    const { body: one } = await world.ask('{ restaurant(documentId: "a23456789012345678901234") { Name } }');
    expect(one.data).to.deep.equal({ restaurant: { Name: 'Blue' } });
    expect(seen).to.deep.include.members([
      [undefined, 'draft', 'modified', undefined],
      ['a23456789012345678901234', undefined, undefined, undefined],
    ]);
  });

  it('let extensions use the types and fields of the format, and answer plain documents', async () => {
    const world = await worldOf({
      extensions: await restaurantExtensions({
        typeDefs: 'extend type Query { best: Restaurant } extend type Restaurant { Shout: String! }',
        resolvers: {
          Query: {
            best: () => ({ documentId: 'd1', Name: 'Best', dishes: [{ documentId: 'd2', Name: 'Soup' }] }),
          },
          Restaurant: { Shout: ({ Name }: { Name: string }) => `${Name}!` },
        },
        resolversConfig: {
          'Query.best': { auth: false },
          'Query.restaurants_connection': { auth: false },
          'Restaurant.Rating': { policies: [() => false] },
        },
      }),
    });
    const { body } = await world.ask(
      '{ best { documentId Name Shout dishes { Name } dishes_connection { nodes { documentId } } } restaurants_connection(sort: "Name") { nodes { Shout } pageInfo { total } } }',
      {},
      '',
    );
    expect(body).to.deep.equal({
      data: {
        best: {
          documentId: 'd1',
          Name: 'Best',
          Shout: 'Best!',
          dishes: [{ Name: 'Soup' }],
          dishes_connection: { nodes: [{ documentId: 'd2' }] },
        },
        restaurants_connection: { nodes: [{ Shout: 'Blue!' }, { Shout: 'Red!' }], pageInfo: { total: 2 } },
      },
    });
    const refused = await world.ask('{ restaurants(sort: "Name") { Name Rating } }');
    expect(codes(refused)).to.deep.equal(['FORBIDDEN', 'FORBIDDEN']);
    expect(refused.body.data.restaurants[0]).to.deep.equal({ Name: 'Blue', Rating: null });
    expect(world.errors).to.deep.equal([]);
  });

  it('omit disabled parts', async () => {
    const world = await worldOf({
      disable: (shadow) => {
        shadow.disableAction(restaurant, 'find');
        shadow.disableField('api::dish.dish', 'Cost', ['output']);
      },
    });
    for (const field of [
      'restaurants { Name }',
      'restaurants_connection { pageInfo { total } }',
      'dishes { Cost }',
    ])
      expect(codes(await world.ask(`{ ${field} }`)), field).to.deep.equal(['GRAPHQL_VALIDATION_FAILED']);
    expect((await world.ask('{ dishes { Name } }')).status).to.equal(200);
  });

  it('leave a format unserved if extensions fit only the other', async () => {
    const world = await worldOf({
      extensions: await restaurantExtensions({
        typeDefs:
          'extend type RestaurantRelationResponseCollection { first: Restaurant } extend type DeleteMutationResponse { more: String }',
      }),
    });
    expect((await world.ask('{ restaurants { Name } }')).status).to.equal(200);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await world.ask('{ restaurants { data { id } } }', {}, 'full', 'v4');
      expect([status, body.errors?.[0]?.message]).to.deep.equal([
        400,
        'This server has no GraphQL schema in the format v4.',
      ]);
    }
  });
});
