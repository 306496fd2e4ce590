import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../../src/application/ports/store.js';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Layer } from '../../../src/domain/query/query.js';
import { err } from '../../../src/domain/result.js';
import { uidOf } from '../../contract/schema-files.js';
import { createWorld, queryOf, valueOf, type World } from '../../contract/world.js';
import { totalOf, verifyTotals } from './totals.js';

const writers = 16;
const locales = ['en', 'fr', 'de'];
const layers = ['draft', 'published'] as const;

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

/** A list of all versions of a layer and locale, whose total has to be its size: both are of one snapshot. */
async function misfit(world: World): Promise<object[]> {
  const place = {
    layer: layers[randomInt(layers.length)] ?? 'draft',
    locale: locales[randomInt(locales.length)] ?? 'en',
  };
  const query = queryOf('article', { range: { offset: 0, limit: 5_000 }, count: true, ...place });
  const { size, total } = valueOf(await world.documents.find(systemPrincipal, query)).answer;
  return size === total ? [] : [{ ...place, size, total }];
}

interface Storm {
  readonly stores: readonly Store[];
  readonly world: World;
  /** The steps of all writers after the totals of the type are kept. */
  readonly stepsWhileKept: number;
  /** Does harm now and then, such as to connections. */
  disturb(): Promise<unknown>;
  /** Counts versions past the store. */
  count(layer: Layer, locale: string): Promise<number>;
}

/**
 * Writes with sixteen writers on several stores while totals are prepared, folded and read, and expects each total to be
 * what its snapshot has.
 */
export async function expectExactTotals({
  stores,
  world,
  stepsWhileKept,
  disturb,
  count,
}: Storm): Promise<void> {
  const [store = world.store] = stores;
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
  const found: object[] = [];
  let left = stepsWhileKept;
  let isKept = false;
  /** The stores that read the kept total; before, some stores count beside the page. */
  const keeping = new Set<Store>();
  const prepare = async (each: Store): Promise<void> => {
    const wasKept = isKept;
    valueOf(await each.totals.prepare());
    if (wasKept) keeping.add(each);
  };
  const watch = async (): Promise<void> => {
    const { types, differences } = await verifyTotals(store);
    found.push(...differences);
    isKept = types.includes(uidOf('article'));
    if (keeping.size < stores.length) left = stepsWhileKept;
    if (left < 0) storm.isOver = true;
  };
  const worlds = Array.from({ length: writers }, (_, n) =>
    createWorld(stores[n % stores.length] ?? store, world.schema),
  );
  await Promise.all([
    ...worlds.map((each) => until(() => step(each, made).finally(() => left--))),
    ...stores.map((each) => until(() => prepare(each))),
    ...stores.map((each) => until(async () => valueOf(await each.totals.fold()))),
    ...worlds.slice(0, stores.length).map((each) =>
      until(async () => {
        if (keeping.has(each.store)) found.push(...(await misfit(each)));
      }),
    ),
    until(watch),
    until(async () => {
      await pause(200);
      await disturb();
    }),
  ]);
  expect(found).to.deep.equal([]);
  for (const each of stores) valueOf(await each.totals.prepare());
  const { types, differences } = await verifyTotals(store);
  expect(types).to.include(uidOf('article'));
  expect(differences).to.deep.equal([]);
  for (const layer of layers)
    for (const locale of locales)
      expect(await totalOf(world, 'article', { layer, locale })).to.equal(await count(layer, locale));
}
