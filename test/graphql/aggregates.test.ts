import { expect } from 'chai';
import { factories } from '../../src/adapters/app-code/http/factories.js';
import { requestTo } from '../http/request-to.js';
import {
  createGraphqlWorld,
  restaurantExtensions,
  type GraphqlWorld,
  type WorldOptions,
} from './graphql-world.js';

const restaurants = [
  { Name: 'Corner', Rating: 1, Price: 10.5, Big: '9223372036854775807', Opened: '2026-11-02' },
  { Name: 'Diner', Rating: 1, Price: 20, Big: '1', Opened: '2026-11-30' },
  { Name: 'Bistro', Rating: 3, Price: 4.25, Opened: '2026-12-31', Hidden: 'x' },
  { Name: 'Nothing' },
];

async function worldOf(given: WorldOptions = {}): Promise<GraphqlWorld> {
  const world = await createGraphqlWorld(given);
  for (const data of restaurants) await world.create('restaurant', data);
  return world;
}

const groupsOf = (args: string, selection: string) =>
  `{ restaurantsAggregate${args === '' ? '' : `(${args})`} { groups { ${selection} } } }`;

for (const format of ['v4', 'v5'] as const)
  describe(`aggregates over GraphQL in ${format}`, () => {
    let world: GraphqlWorld;
    before(async () => {
      world = await worldOf();
    });

    const ask = (query: string, token = 'full', of = world) => of.ask(query, {}, token, format);
    const groups = async (args: string, selection: string, token?: string, of = world) => {
      const { body, text } = await ask(groupsOf(args, selection), token, of);
      expect(body.errors, text).to.equal(undefined);
      return body.data.restaurantsAggregate.groups as readonly unknown[];
    };
    const refusal = async (args: string, selection: string, token?: string, of = world) => {
      const { body } = await ask(groupsOf(args, selection), token, of);
      return body.errors?.[0]?.message;
    };

    it('compute what is selected', async () => {
      const query = `{ restaurantsAggregate(groupBy: ["Rating"], sort: ["sum.Price:desc"]) {
        groups { group { Rating } count sum { Price Big } avg { Price } min { Opened } latest: max { Opened Name } }
        total } }`;
      const { body } = await ask(query);
      expect(body.data.restaurantsAggregate).to.deep.equal({
        groups: [
          {
            group: { Rating: null },
            count: 1,
            sum: { Price: null, Big: null },
            avg: { Price: null },
            min: { Opened: null },
            latest: { Opened: null, Name: 'Nothing' },
          },
          {
            group: { Rating: 1 },
            count: 2,
            sum: { Price: 30.5, Big: '9223372036854775808' },
            avg: { Price: 15.25 },
            min: { Opened: '2026-11-02' },
            latest: { Opened: '2026-11-30', Name: 'Diner' },
          },
          {
            group: { Rating: 3 },
            count: 1,
            sum: { Price: 4.25, Big: null },
            avg: { Price: 4.25 },
            min: { Opened: '2026-12-31' },
            latest: { Opened: '2026-12-31', Name: 'Bistro' },
          },
        ],
        total: 3,
      });
      // graphql-js answers what has introspection.
      const checked = await ask(query.replace('{', '{ __typename __type(name: "Int") { name }'));
      expect(checked.body.data.restaurantsAggregate).to.deep.equal(body.data.restaurantsAggregate);
    });

    it('count without arguments, and join aliases and fragments', async () => {
      expect(await groups('', 'count')).to.deep.equal([{ count: 4 }]);
      const { body } = await ask(
        `{ restaurantsAggregate { groups { a: sum { Price } b: sum { x: Price Rating } ... on RestaurantAggregateGroup { avg { Rating } } __typename } } }`,
      );
      expect(body.data.restaurantsAggregate.groups).to.deep.equal([
        {
          a: { Price: 34.75 },
          b: { x: 34.75, Rating: 5 },
          avg: { Rating: 5 / 3 },
          __typename: 'RestaurantAggregateGroup',
        },
      ]);
    });

    it('group by parts of dates', async () => {
      const args = 'groupBy: ["Opened:month"], filters: { Opened: { notNull: true } }';
      expect(await groups(args, 'group { Opened } count')).to.deep.equal([
        { group: { Opened: '2026-11' }, count: 2 },
        { group: { Opened: '2026-12' }, count: 1 },
      ]);
    });

    it('keep groups by what is not selected too', async () => {
      const having = 'having: { or: [{ count: { gt: 1 } }, { not: { sum: { Price: { gte: 1 } } } }] }';
      expect(await groups(`groupBy: ["Rating"], ${having}`, 'group { Rating }')).to.deep.equal([
        { group: { Rating: 1 } },
      ]);
      const null2 = 'having: { avg: { Price: { null: true } }, count: null, max: null }';
      expect(await groups(`groupBy: ["Rating"], ${null2}`, 'group { Rating }')).to.deep.equal([
        { group: { Rating: null } },
      ]);
    });

    it('have pages, with the number of all groups', async () => {
      const query =
        '{ restaurantsAggregate(groupBy: ["Name"], pagination: { start: 1, limit: 2 }) { groups { group { Name } } total } }';
      expect((await ask(query)).body.data.restaurantsAggregate).to.deep.equal({
        groups: [{ group: { Name: 'Corner' } }, { group: { Name: 'Diner' } }],
        total: 4,
      });
    });

    it('equal those of REST', async () => {
      for (const [args, query, selection, names] of [
        [
          'groupBy: ["Rating", "Opened:year"]',
          'groupBy=Rating,Opened:year&sum=Price',
          'group { Rating Opened } sum { Price }',
          2,
        ],
        [
          'groupBy: ["Name"], sort: ["max.Opened", "count"]',
          'groupBy=Name&sort=max.Opened,count&max=Opened',
          'group { Name } max { Opened }',
          1,
        ],
        [
          'filters: { Rating: { lt: 2 } }',
          'filters[Rating][$lt]=2&count=*&avg=Price',
          'group { __typename } count avg { Price }',
          0,
        ],
      ] as const) {
        const path = `/api/restaurants/aggregate?${query}`;
        const { body } = await requestTo(world.app).get(path).set('Authorization', 'Bearer full');
        const found = await groups(args, selection);
        const shown = names === 0 ? found.map((each) => ({ ...(each as object), group: {} })) : found;
        expect(shown).to.deep.equal(body.data);
      }
    });

    it('need the grant to find, and show only what it covers', async () => {
      expect(await refusal('', 'count', '')).to.equal('Forbidden access');
      expect(await groups('groupBy: ["Name"]', 'group { Name }', 'limited')).to.have.length(4);
      expect(await groups('', 'sum { Rating }', 'limited')).to.deep.equal([{ sum: { Rating: 5 } }]);
      expect(await refusal('', 'sum { Price }', 'limited')).to.equal('Invalid key Price');
      expect(await refusal('having: { sum: { Price: { gt: 1 } } }', 'count', 'limited')).to.equal(
        'Invalid key Price',
      );
      expect(await refusal('sort: ["sum.Price"]', 'count', 'limited')).to.equal('Invalid key Price');
      expect(await refusal('groupBy: ["Price"]', 'count', 'limited')).to.equal('Invalid key Price');
    });

    it('refuse what is private, unknown, or not grouped by', async () => {
      for (const key of ['Hidden', 'nothing', 'Tags', 'owner', '', '__proto__'])
        expect(await refusal(`groupBy: ["${key}"]`, 'count'), key).to.equal(`Invalid key ${key}`);
      expect(await refusal('sort: ["max.Hidden"]', 'count')).to.equal('Invalid key Hidden');
      expect(await refusal('sort: ["Rating"]', 'count')).to.equal('Invalid key Rating');
      expect(await refusal('', 'max { Hidden }')).to.match(/^Cannot query field "Hidden"/);
      expect(await refusal('groupBy: ["Name"]', 'group { Rating }')).to.equal(
        'Groups have no Rating: name it in groupBy',
      );
      expect(await refusal('groupBy: ["Opened:age"]', 'count')).to.match(/^Invalid part age at Opened/);
      expect(world.errors).to.deep.equal([]);
    });

    it('leave out what code of the app hides or changes', async () => {
      const hidden = await worldOf({
        disable: (shadow) => shadow.disableField('api::restaurant.restaurant', 'Price', ['output']),
      });
      expect(await refusal('groupBy: ["Price"]', 'count', 'full', hidden)).to.equal('Invalid key Price');
      expect(await refusal('sort: ["max.Price"]', 'count', 'full', hidden)).to.equal('Invalid key Price');
      const changed = await worldOf({
        extensions: await restaurantExtensions({
          resolversConfig: { 'Restaurant.Name': { middlewares: [async () => '***'] } },
        }),
      });
      for (const [args, selection] of [
        ['groupBy: ["Name"]', 'count'],
        ['', 'max { Name }'],
        ['having: { min: { Name: { gt: "A" } } }', 'count'],
        ['sort: ["max.Name"]', 'count'],
      ] as const)
        expect(await refusal(args, selection, 'full', changed)).to.equal(
          'Code of the app gives the value of Name, so it cannot be aggregated',
        );
      expect(await groups('', 'count', 'full', changed)).to.deep.equal([{ count: 4 }]);
    });

    it('are not there where code of the app runs around the list', async () => {
      const router = factories.createCoreRouter('api::restaurant.restaurant', {
        config: { find: { policies: [() => true] } },
      });
      const list = format === 'v4' ? 'restaurants' : 'restaurants_connection';
      for (const given of [
        { routers: [router] },
        {
          options: { responseFormat: format },
          extensions: await restaurantExtensions({
            resolversConfig: { [`Query.${list}`]: { policies: [() => true] } },
          }),
        },
      ])
        expect(await refusal('', 'count', 'full', await worldOf(given))).to.match(
          /^Cannot query field "restaurantsAggregate"/,
        );
    });
  });
