import { expect } from 'chai';
import { defaultBudget } from '../../src/application/documents/limits.js';
import { statisticsOf } from '../http/statistics-of.js';
import { createGraphqlWorld, type GraphqlAnswer, type GraphqlWorld } from './graphql-world.js';

const refusal = ({ body }: GraphqlAnswer) => {
  const [error] = body.errors ?? [];
  return [error?.extensions.error?.name, error?.extensions.error?.details?.at];
};

/** Every search reads each of 20,000 restaurants with ten neighbours. */
const search = (alias: string): string =>
  `${alias}: restaurants(filters: { neighbours: { Name: { notContainsi: "q" } } }) { data { id } }`;

const operation = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, index) => search(`a${index}`)).join(' ')} }`;

describe('GraphQL operations that are too expensive', () => {
  let world: GraphqlWorld;

  before(async () => {
    world = await createGraphqlWorld({
      statistics: statisticsOf(20_000, 10),
      options: { costLimit: 10_000, depthLimit: 40 },
    });
    await world.create('restaurant', { Name: 'Sea' });
  });

  it('are refused as in REST, also with filters in variables', async () => {
    const query = 'query ($f: RestaurantFiltersInput) { restaurants(filters: $f) { data { id } } }';
    const f = { and: Array.from({ length: 300 }, () => ({ neighbours: { Name: { notContainsi: 'q' } } })) };
    expect(refusal(await world.ask(query, { f }))).to.deep.equal(['ValidationError', 'filters[neighbours]']);
    const few = { and: f.and.slice(0, 2) };
    expect((await world.ask(query, { f: few })).body.errors).to.equal(undefined);
  });

  it('are refused if they search many long texts', async () => {
    const query = 'query ($f: RestaurantFiltersInput) { restaurants(filters: $f) { data { id } } }';
    const searches = (count: number) => ({
      f: { and: Array.from({ length: count }, () => ({ Description: { notContainsi: 'q' } })) },
    });
    expect(refusal(await world.ask(query, searches(12)))).to.deep.equal(['ValidationError', 'filters']);
    expect((await world.ask(query, searches(2))).body.errors).to.equal(undefined);
  });

  it('are refused for the relations that they populate', async () => {
    const nested = (levels: number): string =>
      levels === 0 ? 'Name' : `neighbours { data { attributes { ${nested(levels - 1)} } } }`;
    const query = (levels: number) => `{ restaurants { data { attributes { ${nested(levels)} } } } }`;
    const places = ['ValidationError', 'populate=neighbours.neighbours.neighbours.neighbours.neighbours'];
    expect(refusal(await world.ask(query(5)))).to.deep.equal(places);
    expect((await world.ask(query(2))).body.errors).to.equal(undefined);
  });

  it('have one budget for all root fields and aliases', async () => {
    expect((await world.ask(operation(2))).body.errors).to.equal(undefined);
    const refused = await world.ask(operation(20));
    expect(refused.body.errors?.[0]?.extensions.error.details).to.include({ allowed: defaultBudget.cost });
    expect(refused.body.data?.a0.data).to.deep.equal([]);
  });

  it('have a separate budget for each request', async () => {
    for (let round = 0; round < 3; round++)
      expect((await world.ask(operation(2))).body.errors, `round ${round}`).to.equal(undefined);
  });

  it('have one budget for the answers of their mutations', async () => {
    const mutation = (count: number) =>
      `mutation { ${Array.from({ length: count }, (_, index) => `a${index}: createRestaurant(data: { Name: "New" }) { data { attributes { neighbours { data { attributes { neighbours { data { attributes { neighbours { data { attributes { neighbours { data { id } } } } } } } } } } } } } }`).join(' ')} }`;
    expect((await world.ask(mutation(1))).body.errors).to.equal(undefined);
    const { body } = await world.ask(mutation(40));
    expect(body.errors?.length).to.be.greaterThan(0);
  });
});
