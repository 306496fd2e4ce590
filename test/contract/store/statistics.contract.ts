import { expect } from 'chai';
import type { LinkStatistics, Statistics } from '../../../src/domain/plan/statistics.js';
import type { Schema, Side } from '../../../src/domain/schema/schema.js';
import { contentTypeOf } from '../../../src/domain/schema/schema.js';
import { uidOf, type TypeName } from '../fixture-schema.js';
import { valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

const measured = async ({ store }: World): Promise<Statistics> => valueOf(await store.statistics.measure());

/** Returns the statistics of a relation's link, its own end first. */
function linkOf(statistics: Statistics, schema: Schema, type: TypeName, attribute: string) {
  const relation = contentTypeOf(schema, uidOf(type)).attributes.get(attribute);
  if (relation?.kind !== 'relation' || relation.place.kind !== 'link') throw new Error('no link');
  const { link, side } = relation.place;
  const other: Side = side === 'source' ? 'target' : 'source';
  const { count, ...ends } = statistics.links.get(link.name) as LinkStatistics;
  return { count, here: ends[side], there: ends[other] };
}

export const statisticsCases = {
  'the server names its version, where there is one': async ({ store }) => {
    const version = valueOf(await store.serverVersion());
    if (version !== null) expect(version).to.match(/^\d+\.\d/);
  },
  'every number of an empty store is 0': async (world) => {
    const statistics = await measured(world);
    expect([...statistics.versions.keys()]).to.have.members([...world.schema.contentTypes.keys()]);
    expect(statistics.versions.get(uidOf('restaurant'))).to.equal(0);
    expect(statistics.meanBytes.get(uidOf('restaurant'))).to.deep.equal(new Map());
    expect(linkOf(statistics, world.schema, 'restaurant', 'categories')).to.deep.equal({
      count: 0,
      here: { typical: 0, most: 0 },
      there: { typical: 0, most: 0 },
    });
  },
  'versions are counted in every layer and locale': async (world) => {
    await world.createNamed('restaurant', 'One', 'Two');
    const event = await world.drafts.create('event', { name: 'Fair' });
    await world.drafts.publish('event', event);
    await world.createDraft('event', { name: 'Dance' });
    const { versions } = await measured(world);
    expect([versions.get(uidOf('restaurant')), versions.get(uidOf('event'))]).to.deep.equal([4, 3]);
  },
  'the bytes of texts, JSON and components are measured, and absent values have none': async (world) => {
    await world.createNamed('dish', 'Soup');
    await world.create('restaurant', {
      name: 'Sea',
      about: 'a'.repeat(10_000),
      story: 'ä'.repeat(1_000),
      tags: ['b'.repeat(2_000)],
      page: [{ type: 'paragraph', children: [{ type: 'text', text: 'c'.repeat(3_000) }] }],
      seo: { note: { extra: 'd'.repeat(4_000) } },
      sections: [{ __component: 'sections.quote', text: 'e'.repeat(5_000) }],
    });
    await world.create('restaurant', {});
    const { meanBytes } = await measured(world);
    const bytes = meanBytes.get(uidOf('restaurant'));
    const half: Readonly<Record<string, number>> = {
      about: 10_000,
      story: 2_000,
      tags: 2_000,
      page: 3_000,
      seo: 4_000,
      sections: 5_000,
      openings: 0,
    };
    for (const [name, size] of Object.entries(half))
      expect(bytes?.get(name), name).to.be.within(size / 2, size / 2 + 100);
    expect(meanBytes.get(uidOf('dish'))?.get('name')).to.be.within(4, 20);
    expect([bytes?.has('rating'), bytes?.has('documentId'), bytes?.has('owner')]).to.deep.equal([
      false,
      false,
      false,
    ]);
  },
  'a fan-out has the mean over links and the maximum of one document': async (world) => {
    const [a, b, c, d] = await world.createNamed('category', 'A', 'B', 'C', 'D');
    await world.create('restaurant', { name: 'Hub', categories: [a, b, c, d] });
    await world.create('restaurant', { name: 'Edge', categories: [a] });
    const link = linkOf(await measured(world), world.schema, 'restaurant', 'categories');
    // Four links belong to a document with four links, and one to a document with one.
    expect(link.here).to.deep.equal({ typical: 17 / 5, most: 4 });
    expect(link.there).to.deep.equal({ typical: 7 / 5, most: 2 });
    expect(link.count).to.equal(5);
  },
} satisfies Cases;
