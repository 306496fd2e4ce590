import { expect } from 'chai';
import type { Freshness, Mark } from '../../../src/application/ports/freshness.js';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { footprintOf } from '../../../src/domain/plan/footprint.js';
import { err, ok } from '../../../src/domain/result.js';
import { populate } from '../questions.js';
import type { TypeName } from '../schema-files.js';
import { queryOf, valueOf, type Asked, type World } from '../world.js';
import type { Cases } from './case.js';
import { until } from './until.js';

/** Runs a case, if the store can say whether an answer is still right, once it notes all writes. */
const whenWatched =
  (work: (freshness: Freshness, world: World) => Promise<void>) =>
  async (world: World): Promise<void> => {
    const { freshness } = world.store;
    if (freshness === null) return;
    // A table that is in use is watched later.
    await until(
      'The notes of all writes',
      async () => valueOf(await freshness.watch()),
      () => false,
    );
    await work(freshness, world);
  };

async function marked(freshness: Freshness, world: World, type: TypeName, asked: Asked = {}): Promise<Mark> {
  const { plan } = valueOf(await world.documents.find(systemPrincipal, queryOf(type, asked)));
  return valueOf(await freshness.mark(footprintOf(plan))) ?? expect.fail('there is no mark');
}

/** Whether the answers since the mark are said to be right still. */
const isFresh = async (freshness: Freshness, mark: Mark): Promise<boolean> =>
  valueOf(await freshness.renew(mark)) === mark;

export const freshnessCases = {
  'a mark stays while nothing is written, and ends with the next write to what it covers': whenWatched(
    async (freshness, world) => {
      const id = await world.create('dish', { name: 'a' });
      const writes: readonly (() => Promise<unknown>)[] = [
        () => world.create('dish', { name: 'b' }),
        () => world.update('dish', id, { name: 'c' }),
        () => world.delete('dish', id),
      ];
      for (const write of writes) {
        const mark = await marked(freshness, world, 'dish');
        expect(await isFresh(freshness, mark)).to.equal(true);
        await write();
        expect(await isFresh(freshness, mark)).to.equal(false);
      }
    },
  ),
  'a renewed mark is one of its moment': whenWatched(async (freshness, world) => {
    const mark = await marked(freshness, world, 'dish');
    await world.create('dish', { name: 'a' });
    const renewed = valueOf(await freshness.renew(mark)) ?? expect.fail('there is no mark');
    expect(renewed.footprint).to.equal(mark.footprint);
    expect(await isFresh(freshness, renewed)).to.equal(true);
    await world.create('dish', { name: 'b' });
    expect(await isFresh(freshness, renewed)).to.equal(false);
    expect(await isFresh(freshness, mark)).to.equal(false);
  }),
  'a mark ends with a write to what is populated, and with one that links': whenWatched(
    async (freshness, world) => {
      const dish = await world.create('dish', { name: 'd' });
      const restaurant = await world.create('restaurant', { name: 'r' });
      const asked = { populate: populate('dishes') };
      const first = await marked(freshness, world, 'restaurant', asked);
      await world.update('dish', dish, { name: 'e' });
      expect(await isFresh(freshness, first)).to.equal(false);
      const second = await marked(freshness, world, 'restaurant', asked);
      await world.update('restaurant', restaurant, { dishes: [dish] });
      expect(await isFresh(freshness, second)).to.equal(false);
    },
  ),
  'a unit of work ends a mark when it is committed, however early it began': whenWatched(
    async (freshness, world) => {
      let mark: Mark | undefined;
      const outside = await marked(freshness, world, 'dish');
      await world.store.units.run(async () => {
        await world.create('dish', { name: 'gone' });
        return err(failure('INPUT.INVALID', 'no'));
      });
      const kept = await marked(freshness, world, 'dish');
      expect(await isFresh(freshness, kept)).to.equal(true);
      valueOf(
        await world.store.units.run(async () => {
          await world.create('dish', { name: 'a' });
          mark = valueOf(await freshness.mark(outside.footprint)) ?? undefined;
          return ok(null);
        }),
      );
      if (mark !== undefined) expect(await isFresh(freshness, mark)).to.equal(false);
      expect(await isFresh(freshness, kept)).to.equal(false);
    },
  ),
  'removing notes that are not needed ends no watch': whenWatched(async (freshness, world) => {
    const mark = await marked(freshness, world, 'dish');
    await world.create('dish', { name: 'a' });
    valueOf(await freshness.fold());
    valueOf(await freshness.unwatch());
    expect(await isFresh(freshness, mark)).to.equal(false);
    const later = await marked(freshness, world, 'dish');
    valueOf(await freshness.fold());
    await world.create('dish', { name: 'b' });
    expect(await isFresh(freshness, later)).to.equal(false);
  }),
} satisfies Cases;
