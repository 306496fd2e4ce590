import { expect } from 'chai';
import { factories } from '../../src/adapters/app-code/http/factories.js';
import { requestTo } from '../http/request-to.js';
import { createGraphqlWorld, type GraphqlWorld, type WorldOptions } from './graphql-world.js';

const restaurant = 'api::restaurant.restaurant';

/** Lists of restaurants in both formats, and what gives the names of an answer's documents. */
const lists = [
  ['v4', 'restaurants', 'data { attributes { Name } } meta { pagination { total } }'],
  ['v5', 'restaurants', 'Name'],
  ['v5', 'restaurants_connection', 'nodes { Name } pageInfo { total }'],
] as const;

async function worldOf(given: WorldOptions = {}): Promise<GraphqlWorld> {
  const world = await createGraphqlWorld(given);
  await world.create('restaurant', { Name: 'Corner', Description: 'Chips with fish', Rating: 1 });
  await world.create('restaurant', { Name: 'Chips', Description: 'and more', Rating: 3 });
  await world.create('restaurant', { Name: 'Diner', Description: 'Soup', Rating: 2, Hidden: 'secretly' });
  return world;
}

/** Returns the names in an answer, whatever its form, and its total. */
async function found(world: GraphqlWorld, at: (typeof lists)[number], args: string, token?: string) {
  const [format, field, selection] = at;
  const { body, text } = await world.ask(`{ ${field}(${args}) { ${selection} } }`, {}, token, format);
  expect(body.errors, text).to.equal(undefined);
  const value = body.data[field];
  const documents: readonly { Name?: string; attributes?: { Name: string } }[] =
    value.data ?? value.nodes ?? value;
  const total: unknown = (value.meta?.pagination ?? value.pageInfo)?.total;
  return { names: documents.map((one) => (one.attributes ?? one).Name), total };
}

describe('searches over GraphQL', () => {
  let world: GraphqlWorld;

  before(async () => {
    world = await worldOf();
  });

  for (const list of lists)
    describe(`of ${list[1]} in ${list[0]}`, () => {
      const namesOf = async (args: string, token?: string) => (await found(world, list, args, token)).names;

      it('find words, the best first, or in the order of sort', async () => {
        expect(await namesOf('search: "fish chi"')).to.deep.equal(['Corner']);
        expect(await namesOf('search: "chips", sort: "Name"')).to.deep.equal(['Chips', 'Corner']);
        expect(await namesOf('search: "chips", filters: { Rating: { gt: 1 } }')).to.deep.equal(['Chips']);
        for (const nothing of ['""', 'null', '" - "'])
          expect(await namesOf(`search: ${nothing}`)).to.have.length(3);
      });

      it('find only what the caller may read', async () => {
        expect(await namesOf('search: "secretly"')).to.deep.equal([]);
        expect(await namesOf('search: "fish"', 'limited')).to.deep.equal([]);
        expect(await namesOf('search: "chips"', 'limited')).to.deep.equal(['Chips']);
      });

      it('give the documents and the total that REST gives', async () => {
        const { names, total } = await restOf(world, '_q=chips');
        expect(await namesOf('search: "chips"')).to.deep.equal(names);
        const answer = await found(world, list, 'search: "chips", pagination: { pageSize: 1 }');
        expect(answer.names).to.deep.equal(names.slice(0, 1));
        expect(answer.total ?? total).to.equal(total);
      });
    });

  it('refuse too many words, in the words of REST', async () => {
    const words = Array.from({ length: 17 }, (_, at) => `w${at}`).join(' ');
    const { body } = await world.ask(`{ restaurants(search: "${words}") { data { id } } }`);
    expect(body.errors?.[0]?.message).to.equal('The text to search for with _q has more than 16 words');
  });

  it('walk by cursor, and a cursor fits its words only', async () => {
    const page = (search: string, after: string) =>
      world.ask(
        `query ($after: String) { restaurants_connection(search: "${search}", pagination: { pageSize: 1, after: $after }) {
          nodes { Name } pageInfo { endCursor } } }`,
        { after },
        'full',
        'v5',
      );
    const first = (await page('chips', '')).body.data.restaurants_connection;
    const { endCursor } = first.pageInfo;
    const second = (await page('chips', endCursor)).body.data.restaurants_connection;
    const names = [...first.nodes, ...second.nodes].map(({ Name }: { Name: string }) => Name);
    expect(names).to.have.members(['Chips', 'Corner']);
    expect((await page('soup', endCursor)).body.errors?.[0]?.message).to.match(/no cursor of this list/);
  });

  it('leave out attributes that code of the app has removed from output and filters', async () => {
    const closed = await worldOf({
      disable: (shadow) => shadow.disableField(restaurant, 'Description', ['output', 'filters']),
    });
    for (const list of lists) {
      expect((await found(closed, list, 'search: "fish"')).names).to.deep.equal([]);
      expect((await found(closed, list, 'search: "chips"')).names).to.deep.equal(['Chips']);
    }
    // Types without searchable attributes are searched by all their texts.
    const dishes = await createGraphqlWorld({
      disable: (shadow) => shadow.disableField('api::dish.dish', 'Name', ['output', 'filters']),
    });
    await dishes.create('dish', { Name: 'Trout' });
    const { body } = await dishes.ask('{ dishes(search: "rou") { data { id } } }');
    expect(body.data.dishes.data).to.deep.equal([]);
  });

  it('are seen and changed by policies of the route, as _q', async () => {
    const seen: unknown[] = [];
    const policy = (context: { query: Record<string, unknown> }): boolean => {
      seen.push(context.query['_q']);
      context.query['_q'] = 'soup';
      return true;
    };
    const config = { find: { policies: [policy] } };
    const routers = [factories.createCoreRouter(restaurant, { config })];
    const ruled = await worldOf({ routers });
    expect((await found(ruled, lists[0], 'search: "chips"')).names).to.deep.equal(['Diner']);
    expect((await found(ruled, lists[1], 'sort: "Name"')).names).to.deep.equal(['Diner']);
    expect(seen).to.deep.equal(['chips', undefined]);
  });
});

/** Returns what a list of REST answers with full access. */
async function restOf({ app }: GraphqlWorld, query: string) {
  const path = `/api/restaurants?${query}`;
  const { body } = await requestTo(app).get(path).set('Authorization', 'Bearer full');
  const { data, meta } = body as {
    data: readonly { Name: string }[];
    meta: { pagination: { total: number } };
  };
  return { names: data.map(({ Name }) => Name), total: meta.pagination.total };
}
