import { expect } from 'chai';
import { createGraphqlWorld, type GraphqlWorld } from '../../graphql/graphql-world.js';
import { fixtureSchema } from '../../http/fixture.js';
import { useProxiedStore } from './proxied-store.js';

describe('the round trips of GraphQL to MongoDB', () => {
  const proxied = useProxiedStore(fixtureSchema());
  let world: GraphqlWorld;

  before(async () => {
    world = await createGraphqlWorld({ store: proxied.store().documents });
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
  after(() => expect(world?.errors ?? []).to.deep.equal([]));

  const sent = (query: string): Promise<string> =>
    proxied
      .sent(async () => expect((await world.ask(query)).body.errors).to.equal(undefined))
      // Which indexes there are is read once, beside the first questions.
      .then((commands) => commands.replace(/ ?listIndexes/g, '').trimStart());

  const nested = (limit: number) => `{ restaurants(sort: "Name", pagination: { limit: ${limit} }) {
    data { attributes { Name seo { metaTitle }
      dishes(sort: "Name") { data { attributes { Name } } }
      categories { data { attributes { Name } } } } } meta { pagination { total } } } }`;

  it('are one for a page with everything that is selected in it, and one for the total', async () => {
    expect(await sent(nested(1))).to.equal('aggregate aggregate');
    expect(await sent(nested(12))).to.equal('aggregate aggregate');
  });

  it('are separate for each root field', async () => {
    expect(await sent('{ restaurants { data { id } } a: dishes { data { id } } __typename }')).to.equal(
      'find find',
    );
  });
});
