import { expect } from 'chai';
import type { Action, Permission } from '../../src/domain/permission/permission.js';
import { equals } from '../../src/domain/query/compare.js';
import type { Filter } from '../../src/domain/query/query.js';
import { privateValue } from '../http/fixture-schema.js';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

describe('GraphQL permissions', () => {
  let world: GraphqlWorld;
  let blue: string;

  before(async () => {
    world = await createGraphqlWorld();
    const chef = await world.create('chef', { Name: 'Ana', Diary: privateValue, Pass: privateValue });
    const dish = await world.create('dish', { Name: 'Soup', Cost: 3 });
    blue = await world.create('restaurant', {
      Name: 'Blue',
      Rating: 3,
      Hidden: privateValue,
      owner: chef,
      dishes: [dish],
    });
  });

  it('refuse a root field without the permission of its action, with the message of Strapi', async () => {
    const { status, body } = await world.ask('{ chefs { data { id } } }', {}, '');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      errors: [
        {
          message: 'Forbidden access',
          path: ['chefs'],
          extensions: {
            code: 'FORBIDDEN',
            error: { name: 'ForbiddenError', message: 'Forbidden access', details: {} },
          },
        },
      ],
      data: null,
    });
  });

  it('require find for lists, findOne for one document, and the action of a mutation', async () => {
    const codes = async (query: string, token: string): Promise<unknown> =>
      (await world.ask(query, {}, token)).body.errors?.map(({ extensions }) => extensions.code as unknown);
    expect(await codes('{ restaurants { data { id } } }', 'limited')).to.equal(undefined);
    expect(await codes(`{ restaurant(id: "${blue}") { data { id } } }`, 'limited')).to.deep.equal([
      'FORBIDDEN',
    ]);
    for (const mutation of [
      'createRestaurant(data: { Name: "x" }) { data { id } }',
      `updateRestaurant(id: "${blue}", data: { Name: "x" }) { data { id } }`,
      'updateRestaurant(id: 1, data: { Name: "x" }) { data { id } }',
      `deleteRestaurant(id: "${blue}") { data { id } }`,
      'deleteRestaurant(id: 1) { data { id } }',
    ])
      expect(await codes(`mutation { ${mutation} }`, 'read'), mutation).to.deep.equal(['FORBIDDEN']);
    expect(
      (await world.ask(`{ restaurant(id: "${blue}") { data { attributes { Name } } } }`)).body.data,
    ).to.deep.equal({
      restaurant: { data: { attributes: { Name: 'Blue' } } },
    });
  });

  it('omit relations to types that the principal may not find', async () => {
    const { body } = await world.ask(
      '{ restaurants { data { attributes { Name owner { data { id } } categories { data { id } } dishes { data { attributes { Name } } } } } } }',
      {},
      'limited',
    );
    expect(body).to.deep.equal({
      data: {
        restaurants: {
          data: [
            {
              attributes: {
                Name: 'Blue',
                owner: null,
                categories: null,
                dishes: { data: [{ attributes: { Name: 'Soup' } }] },
              },
            },
          ],
        },
      },
    });
  });

  it('refuse attributes, filters and sorts outside the grant, as REST does', async () => {
    for (const [query, key] of [
      ['{ restaurants { data { attributes { Email } } } }', 'Email'],
      ['{ restaurants { data { attributes { dishes { data { attributes { Cost } } } } } } }', 'Cost'],
      ['{ restaurants(filters: { Email: { null: true } }) { data { id } } }', 'Email'],
      ['{ restaurants(filters: { owner: { Name: { eq: "Ana" } } }) { data { id } } }', 'owner'],
      ['{ restaurants(filters: { dishes: { Cost: { gt: 1 } } }) { data { id } } }', 'Cost'],
      ['{ restaurants(sort: "owner.Name") { data { id } } }', 'owner'],
      ['{ restaurants(sort: "Email") { data { id } } }', 'Email'],
    ] as const) {
      const { body } = await world.ask(query, {}, 'limited');
      expect(body.data, query).to.equal(null);
      expect(body.errors?.[0]?.extensions.code, query).to.equal('BAD_USER_INPUT');
      expect(body.errors?.[0]?.extensions.error.details.key, query).to.equal(key);
    }
  });

  it('accept private attributes and passwords in inputs, and never show them', async () => {
    for (const query of [
      '{ restaurants { data { attributes { Hidden } } } }',
      '{ chefs { data { attributes { Pass } } } }',
      '{ chefs { data { attributes { Diary } } } }',
      '{ restaurants(filters: { Hidden: { contains: "a" } }) { data { id } } }',
      '{ restaurants(filters: { owner: { Diary: { contains: "a" } } }) { data { id } } }',
      '{ chefs(filters: { Pass: { null: false } }) { data { id } } }',
    ])
      expect((await world.ask(query)).status, query).to.equal(400);
    for (const sort of ['Hidden', 'owner.Diary', 'owner.Pass']) {
      const { body, text } = await world.ask(`{ restaurants(sort: "${sort}") { data { id } } }`);
      expect(body.errors?.[0]?.extensions.code, sort).to.equal('BAD_USER_INPUT');
      expect(text).not.to.contain(privateValue);
    }
  });

  it('answer only the readable attributes of a deleted document', async () => {
    const deleter = await createGraphqlWorld({
      grants: {
        kind: 'listed',
        listed: new Map([['api::dish.dish', new Map([['delete', { fields: null, filter: null }]])]]),
      },
    });
    const id = await deleter.create('dish', { Name: 'Pie' });
    const { body } = await deleter.ask(
      `mutation { deleteDish(id: "${id}") { data { id attributes { Name } } } }`,
      {},
      '',
    );
    expect(body).to.deep.equal({ data: { deleteDish: { data: { id, attributes: { Name: null } } } } });
  });

  it('treat withheld documents like missing ones, also by numeric id', async () => {
    const own = equals('Name', 'Own');
    const about = (filter: Filter | null): Permission => ({ fields: null, filter });
    const readers: readonly (readonly [string, readonly (readonly [Action, Permission])[]])[] = [
      ['reads nothing', []],
      ['reads what he may change', [['findOne', about(own)]]],
      ['lists what he may change', [['find', about(own)]]],
    ];
    for (const [title, reads] of readers) {
      const permissions = new Map([
        ...reads,
        ['update', about(own)] as const,
        ['delete', about(own)] as const,
      ]);
      const guarded = await createGraphqlWorld({
        grants: { kind: 'listed', listed: new Map([['api::dish.dish', permissions]]) },
      });
      const withheld = await guarded.create('dish', { Name: 'Not own' });
      const own2 = await guarded.create('dish', { Name: 'Own' });
      const unknown = 'a'.repeat(24);
      const ask = async (mutation: string) => (await guarded.ask(`mutation { m: ${mutation} }`, {}, '')).text;
      for (const act of [
        (id: string) => `deleteDish(id: "${id}") { data { id } }`,
        (id: string) => `deleteDish(id: "${id}") { data { attributes { Name } } }`,
        (id: string) => `updateDish(id: "${id}", data: { Cost: 1 }) { data { id } }`,
      ]) {
        const told = await ask(act(unknown));
        for (const id of [withheld, '1', '99', '999999999999999', '9'.repeat(30), '0', '-1'])
          expect(await ask(act(id)), `${title}: ${act(id)}`).to.equal(told);
      }
      expect(await ask(`deleteDish(id: 2) { data { id } }`)).to.equal(
        `{"data":{"m":{"data":{"id":"${own2}"}}}}\n`,
      );
      const { body } = await guarded.ask('{ dishes { data { attributes { Name } } } }');
      expect(body.data.dishes.data).to.deep.equal([{ attributes: { Name: 'Not own' } }]);
    }
  });

  it('refuse to delete a document that the principal may read but not delete', async () => {
    const guarded = await createGraphqlWorld({
      grants: {
        kind: 'listed',
        listed: new Map([
          [
            'api::dish.dish',
            new Map([
              ['findOne', { fields: null, filter: null }],
              ['delete', { fields: null, filter: equals('Name', 'Own') }],
            ]),
          ],
        ]),
      },
    });
    const id = await guarded.create('dish', { Name: 'Not own' });
    const { body } = await guarded.ask(`mutation { deleteDish(id: "${id}") { data { id } } }`, {}, '');
    expect(body.errors?.[0]?.extensions.error.name).to.equal('NotFoundError');
  });

  it('are checked before anything is read', async () => {
    for (const mutation of [
      `deleteDish(id: "${'9'.repeat(30)}") { data { id } }`,
      'deleteDish(id: 1) { data { attributes { Cost } } }',
      'updateDish(id: 1, data: { Name: "x" }) { data { id } }',
    ])
      expect(
        (await world.ask(`mutation { ${mutation} }`, {}, 'limited')).body.errors?.[0]?.extensions.code,
      ).to.equal('FORBIDDEN');
  });

  it('answer a wrong token as REST does', async () => {
    const { status, body } = await world.ask('{ restaurants { data { id } } }', {}, 'wrong');
    expect(status).to.equal(401);
    expect(body).to.deep.equal({
      data: null,
      error: {
        status: 401,
        name: 'UnauthorizedError',
        message: 'Missing or invalid credentials',
        details: {},
      },
    });
  });

  after(() => expect(world.errors).to.deep.equal([]));
});
