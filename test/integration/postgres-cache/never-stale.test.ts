import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Document } from '../../../src/application/ports/document-store.js';
import type { Freshness } from '../../../src/application/ports/freshness.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { ok } from '../../../src/domain/result.js';
import { asc, populate, where } from '../../contract/questions.js';
import { uidOf } from '../../contract/schema-files.js';
import { idOf, queryOf, textOf, valueOf, type World } from '../../contract/world.js';
import {
  cacheOn,
  freshnessOf,
  openCachedWorld,
  openTransaction,
  type CachedServer,
  type CachedWorld,
} from './cached-world.js';

const writers = 4;
const readersOfEach = 3;
const readsOfAll = 900;

/** Numbers that only grow, by name: what a read has found, or what it must find at least. */
type Numbers = Map<string, number>;

const starsOf = (layer: string, articles: readonly Document[]): Numbers =>
  new Map(articles.map(({ documentId, stars }) => [`${layer} ${textOf(documentId)}`, Number(stars)]));

/** The questions of the readers, each with its answer as numbers. */
const questions: readonly ((world: World) => Promise<Numbers>)[] = [
  async (world) =>
    starsOf('published', await world.find('article', { sort: [asc('documentId')], count: true })),
  async (world) => starsOf('draft', await world.drafts.find('article', { sort: [asc('stars')] })),
  async (world) =>
    starsOf(
      'published',
      await world.find('article', { filters: where('stars', '$gte', 0), populate: populate('events') }),
    ),
  async (world) => {
    const linked = populate({ name: 'articles', fields: ['documentId', 'stars'] });
    const events = await world.find('event', { fields: ['name'], populate: linked });
    return starsOf(
      'published',
      events.flatMap((event) => event['articles'] as readonly Document[]),
    );
  },
  async (world) => {
    const { groups } = valueOf(
      await world.documents.aggregate(systemPrincipal, {
        type: uidOf('article'),
        layer: 'published',
        showsCount: false,
        values: [{ function: 'sum', attribute: 'stars' }],
        groupBy: [],
        range: { offset: 0, limit: null },
      }),
    );
    return new Map([['sum', Number(groups[0]?.sum?.['stars'] ?? 0)]]);
  },
  async (world) => {
    const query = queryOf('dish', { range: { offset: 0, limit: 1 }, count: true });
    const { answer } = valueOf(await world.documents.find(systemPrincipal, query));
    return new Map([['dishes', answer.total ?? 0]]);
  },
];

/** Counts the stars of one article up, and notes what was acknowledged. */
function countUp(opened: CachedWorld, documentId: string, known: Numbers): () => Promise<void> {
  let stars = 0;
  const acknowledge = (...layers: readonly string[]): void => {
    for (const layer of layers) known.set(`${layer} ${documentId}`, stars);
    if (layers.includes('published')) known.set('sum', (known.get('sum') ?? 0) + 1);
  };
  const publish = async ({ world }: CachedServer, pauseMs: number): Promise<void> => {
    await world.drafts.update('article', documentId, { stars });
    await pause(pauseMs);
    await world.publish('article', documentId);
  };
  return async () => {
    stars += 1;
    const server = [opened.here, opened.there][randomInt(2)] ?? opened.here;
    const pauseMs = randomInt(40);
    switch (randomInt(3)) {
      case 0:
        await publish(server, 0);
        break;
      case 1:
        valueOf(await server.world.store.units.run(async () => ok(await publish(server, pauseMs))));
        break;
      default: {
        const text = `UPDATE articles SET stars = ${stars} WHERE document_id = '${documentId}'`;
        const { commit } = await openTransaction(opened.scratch.url, text);
        await pause(pauseMs);
        await commit();
      }
    }
    acknowledge('draft', 'published');
  };
}

/** Runs writers and readers at once, until `enough`. Returns the stale answers that the readers got. */
async function storm(
  opened: CachedWorld,
  servers: readonly CachedServer[],
  enough: (reads: number) => boolean,
): Promise<string[]> {
  const { plain, freshness } = opened;
  const known: Numbers = new Map([['sum', 0]]);
  const ids = await plain.createNamed('article', ...Array.from({ length: writers }, (_, n) => `a${n}`));
  for (const id of ids) await plain.update('article', id, { stars: 0 });
  const all = await plain.find('article', { fields: ['documentId'] });
  for (const documentId of all.map(idOf))
    if (!ids.includes(documentId)) await plain.delete('article', documentId);
  await plain.publish('event', await plain.create('event', { name: 'e', articles: ids }));
  let reads = 0;
  const stale: string[] = [];
  const until = async (work: () => Promise<unknown>): Promise<void> => {
    while (!enough(reads)) await work();
  };
  const ask = async ({ world }: CachedServer): Promise<void> => {
    reads += 1;
    // Answers from memory alone would leave the writers no turn.
    await nextTurn();
    const [place, before] = [randomInt(questions.length), new Map(known)];
    const found = await questions[place]?.(world);
    for (const [name, number] of found ?? [])
      if (number < (before.get(name) ?? 0))
        stale.push(`question ${place}: ${name} ${number} < ${before.get(name)}`);
  };
  const { total } = valueOf(
    await plain.documents.find(systemPrincipal, queryOf('dish', { count: true })),
  ).answer;
  known.set('dishes', total ?? 0);
  await Promise.all([
    ...ids.map((id) => until(countUp(opened, id, known))),
    until(async () => {
      await opened.there.world.create('dish', { name: 'd' });
      known.set('dishes', (known.get('dishes') ?? 0) + 1);
      await pause(20);
    }),
    until(async () => {
      valueOf(await freshness.fold());
      await pause(5);
    }),
    ...servers.flatMap((server) => Array.from({ length: readersOfEach }, () => until(() => ask(server)))),
  ]);
  return stale;
}

/** What somebody might write who does not ask the database. */
const broken = (freshness: Freshness): Freshness => ({ ...freshness, renew: async (mark) => ok(mark) });

describe('answers of two servers with caches, under writers and late commits', function () {
  this.timeout(120_000);
  let opened: CachedWorld;
  before(async () => {
    opened = await openCachedWorld();
  });
  after(() => opened.scratch.close());

  it('are never stale', async () => {
    const servers = [opened.here, opened.there];
    // Without hits, nothing could be stale.
    const hits = (): number =>
      servers.flatMap(({ outcomes }) => outcomes.filter((outcome) => outcome === 'hit')).length;
    const enough = (reads: number): boolean => reads >= readsOfAll && hits() > 20;
    expect(await storm(opened, servers, enough)).to.deep.equal([]);
    for (const question of questions)
      for (const { world } of servers)
        expect(await question(world)).to.deep.equal(await question(opened.plain));
  });

  it('are stale where the check is broken, so the test above would find them', async () => {
    const { scratch, schema, there } = opened;
    const { world, outcomes } = cacheOn(scratch.store, schema, broken(freshnessOf(scratch.store)));
    const [id = ''] = await there.world.createNamed('article', 'kept');
    await there.world.update('article', id, { stars: 1 });
    const starsFound = async (): Promise<number | undefined> =>
      starsOf('published', await world.find('article', { sort: [asc('documentId')] })).get(`published ${id}`);
    while (!outcomes.includes('hit')) expect(await starsFound()).to.equal(1);
    await there.world.update('article', id, { stars: 2 });
    expect(await starsFound()).to.equal(1);
  });
});
