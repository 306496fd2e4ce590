import { expect } from 'chai';
import { createMongoStore } from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import { valueOf } from '../../contract/world.js';
import { createGraphqlWorld, type GraphqlWorld } from '../../graphql/graphql-world.js';
import { fixtureSchema } from '../../http/fixture.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../../mongo.js';
import { openMongoProxy, type MongoProxy } from './mongo-proxy.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

describe('the round trips of GraphQL to MongoDB', function () {
  this.timeout(60_000);
  let database: TestMongo;
  let proxy: MongoProxy;
  let store: Store;
  let world: GraphqlWorld;

  before(async function () {
    await skipWithoutMongo(this);
    database = await openTestMongo();
    proxy = await openMongoProxy(database.url);
    store = valueOf(await createMongoStore({ url: proxy.url, schema: fixtureSchema(), log: silent }));
    valueOf(await store.schema.apply());
    world = await createGraphqlWorld({ store: store.documents });
    const dishes: string[] = [];
    for (const Name of ['Soup', 'Cake', 'Tea']) dishes.push(await world.create('dish', { Name }));
    const category = await world.create('category', { Name: 'Pizza' });
    for (let n = 0; n < 12; n += 1)
      await world.create('restaurant', {
        Name: `Place ${n}`,
        dishes: dishes.slice(n),
        categories: [category],
      });
  });
  after(async () => {
    await store?.close();
    await proxy?.close();
    await database?.close();
    expect(world?.errors ?? []).to.deep.equal([]);
  });

  /** What ends a snapshot is waited for by nobody. */
  async function sent(query: string): Promise<string> {
    proxy.commands.splice(0);
    const { body } = await world.ask(query);
    expect(body.errors).to.equal(undefined);
    const names = proxy.commands.map((command) => Object.keys(command)[0] ?? '');
    return names
      .filter((name) => name !== 'abortTransaction')
      .sort()
      .join(' ');
  }

  const nested = (limit: number) => `{ restaurants(sort: "Name", pagination: { limit: ${limit} }) {
    data { attributes { Name seo { metaTitle }
      dishes(sort: "Name") { data { attributes { Name } } }
      categories { data { attributes { Name } } } } } meta { pagination { total } } } }`;

  it('are two for each relation, however many documents there are, and one for the total', async () => {
    const ofFew = await sent(nested(1));
    expect(ofFew).to.equal('aggregate find find find find find');
    expect(await sent(nested(12))).to.equal(ofFew);
  });

  it('are those of each of several root fields', async () => {
    expect(await sent('{ restaurants { data { id } } a: dishes { data { id } } __typename }')).to.equal(
      'find find',
    );
  });
});
