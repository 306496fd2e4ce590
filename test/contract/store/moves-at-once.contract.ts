import { expect } from 'chai';
import type { Layer } from '../../../src/domain/query/query.js';
import { textOf, type World } from '../world.js';
import { atOnce, separateChanges } from './at-once.js';
import type { Cases } from './case.js';

const layers: readonly Layer[] = ['draft', 'published'];
const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** Pseudo-random choices, the same in every run, from few enough documents that the writers conflict. */
const pick = (ids: readonly string[], index: number): string => ids[index % ids.length] ?? '';

interface Ends {
  readonly halls: readonly string[];
  readonly events: readonly string[];
}

async function published(world: World, count: number): Promise<Ends> {
  return {
    halls: await world.createNamed('hall', ...names('h', count)),
    events: await world.createNamed('event', ...names('e', count)),
  };
}

/** Returns all links of a layer, read from each side. */
async function pairs(world: World, { halls, events }: Ends, layer: Layer) {
  const bySource: string[] = [];
  for (const [index, id] of halls.entries())
    for (const name of await listed(world, 'hall', id, 'shown', layer)) bySource.push(`h${index} ${name}`);
  const byTarget: string[] = [];
  for (const [index, id] of events.entries())
    for (const name of await listed(world, 'event', id, 'shownIn', layer)) byTarget.push(`${name} e${index}`);
  return { bySource, byTarget };
}

/** Returns an empty list if there is no version. */
async function listed(world: World, type: 'hall' | 'event', id: string, relation: string, layer: Layer) {
  const there = await world.find(type, { documentId: id, layer, fields: ['id'] });
  return there.length === 0 ? [] : (await world.list(type, id, relation, layer)).map(String);
}

async function expectBothSidesAgree(world: World, ends: Ends): Promise<void> {
  for (const layer of layers) {
    const { bySource, byTarget } = await pairs(world, ends, layer);
    expect(new Set(bySource).size, 'no link twice').to.equal(bySource.length);
    expect(bySource, layer).to.have.members(byTarget);
  }
}

/** Once no link is pending, both layers have the same links in the same order. */
async function expectLayersAgree(world: World, { halls, events }: Ends): Promise<void> {
  for (const id of halls) await world.publish('hall', id);
  for (const id of events) await world.publish('event', id);
  for (const [type, ids, relations] of [
    ['hall', halls, ['shown', 'events']],
    ['event', events, ['shownIn']],
  ] as const) {
    for (const id of ids) {
      for (const relation of relations) {
        const list = await world.list(type, id, relation);
        expect(await world.drafts.list(type, id, relation), `${relation} of a ${type}`).to.deep.equal(list);
      }
    }
  }
}

