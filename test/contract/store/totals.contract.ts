import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err, ok } from '../../../src/domain/result.js';
import { failure } from '../../../src/domain/failure.js';
import type { TypeName } from '../schema-files.js';
import { queryOf, valueOf, type World } from '../world.js';
import { atOnce } from './at-once.js';
import type { Cases } from './case.js';

/** The total of a list without a filter, for which a store may use a number that it keeps. */
async function totalOf({ documents }: World, type: TypeName, layer: 'draft' | 'published'): Promise<unknown> {
  const query = queryOf(type, { layer, range: { offset: 0, limit: 1 }, count: true });
  return valueOf(await documents.find(systemPrincipal, query)).answer.total;
}

/** Expects the same totals with the differences of the last writes apart and added up, and nothing to repair. */
async function expectTotals(world: World, type: TypeName, draft: number, published: number): Promise<void> {
  const { totals } = world.store;
  const read = () => Promise.all([totalOf(world, type, 'draft'), totalOf(world, type, 'published')]);
  expect(await read()).to.deep.equal([draft, published]);
  valueOf(await totals.fold());
  expect(await read()).to.deep.equal([draft, published]);
  expect(valueOf(await totals.verify(false)).differences).to.deep.equal([]);
}

export const totalsCases = {
  'totals are exact after writes of every kind, whether they are kept or not': async (world) => {
    valueOf(await world.store.totals.prepare());
    const ids = await atOnce(6, (index) => world.createDraft('restaurant', { name: `r${index}` }));
    await expectTotals(world, 'restaurant', 6, 0);
    for (const id of ids.slice(0, 3)) await world.publish('restaurant', id);
    await world.create('restaurant', { name: 'both' });
    await expectTotals(world, 'restaurant', 7, 4);
    await world.unpublish('restaurant', ids[0] ?? '');
    await Promise.all(ids.slice(1).map((id) => world.delete('restaurant', id)));
    await expectTotals(world, 'restaurant', 2, 1);
  },
  'a unit that is taken back changes no total': async (world) => {
    valueOf(await world.store.totals.prepare());
    await world.createNamed('restaurant', 'kept');
    await world.store.units.run(async () => {
      await world.createNamed('restaurant', 'gone', 'too');
      return err(failure('INPUT.INVALID', 'no'));
    });
    await expectTotals(world, 'restaurant', 1, 1);
    valueOf(await world.store.units.run(async () => ok(await world.createNamed('restaurant', 'a', 'b'))));
    await expectTotals(world, 'restaurant', 3, 3);
  },
  'types with kept totals are counted, and repairing right totals changes none': async (world) => {
    const { totals } = world.store;
    await world.createNamed('dish', 'a', 'b');
    const kept = valueOf(await totals.prepare());
    const { types, differences } = valueOf(await totals.verify(true));
    expect(types).to.have.length(kept);
    expect(differences).to.deep.equal([]);
    expect(await totalOf(world, 'dish', 'published')).to.equal(2);
  },
} satisfies Cases;
