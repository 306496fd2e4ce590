import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../../src/application/ports/store.js';
import { failure } from '../../../src/domain/failure.js';
import { err } from '../../../src/domain/result.js';
import { uidOf } from '../../contract/schema-files.js';
import { createWorld, valueOf, type World } from '../../contract/world.js';
import { openTotalsWorld, totalOf, verifyTotals, type TotalsWorld } from './totals-world.js';

const writers = 16;
/** The steps of all writers after the totals of the type are kept. */
const stepsWhileKept = 600;
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
    const storm = { isOver: false };
    const until = async (work: () => Promise<unknown>): Promise<void> => {
      while (!storm.isOver) {
        // Its connection may be one of those that die.
        await work().catch(() => {});
        await pause(5);
      }
    };
    const keeps = async (): Promise<boolean> => {
      const { types, differences } = await verifyTotals(scratch.store);
      found.push(...differences);
      return types.includes(uidOf('article'));
    };
    const found: object[] = [];
    let left = stepsWhileKept;
    const worlds = Array.from({ length: writers }, (_, n) =>
      createWorld(stores[n % stores.length] ?? scratch.store, world.schema),
    );
    const beside = [
      ...worlds.map((each) => until(() => step(each, made).finally(() => left--))),
      ...stores.map((store) => until(async () => valueOf(await store.totals.prepare()))),
      ...stores.map((store) => until(async () => valueOf(await store.totals.fold()))),
      until(async () => {
        if (!(await keeps())) left = stepsWhileKept;
        if (left < 0) storm.isOver = true;
      }),
      until(async () => {
        await pause(200);
        await scratch.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'quire' ORDER BY random() LIMIT 1`);
      }),
    ];
    await Promise.all(beside);
    expect(found).to.deep.equal([]);
    for (const store of stores) valueOf(await store.totals.prepare());
    const { types, differences } = await verifyTotals(scratch.store);
    expect(types).to.include(uidOf('article'));
    expect(differences).to.deep.equal([]);
    for (const layer of ['draft', 'published'] as const)
      for (const locale of locales)
        expect(await totalOf(world, 'article', { layer, locale })).to.equal(
          await opened.rows('articles', `status = '${layer}' AND locale = '${locale}'`),
        );
  });
});