export const moveAtOnceCases = {
  'concurrent publishing, unpublishing, connecting and disconnecting at both ends leaves lists that agree':
    async (world) => {
      const ends = await published(world, 4);
      const { halls, events } = ends;
      for (let round = 0; round < 6; round++) {
        await atOnce(16, (index) => {
          const [hall, event] = [pick(halls, index + round), pick(events, index * 3 + round)];
          const acts = [
            () => world.drafts.update('hall', hall, { shown: { connect: [event] } }),
            () => world.publish('hall', hall),
            () => world.drafts.update('event', event, { shownIn: { disconnect: [hall] } }),
            () => world.update('event', event, { shownIn: { connect: [hall] } }),
            () => world.unpublish('hall', hall),
            () => world.update('hall', hall, { shown: { disconnect: [event] } }),
            () => world.unpublish('event', event),
            () => world.publish('event', event),
          ];
          return acts[(index + round) % acts.length]?.() ?? Promise.resolve();
        });
        await expectBothSidesAgree(world, ends);
      }
      await expectLayersAgree(world, ends);
      await expectBothSidesAgree(world, ends);
    },
  'a draft list that is emptied while the other end publishes stays empty': async (world) => {
    const { halls, events } = await published(world, 1);
    const [hall, event] = [pick(halls, 0), pick(events, 0)];
    for (let round = 0; round < 25; round++) {
      await world.drafts.update('event', event, { shownIn: [hall] });
      const publishing = world.publish('event', event);
      // Hits a different moment of the publishing each time.
      for (let turn = 0; turn < round; turn++) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([publishing, world.drafts.update('hall', hall, { shown: [] })]);
      expect(await world.drafts.list('hall', hall, 'shown')).to.deep.equal([]);
      await world.update('event', event, { shownIn: [] });
      await world.publish('hall', hall);
    }
  },
  'concurrent writers that take over targets in drafts and publish leave every target with one holder':
    async (world) => {
      const ends = await published(world, 4);
      const { halls, events } = ends;
      for (let round = 0; round < 6; round++) {
        await atOnce(16, (index) => {
          const [hall, event] = [pick(halls, index + round), pick(events, index * 3 + round)];
          const acts = [
            () => world.drafts.update('hall', hall, { highlight: event, events: { connect: [event] } }),
            () => world.publish('hall', hall),
            () => world.drafts.update('event', event, { highlightOf: hall, hall }),
            () => world.publish('event', event),
          ];
          return acts[(index + round) % acts.length]?.() ?? Promise.resolve();
        });
        for (const layer of layers) await expectOneHolder(world, ends, layer);
      }
      await expectLayersAgree(world, ends);
      for (const layer of layers) await expectOneHolder(world, ends, layer);
    },
  'edits of a draft during its publishing are all kept': async (world) => {
    const id = await world.create('restaurant', {});
    await atOnce(16, (index) =>
      index % 2 === 0
        ? world.drafts.update('restaurant', id, separateChanges[index / 2] ?? {})
        : world.publish('restaurant', id),
    );
    const whole = Object.assign({}, ...separateChanges) as Record<string, unknown>;
    expect(await world.drafts.one('restaurant', id)).to.deep.include(whole);
    await world.publish('restaurant', id);
    expect(await world.one('restaurant', id)).to.deep.include(whole);
  },
  'concurrent publishing of one draft creates one published version': async (world) => {
    const id = await world.createDraft('event', { name: 'e' });
    await atOnce(16, (index) =>
      index % 2 === 0 ? world.publish('event', id) : world.update('event', id, { note: `${index}` }),
    );
    expect(await world.find('event')).to.have.length(1);
    const draft = await world.drafts.one('event', id);
    expect(await world.one('event', id)).to.include({ note: draft['note'], updatedAt: draft['updatedAt'] });
  },
  'of concurrent writers that publish the same unique value, one succeeds': async (world) => {
    const holder = await world.create('chef', { name: 'Ann' });
    const data = { name: 'p', code: 'x', seats: 1, holder, labels: [{ text: 'l' }] };
    const ids: string[] = [];
    for (let index = 0; index < 16; index++) ids.push(await world.createDraft('permit', data));
    const results = await Promise.all(ids.map((id) => world.move('publish', 'permit', id)));
    expect(results.filter(({ ok }) => ok)).to.have.length(1);
    for (const result of results) {
      if (!result.ok) expect(result.failure.message).to.equal('This attribute must be unique');
    }
    expect(await world.find('permit')).to.have.length(1);
    expect(await world.drafts.find('permit')).to.have.length(16);
  },
  'concurrent writers that create the same translation create it once': async (world) => {
    const id = await world.create('article', { name: 'one', mood: 'm' });
    await atOnce(16, (index) =>
      index % 2 === 0
        ? world.in('fr').update('article', id, { name: `${index}` })
        : world.in('fr').drafts.update('article', id, { code: `${index}` }),
    );
    expect(await world.in('*').drafts.find('article')).to.have.length(2);
    expect(await world.in('*').find('article')).to.have.length(2);
    const french = await world.in('fr').drafts.one('article', id);
    expect(french).to.include({ mood: 'm', style: 'plain' });
    expect(Number(french['name']) % 2).to.equal(0);
    expect(Number(french['code']) % 2).to.equal(1);
  },
  'concurrent writers of a shared value leave the value of one of them in all locales': async (world) => {
    const id = await world.create('article', { name: 'one' });
    const locales = ['en', 'fr', 'de', 'it'];
    await atOnce(16, (index) =>
      world.in(pick(locales, index)).update('article', id, { mood: `${index}`, mark: `m${index}` }),
    );
    for (const layer of layers) {
      const found = await world.in('*').find('article', { layer });
      expect(found).to.have.length(4);
      expect(new Set(found.map(({ mood, mark }) => `${textOf(mood)} ${textOf(mark)}`)).size, layer).to.equal(
        1,
      );
      expect(found[0]?.['mark']).to.equal(`m${textOf(found[0]?.['mood'])}`);
    }
  },
} satisfies Cases;

async function expectOneHolder(world: World, { halls, events }: Ends, layer: Layer): Promise<void> {
  const held = await Promise.all(halls.map((id) => world.linked('hall', id, 'highlight', layer)));
  for (const [index, id] of events.entries()) {
    const holders = held.flatMap((name, hall) => (name === `e${index}` ? [`h${hall}`] : []));
    const holder = await world.linked('event', id, 'highlightOf', layer);
    expect(holders, `holders of e${index} in ${layer}`).to.deep.equal(holder === null ? [] : [holder]);
  }
  const lists = await Promise.all(halls.map((id) => world.list('hall', id, 'events', layer)));
  for (const [index, id] of events.entries()) {
    const holders = lists.flatMap((list, hall) => (list.includes(`e${index}`) ? [`h${hall}`] : []));
    const holder = await world.linked('event', id, 'hall', layer);
    expect(holders, `lists of e${index} in ${layer}`).to.deep.equal(holder === null ? [] : [holder]);
  }
}
