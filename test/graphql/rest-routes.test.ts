import { expect } from 'chai';
import { factories, type RouteConfig } from '../../src/adapters/app-code/http/factories.js';
import { errors } from '../../src/application/app-code/errors.js';
import { grantsOf } from '../../src/domain/permission/permission.js';
import { openDocuments } from '../http/chosen-store.js';
import { fixtureSchema } from '../http/fixture.js';
import { requestTo } from '../http/request-to.js';
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

const list = '{ restaurants(sort: "Name", filters: { Rating: { gt: 2 } }) { data { attributes { Name } } } }';
const names = ({ body }: GraphqlAnswer): readonly string[] =>
  body.data.restaurants.data.map((one: { attributes: { Name: string } }) => one.attributes.Name);
const codes = ({ body }: GraphqlAnswer): unknown => body.errors?.map(({ extensions }) => extensions.code);

describe('rules of REST routes over GraphQL', () => {
  const store = openDocuments(fixtureSchema());
  let plain: GraphqlWorld;
  let blue: string;

  before(async () => {
    plain = await createGraphqlWorld({ store });
    blue = await plain.create('restaurant', { Name: 'Blue', Rating: 3 });
    await plain.create('restaurant', { Name: 'Red', Rating: 4 });
  });

  const worldWith = (
    config: Readonly<Record<string, RouteConfig>>,
    more: WorldOptions = {},
  ): Promise<GraphqlWorld> =>
    createGraphqlWorld({ routers: [factories.createCoreRouter(restaurant, { config })], store, ...more });

  it('refuse every action as its route does', async () => {
    const refusing = { policies: [() => false] };
    const world = await worldWith({
      find: refusing,
      findOne: refusing,
      create: refusing,
      update: refusing,
      delete: refusing,
    });
    const id = blue;
    for (const query of [
      list,
      `{ restaurant(id: "${id}") { data { id } } }`,
      '{ restaurant(id: "1") { data { id } } }',
      'mutation { createRestaurant(data: { Name: "New" }) { data { id } } }',
      `mutation { updateRestaurant(id: "${id}", data: { Rating: 1 }) { data { id } } }`,
      `mutation { deleteRestaurant(id: "${id}") { data { id } } }`,
    ]) {
      const answer = await world.ask(query);
      expect(codes(answer), query).to.deep.equal(['FORBIDDEN']);
      expect(answer.body.errors?.[0]?.extensions.error).to.deep.equal({
        name: 'PolicyError',
        message: 'Policy Failed',
        details: {},
      });
    }
    const halfCharacter = await world.ask('query ($id: ID!) { restaurant(id: $id) { data { id } } }', {
      id: '\ud800',
    });
    expect(codes(halfCharacter)).to.deep.equal(['FORBIDDEN']);
    expect(await world.ask('{ dishes { data { id } } }').then(codes)).to.equal(undefined);
    expect(world.errors).to.deep.equal([]);
  });

  it('get the request in the form of REST', async () => {
    const seen: unknown[] = [];
    const look = (context: Context): void => {
      const { method, path, params, query, request, state, type, args } = context;
      seen.push([
        method,
        path,
        params,
        query,
        request.body,
        state.route.handler,
        state.auth.strategy.name,
        type,
      ]);
      expect([context.get('Authorization'), args !== undefined, request.method]).to.deep.equal([
        'Bearer full',
        true,
        method,
      ]);
    };
    const rule = { policies: [look] };
    const world = await worldWith({ find: rule, findOne: rule, create: rule, update: rule, delete: rule });
    const grey = await plain.create('restaurant', { Name: 'Grey', Rating: 1 });
    const { body } = await requestTo(world.app).get(`/api/dishes`).set('Authorization', 'Bearer full');
    expect(body.data).to.deep.equal([]);
    await world.ask(
      '{ restaurants(filters: { or: [{ Rating: { gt: 3 } }, { Name: { in: ["Blue"] } }] }, pagination: { limit: 5 }, sort: ["Name:asc"]) { data { id } } }',
    );
    const one = await world.ask(`{ restaurant(id: "${grey}") { data { id } } }`);
    const numeric = await world.ask('{ restaurants(filters: { Name: { eq: "Grey" } }) { data { id } } }');
    seen.pop();
    const version = String(numeric.body.data.restaurants.data[0].id);
    await world.ask(`{ restaurant(id: "${version}") { data { id } } }`);
    await world.ask('mutation { createRestaurant(data: { Name: "New" }) { data { id } } }');
    await world.ask(`mutation { updateRestaurant(id: "${version}", data: { Rating: 1 }) { data { id } } }`);
    await world.ask(`mutation { deleteRestaurant(id: "${grey}") { data { id } } }`);
    const common = (action: string) => [`${restaurant}.${action}`, 'content-api-token', 'graphql'];
    const at = `/api/restaurants/${grey}`;
    const of = { id: grey };
    expect(one.body.errors).to.equal(undefined);
    const query = {
      filters: { $or: [{ Rating: { $gt: '3' } }, { Name: { $in: ['Blue'] } }] },
      sort: ['Name:asc'],
      pagination: { limit: '5' },
    };
    expect(seen).to.deep.equal([
      ['GET', '/api/restaurants', {}, query, {}, ...common('find')],
      ['GET', at, of, {}, {}, ...common('findOne')],
      ['GET', at, of, {}, {}, ...common('findOne')],
      ['POST', '/api/restaurants', {}, {}, { data: { Name: 'New' } }, ...common('create')],
      ['PUT', at, of, {}, { data: { Rating: 1 } }, ...common('update')],
      ['DELETE', at, of, {}, {}, ...common('delete')],
    ]);
  });

  it('get no query parameters for which the client has not asked', async () => {
    const seen: unknown[] = [];
    const world = await worldWith({
      find: { policies: [({ query }: Context) => void seen.push({ ...query })] },
    });
    await world.ask('{ restaurants { data { id } } }');
    await world.ask('{ restaurants(sort: [], filters: {}, pagination: {}) { data { id } } }');
    expect(seen).to.deep.equal([{}, {}]);
  });

  it('change the query and the data', async () => {
    const narrow = ({ query }: Context) =>
      void (query.filters = { $and: [query.filters ?? {}, { Rating: 4 }] });
    const world = await worldWith({
      find: { policies: [narrow] },
      findOne: { policies: [narrow] },
      create: { policies: [({ request }: Context) => void (request.body.data.Name += '!')] },
      update: { policies: [({ request }: Context) => void (request.body = { data: { Rating: 2 } })] },
    });
    expect(names(await world.ask(list))).to.deep.equal(['Red']);
    expect(
      names(
        await world.ask(
          '{ restaurants(filters: { Name: { eq: "Blue" } }) { data { attributes { Name } } } }',
        ),
      ),
    ).to.deep.equal([]);
    const hidden = await world.ask(`{ restaurant(id: "${blue}") { data { attributes { Name } } } }`);
    expect(hidden.body).to.deep.equal({ data: { restaurant: { data: null } } });
    const made = await world.ask(
      'mutation { createRestaurant(data: { Name: "New", Rating: 1 }) { data { attributes { Name } } } }',
    );
    expect(made.body.data.createRestaurant.data.attributes.Name).to.equal('New!');
    const grey = await plain.create('restaurant', { Name: 'Grey', Rating: 1 });
    const updated = await world.ask(
      `mutation { updateRestaurant(id: "${grey}", data: { Name: "X" }) { data { attributes { Name Rating } } } }`,
    );
    expect(updated.body.data.updateRestaurant.data.attributes).to.deep.equal({ Name: 'Grey', Rating: 2 });
  });

  it('cannot filter by attributes that the principal may not read', async () => {
    const keep = ({ query }: Context) =>
      void (query.filters = { $and: [query.filters ?? {}, { Rating: 4 }] });
    const world = await worldWith(
      { find: { policies: [keep] } },
      { grants: grantsOf([[restaurant, ['find']]]) },
    );
    const answer = await world.ask(
      '{ restaurants(filters: { owner: { Name: { eq: "Ana" } } }) { data { id } } }',
      {},
      '',
    );
    expect(answer.body.errors?.[0]?.message).to.match(/^Invalid key owner/);
  });

  it('fail for a change that GraphQL cannot apply, and log why', async () => {
    const world = await worldWith({
      find: { policies: [({ query }: Context) => void (query.fields = ['Name'])] },
    });
    const answer = await world.ask(list);
    expect(codes(answer)).to.deep.equal(['INTERNAL_SERVER_ERROR']);
    expect(world.errors.join()).to.match(/restaurant\.find changes ctx\.query\.fields.*resolversConfig/);
  });

  it('refuse by throwing and by the functions of the context', async () => {
    for (const [refuse, name, message] of [
      [
        () => {
          throw new errors.NotFoundError('Gone');
        },
        'NotFoundError',
        'Gone',
      ],
      [(context: Context) => context.forbidden('Not yours'), 'ForbiddenError', 'Not yours'],
      [(context: Context) => context.throw(409, 'Taken'), 'ConflictError', 'Taken'],
    ] as const) {
      const world = await worldWith({ find: { policies: [refuse] } });
      const { errors: told } = (await world.ask(list)).body;
      expect(told?.[0]?.extensions.error).to.deep.equal({ name, message, details: {} });
      expect(world.errors).to.deep.equal([]);
    }
  });

  it('apply the auth of the route', async () => {
    const open = await worldWith({ find: { auth: false } });
    expect(names(await open.ask(list, {}, ''))).to.deep.equal(['Blue', 'Red']);
    expect(codes(await open.ask(`{ restaurant(id: "${blue}") { data { id } } }`, {}, ''))).to.deep.equal([
      'FORBIDDEN',
    ]);
    const scoped = await worldWith(
      { find: { auth: { scope: [`${restaurant}.update`] } } },
      { grants: grantsOf([[restaurant, ['find']]]) },
    );
    expect(codes(await scoped.ask(list, {}, ''))).to.deep.equal(['FORBIDDEN']);
    expect(names(await scoped.ask(list))).to.deep.equal(['Blue', 'Red']);
  });

  it('are replaced by the rules of the resolver', async () => {
    const refusing = { auth: { scope: [`${restaurant}.update`] }, policies: [() => false] };
    const nobody = { grants: grantsOf([[restaurant, ['find']]]) };
    for (const [config, expected] of [
      [{ policies: [] }, ['FORBIDDEN']],
      [{ auth: false }, ['FORBIDDEN']],
      [{ auth: true, policies: [() => true] }, undefined],
      [{ auth: false, policies: [] }, undefined],
    ] as const) {
      const extensions = await restaurantExtensions({ resolversConfig: { 'Query.restaurants': config } });
      const world = await worldWith({ find: refusing }, { ...nobody, extensions });
      expect(codes(await world.ask(list, {}, '')), JSON.stringify(config)).to.deep.equal(expected);
    }
  });

  it('do not apply to populated documents, as in REST', async () => {
    const world = await worldWith({ find: { policies: [() => false] } });
    const chef = await world.create('chef', { Name: 'Ana' });
    await world.create('restaurant', { Name: 'Green', owner: chef });
    const { body } = await world.ask(
      '{ chefs(filters: { Name: { eq: "Ana" } }) { data { attributes { restaurants { data { attributes { Name } } } } } } }',
    );
    expect(body).to.deep.equal({
      data: {
        chefs: { data: [{ attributes: { restaurants: { data: [{ attributes: { Name: 'Green' } }] } } }] },
      },
    });
  });

  it('leave a field to be answered directly if its route has none, as that of a core router', async () => {
    const world = await worldWith({ find: { middlewares: [] } });
    expect(names(await world.ask(list))).to.include('Blue');
    expect(world.notDirect).to.deep.equal([]);
    const guarded = await worldWith({ find: { policies: [() => true] } });
    expect(names(await guarded.ask(list))).to.include('Blue');
    expect(guarded.notDirect).to.deep.equal(['root field']);
  });

  it('warn if a field lacks a part of its route', async () => {
    const warnings: string[] = [];
    const pass = async (_context: unknown, next: () => Promise<void>): Promise<void> => next();
    const routers = [
      factories.createCoreRouter(restaurant, {
        except: ['delete'],
        config: { find: { middlewares: [pass] }, create: { middlewares: [pass] } },
      }),
    ];
    const extensions = await restaurantExtensions({
      resolversConfig: { 'Mutation.createRestaurant': { middlewares: [] } },
    });
    const world = await createGraphqlWorld({ routers, warnings, extensions, store });
    expect(warnings).to.have.length(2);
    expect(warnings[0]).to.match(/do not run before Query\.restaurants:/);
    expect(warnings[1]).to.include('Mutation.deleteRestaurant');
    expect(codes(await world.ask(list))).to.equal(undefined);
  });
});
