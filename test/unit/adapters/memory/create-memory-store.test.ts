import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import type { Populate } from '../../../../src/domain/query/query.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { not, populate, where } from '../../../contract/questions.js';
import { createWorld, failureOf, queryOf } from '../../../contract/world.js';

const circles = (levels: number): Populate =>
  populate({ name: 'restaurants', populate: populate({ name: 'categories', ...below(levels - 1) }) });

const below = (levels: number): { populate?: Populate } =>
  levels === 0 ? {} : { populate: circles(levels) };

/** Creates ten categories, and ten restaurants in all of them. */
async function openTangled() {
  const schema = fixtureSchema();
  const store = createMemoryStore({ schema });
  const world = createWorld(store, schema);
  const categories = await world.createNamed('category', ...'abcdefghij'.split(''));
  for (const name of 'klmnopqrst') await world.create('restaurant', { name, categories });
  return { store, world };
}

describe('the memory store', () => {
  it('refuses a circular populate while its answer grows', async () => {
    const { store, world } = await openTangled();
    // The complete answer would have 10^11 documents.
    const query = queryOf('category', { populate: circles(5) });
    expect(failureOf(await world.documents.find(systemPrincipal, query)).code).to.equal('PLAN.TOO_LARGE');
    await store.close();
  });

  it('evaluates a circular filter without following every path', async () => {
    const { store, world } = await openTangled();
    const path = (name: string): string => `${'restaurants.categories.'.repeat(6)}${name}`;
    expect(await world.names('category', { filters: where(path('name'), '$eq', 'none') })).to.deep.equal([]);
    const found = { filters: not(where(path('name'), '$eq', 'none')), range: { offset: 0, limit: 1 } };
    expect(await world.names('category', found)).to.deep.equal(['a']);
    await store.close();
  });
});
