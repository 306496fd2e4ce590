import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../../src/application/ports/store.js';
import { failure } from '../../../src/domain/failure.js';
import { err } from '../../../src/domain/result.js';
import { createWorld, valueOf, type World } from '../../contract/world.js';
import { openTotalsWorld, totalOf, verifyTotals, type TotalsWorld } from './totals-world.js';

const writers = 16;
const stepsOfWriter = 40;
const locales = ['en', 'fr', 'de'];

/** One step of a writer on documents of its own and of others. What is refused, or lost with its connection, changes nothing. */
async function step(world: World, made: string[]): Promise<void> {
  const documentId = made[randomInt(made.length + 1)] ?? '';
  const there = world.in(locales[randomInt(locales.length)] ?? 'en');
  const steps = [
    async () => made.push(await there.create('article', { name: 'a' })),
    async () => made.push(await there.createDraft('article', { name: 'b' })),
    async () => made.push(await world.create('article', { name: 'c' })),
    () => there.publish('article', documentId),
    () => there.unpublish('article', documentId),
    () => there.update('article', documentId, { name: 'd' }),
    () => there.drafts.update('article', documentId, { name: 'e' }),
    () => there.delete('article', documentId),
    () => world.in('*').delete('article', documentId),
    () =>
      world.store.units.run(async () => {
        await there.create('article', { name: 'f' });
        return err(failure('INPUT.INVALID', 'taken back'));
      }),
  ];
  await steps[randomInt(steps.length)]?.();
}

describe('totals under sixteen writers', function () {
  this.timeout(240_000);
  let opened: TotalsWorld;
  let stores: readonly Store[];
  before(async () => {
    opened = await openTotalsWorld({ poolSize: 16 });
    stores = [opened.scratch.store, await opened.scratch.openAnother({ totalsFrom: 0, poolSize: 16 })];
  });
  after(() => opened.scratch.close());

  it('are what a count says in every snapshot, while connections die, sums are folded and the first count runs', async () => {
    const { scratch, world } = opened;
    const made: string[] = [];
    for (let n = 0; n < 30; n++) made.push(await world.create('article', { name: 'before' }));
    let isOver = false;
    const until = async (work: () => Promise<unknown>): Promise<number> => {
      let done = 0;
      while (!isOver) {
        // Its connection may be one of those that die.
        await work().then(
          () => done++,
          () => {},
        );
        await pause(5);
      }
      return done;
    };
    const write = async (world: World): Promise<void> => {
      for (let n = 0; n < stepsOfWriter; n++) await step(world, made).catch(() => {});
    };
    const found: object[] = [];
    const beside = [
      ...stores.map((store) => until(async () => valueOf(await store.totals.prepare()))),
      ...stores.map((store) => until(async () => valueOf(await store.totals.fold()))),
      until(async () => found.push(...(await verifyTotals(opened.scratch.store)).differences)),
      until(async () => {
        await pause(100);
        await scratch.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'quire' ORDER BY random() LIMIT 2`);
      }),
    ];
    const worlds = Array.from({ length: writers }, (_, n) =>
      createWorld(stores[n % stores.length] ?? opened.scratch.store, world.schema),
    );
    await Promise.all(worlds.map(write));
    isOver = true;
    const done = await Promise.all(beside);
    expect(Math.min(...done)).to.be.greaterThan(0);
    expect(found).to.deep.equal([]);
    for (const store of stores) valueOf(await store.totals.prepare());
    const { types, differences } = await verifyTotals(scratch.store);
    expect([types.length > 0, differences]).to.deep.equal([true, []]);
    for (const layer of ['draft', 'published'] as const)
      for (const locale of locales)
        expect(await totalOf(world, 'article', { layer, locale })).to.equal(
          await opened.rows('articles', `status = '${layer}' AND locale = '${locale}'`),
        );
  });
});
