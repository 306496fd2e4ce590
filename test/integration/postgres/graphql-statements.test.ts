import { expect } from 'chai';
import { Client, type QueryResult } from 'pg';
import type { Store } from '../../../src/application/ports/store.js';
import { postgresStores } from '../../contract/postgres-stores.js';
import { fixtureSchema } from '../../http/fixture.js';
import { createGraphqlWorld, type GraphqlWorld } from '../../graphql/graphql-world.js';

describe('GraphQL on PostgreSQL', function () {
  this.timeout(120_000);
  const stores = postgresStores();
  const query = Client.prototype.query;
  let statements = 0;
  let explainLast: () => Promise<QueryResult<{ 'QUERY PLAN': string }>>;
  let store: Store;
  let world: GraphqlWorld;

  before(async () => {
    store = await stores.open(fixtureSchema());
    world = await createGraphqlWorld({ store: store.documents });
    const dishes = [];
    for (const Name of ['Soup', 'Cake']) dishes.push(await world.create('dish', { Name }));
    const category = await world.create('category', { Name: 'Pizza' });
    for (const Name of ['A', 'B', 'C'])
      await world.create('restaurant', { Name, dishes, categories: [category], seo: { metaTitle: Name } });
    Client.prototype.query = function counted(this: Client, ...args: unknown[]) {
      statements += 1;
      const [{ text, values }] = args as [{ text: string; values: unknown[] }];
      const explain = { text: `EXPLAIN (ANALYZE) ${text}`, values };
      explainLast = () => Reflect.apply(query, this, [explain]) as ReturnType<typeof explainLast>;
      return Reflect.apply(query, this, args) as unknown;
    } as typeof query;
  });

  after(async () => {
    Client.prototype.query = query;
    await stores.close(store);
    expect(world.errors).to.deep.equal([]);
  });

  const counted = async (text: string): Promise<number> => {
    statements = 0;
    const { body } = await world.ask(text);
    expect(body.errors).to.equal(undefined);
    return statements;
  };

  it('runs one statement for a root field, whatever is selected below it', async () => {
    expect(
      await counted(`{ restaurants(filters: { dishes: { Name: { contains: "a" } } }, sort: ["owner.Name", "Name"]) {
        data { attributes { Name seo { metaTitle author { data { id } } }
          dishes(sort: "Name") { data { attributes { Name restaurant { data { attributes { Name } } } } } }
          x: dishes(pagination: { limit: 1 }) { data { id } }
          categories { data { attributes { restaurants { data { attributes { Name } } } } } } } }
        meta { pagination { total } } } }`),
    ).to.equal(1);
    expect(
      await counted('{ restaurant(id: 1) { data { attributes { categories { data { id } } } } } }'),
    ).to.equal(1);
  });

  it('reads no row of a relation of which nothing is selected', async () => {
    const text = `query ($isShown: Boolean!) { restaurants(pagination: { limit: 1 }) { data { attributes {
      dishes { __typename data @include(if: $isShown) { id } }
      owner { __typename data @include(if: $isShown) { id } } } } } }`;
    const readTables = async (isShown: boolean): Promise<string[]> => {
      const { body } = await world.ask(text, { isShown });
      expect(body.errors).to.equal(undefined);
      const { rows } = await explainLast();
      return rows.flatMap((row) => / Scan .*on (\w+) \w/.exec(row['QUERY PLAN'])?.[1] ?? []);
    };
    expect(await readTables(true)).to.include('dishes');
    expect(await readTables(false)).to.deep.equal(['restaurants']);
  });

  it('runs one statement for each of several root fields', async () => {
    const text =
      '{ restaurants { data { id } } a: restaurants { data { id } } dishes { data { id } } __typename }';
    // Connections are made, and set, for what runs at once.
    await counted(text);
    expect(await counted(text)).to.equal(3);
  });

  it('answers with members under any alias, also one that a statement gives its rows', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `x${index}`);
    const aliases = names.map((name) => `${name}: Name`).join(' ');
    const { body } = await world.ask(
      `{ restaurants(sort: "Name", pagination: { limit: 1 }) { data { id attributes { ${aliases}
        seo { id ${names.map((name) => `${name}: metaTitle`).join(' ')} }
        categories { data { id attributes { ${aliases} } } } } } } }`,
    );
    expect(body.errors).to.equal(undefined);
    const named = (name: string) => Object.fromEntries(names.map((alias) => [alias, name]));
    const text = JSON.stringify(body.data).replace(/"id":"[^"]*",?/g, '');
    expect(JSON.parse(text)).to.deep.equal({
      restaurants: {
        data: [
          {
            attributes: {
              ...named('A'),
              seo: named('A'),
              categories: { data: [{ attributes: named('Pizza') }] },
            },
          },
        ],
      },
    });
  });
});
