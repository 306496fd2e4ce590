import { expect } from 'chai';
import type { World } from '../world.js';
import type { Cases } from './case.js';
import { linkedIn, listIn, same } from './in-layers.js';

const lists = (world: World, hall: string) => listIn(world, 'hall', hall, 'events');

/** Creates halls g and h with the events e and f as their highlights. */
async function highlighted(world: World) {
  const [e = '', f = ''] = await world.createNamed('event', 'e', 'f');
  const g = await world.create('hall', { name: 'g', highlight: e });
  const h = await world.create('hall', { name: 'h', highlight: f });
  return { e, f, g, h };
}

/** Creates a hall g with the events a, b and c, and a hall h with d. */
async function holding(world: World) {
  const [a = '', b = '', c = '', d = ''] = await world.createNamed('event', 'a', 'b', 'c', 'd');
  const g = await world.create('hall', { name: 'g', events: [a, b, c] });
  const h = await world.create('hall', { name: 'h', events: [d] });
  return { a, b, c, d, g, h };
}

export const layerTakingCases = {
  'a draft takes over a one-to-one target in the draft layer, and publishing takes it over in both': async (
    world,
  ) => {
    const { e, f, g, h } = await highlighted(world);
    await world.drafts.update('hall', h, { highlight: e });
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal({ draft: null, published: 'e' });
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal({ draft: 'e', published: 'f' });
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal({ draft: 'h', published: 'g' });
    expect(await linkedIn(world, 'event', f, 'highlightOf')).to.deep.equal({ draft: null, published: 'h' });
    await world.publish('hall', h);
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same(null));
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal(same('e'));
    expect(await linkedIn(world, 'event', f, 'highlightOf')).to.deep.equal(same(null));
  },
  'a one-to-one that a discarded draft had taken over returns once its holder is discarded too': async (
    world,
  ) => {
    const { e, f, g, h } = await highlighted(world);
    await world.drafts.update('hall', h, { highlight: e });
    await world.discard('hall', h);
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal(same('f'));
    expect(await linkedIn(world, 'event', f, 'highlightOf')).to.deep.equal(same('h'));
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal({ draft: null, published: 'e' });
    await world.publish('hall', h);
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal(same('f'));
    await world.discard('hall', g);
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same('e'));
  },
  'a holder that is discarded takes its one-to-one target back from the draft that has it': async (world) => {
    const { e, g, h } = await highlighted(world);
    await world.drafts.update('hall', h, { highlight: e });
    await world.discard('hall', g);
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same('e'));
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal({ draft: null, published: 'f' });
    await world.publish('hall', h);
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal(same(null));
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('g'));
  },
  'a holder is published without the target that its draft has lost': async (world) => {
    const { e, g, h } = await highlighted(world);
    await world.drafts.update('hall', h, { highlight: e });
    await world.publish('hall', g);
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same(null));
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal({ draft: 'h', published: null });
    await world.publish('hall', h);
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('h'));
  },
  'the other end of a one-to-one can take over, publish and discard too': async (world) => {
    const { e, f, g, h } = await highlighted(world);
    await world.drafts.update('event', e, { highlightOf: h });
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal({ draft: 'e', published: 'f' });
    await world.publish('hall', h);
    expect((await linkedIn(world, 'event', e, 'highlightOf')).published).to.equal('g');
    await world.discard('event', e);
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('g'));
    await world.drafts.update('event', e, { highlightOf: h });
    await world.publish('event', e);
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('h'));
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same(null));
    expect((await linkedIn(world, 'event', f, 'highlightOf')).published).to.equal(null);
  },
  'a to-one value is replaced, also if only the other end removed it from the draft': async (world) => {
    const { e, f, g, h } = await highlighted(world);
    await world.drafts.update('event', f, { highlightOf: null });
    await world.drafts.update('event', e, { highlightOf: null });
    await world.drafts.update('hall', h, { highlight: e });
    await world.publish('hall', h);
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal(same('e'));
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same(null));
    expect(await linkedIn(world, 'event', f, 'highlightOf')).to.deep.equal(same(null));
    for (const id of [e, f]) await world.publish('event', id);
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('h'));
  },
  'an update that publishes takes over a one-to-one in both layers': async (world) => {
    const { e, f, g, h } = await highlighted(world);
    await world.update('hall', h, { highlight: e });
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same(null));
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('h'));
    expect(await linkedIn(world, 'event', f, 'highlightOf')).to.deep.equal(same(null));
    await world.create('hall', { name: 'i', highlight: e });
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('i'));
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal(same(null));
  },
  'a new draft takes over a one-to-one in the draft layer only': async (world) => {
    const { e, g } = await highlighted(world);
    const i = await world.createDraft('hall', { name: 'i', highlight: e });
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal({ draft: 'i', published: 'g' });
    await world.publish('hall', i);
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('i'));
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same(null));
  },
  'two drafts that swap their one-to-ones can be published one after the other': async (world) => {
    const { e, f, g, h } = await highlighted(world);
    await world.drafts.update('hall', g, { highlight: null });
    await world.drafts.update('hall', h, { highlight: e });
    await world.drafts.update('hall', g, { highlight: f });
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal({ draft: 'f', published: 'e' });
    await world.publish('hall', g);
    await world.publish('hall', h);
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same('f'));
    expect(await linkedIn(world, 'hall', h, 'highlight')).to.deep.equal(same('e'));
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('h'));
    expect(await linkedIn(world, 'event', f, 'highlightOf')).to.deep.equal(same('g'));
  },
  'an unpublished holder of a one-to-one has it again once it is published': async (world) => {
    const { e, g } = await highlighted(world);
    await world.unpublish('hall', g);
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal({ draft: 'g', published: null });
    await world.publish('hall', g);
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same('e'));
  },
  'the target of an unpublished holder can be taken over': async (world) => {
    const { e, g, h } = await highlighted(world);
    await world.unpublish('hall', g);
    await world.update('hall', h, { highlight: e });
    await world.publish('hall', g);
    expect(await linkedIn(world, 'event', e, 'highlightOf')).to.deep.equal(same('h'));
    expect(await linkedIn(world, 'hall', g, 'highlight')).to.deep.equal(same(null));
  },
  'a draft takes over a one-to-many target in the draft layer, and publishing takes it over in both': async (
    world,
  ) => {
    const { a, b, d, g, h } = await holding(world);
    await world.drafts.update('hall', h, {
      events: { connect: [{ documentId: b, position: { before: d } }] },
    });
    expect(await lists(world, g)).to.deep.equal({ draft: 'ac', published: 'abc' });
    expect(await lists(world, h)).to.deep.equal({ draft: 'bd', published: 'd' });
    expect(await linkedIn(world, 'event', b, 'hall')).to.deep.equal({ draft: 'h', published: 'g' });
    await world.publish('event', b);
    await world.publish('hall', g);
    expect((await lists(world, h)).published).to.equal('d');
    await world.publish('hall', h);
    expect(await lists(world, g)).to.deep.equal(same('ac'));
    expect(await lists(world, h)).to.deep.equal(same('bd'));
    expect(await linkedIn(world, 'event', a, 'hall')).to.deep.equal(same('g'));
  },
  'discarding restores the targets that a list has lost, in their old places': async (world) => {
    const { b, c, d, g, h } = await holding(world);
    await world.drafts.update('hall', h, { events: [c, b, d] });
    await world.discard('hall', h);
    expect(await lists(world, h)).to.deep.equal(same('d'));
    expect(await lists(world, g)).to.deep.equal({ draft: 'a', published: 'abc' });
    await world.discard('hall', g);
    expect(await lists(world, g)).to.deep.equal(same('abc'));
    expect(await linkedIn(world, 'event', b, 'hall')).to.deep.equal(same('g'));
  },
  'publishing the to-one end of a one-to-many moves it to another list': async (world) => {
    const { b, g, h } = await holding(world);
    await world.drafts.update('event', b, { hall: h });
    expect(await lists(world, g)).to.deep.equal({ draft: 'ac', published: 'abc' });
    expect(await lists(world, h)).to.deep.equal({ draft: 'db', published: 'd' });
    await world.publish('hall', g);
    await world.publish('hall', h);
    expect((await linkedIn(world, 'event', b, 'hall')).published).to.equal('g');
    await world.publish('event', b);
    expect(await lists(world, g)).to.deep.equal(same('ac'));
    expect(await lists(world, h)).to.deep.equal(same('db'));
  },
  'the to-one value of a one-to-many is replaced, also if only the list removed it from its draft': async (
    world,
  ) => {
    const { a, b, g, h } = await holding(world);
    await world.drafts.update('hall', g, { events: { disconnect: [a, b] } });
    await world.drafts.update('event', b, { hall: h });
    await world.publish('event', b);
    expect(await linkedIn(world, 'event', b, 'hall')).to.deep.equal(same('h'));
    expect(await lists(world, g)).to.deep.equal({ draft: 'c', published: 'ac' });
    await world.publish('hall', g);
    expect(await lists(world, g)).to.deep.equal(same('c'));
    expect(await lists(world, h)).to.deep.equal(same('db'));
  },
  'discarding the to-one end of a one-to-many restores its place in the list': async (world) => {
    const { b, g, h } = await holding(world);
    await world.drafts.update('event', b, { hall: h });
    await world.discard('event', b);
    expect(await lists(world, g)).to.deep.equal(same('abc'));
    expect(await lists(world, h)).to.deep.equal(same('d'));
  },
  'the order of a one-to-many survives publishing its targets and its holder': async (world) => {
    const { a, b, c, g } = await holding(world);
    await world.drafts.update('hall', g, { events: [c, a, b] });
    for (const id of [a, b, c]) {
      await world.unpublish('event', id);
      await world.update('event', id, { note: 'x' });
    }
    expect(await lists(world, g)).to.deep.equal({ draft: 'cab', published: 'abc' });
    await world.publish('hall', g);
    await world.unpublish('hall', g);
    await world.publish('hall', g);
    expect(await lists(world, g)).to.deep.equal(same('cab'));
  },
  'an end without drafts takes over one-to-one and one-to-many targets in both layers': async (world) => {
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    const dish = await world.create('dish', { name: 'd', flagshipOf: r, restaurant: r });
    await world.drafts.update('restaurant', s, { flagship: dish });
    await world.update('dish', dish, { flagshipOf: r, restaurant: s });
    expect(await linkedIn(world, 'restaurant', r, 'flagship')).to.deep.equal(same('d'));
    expect(await linkedIn(world, 'restaurant', s, 'flagship')).to.deep.equal(same(null));
    expect(await linkedIn(world, 'dish', dish, 'restaurant')).to.deep.equal(same('s'));
    await world.publish('restaurant', s);
    expect(await linkedIn(world, 'restaurant', r, 'flagship')).to.deep.equal(same('d'));
  },
  'a document without drafts has the holder of the layer that is read': async (world) => {
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    const dish = await world.create('dish', { name: 'd', flagshipOf: r });
    await world.drafts.update('restaurant', s, { flagship: dish });
    expect(await linkedIn(world, 'dish', dish, 'flagshipOf')).to.deep.equal({ draft: 's', published: 'r' });
    await world.publish('restaurant', s);
    expect(await linkedIn(world, 'dish', dish, 'flagshipOf')).to.deep.equal(same('s'));
    expect(await linkedIn(world, 'restaurant', r, 'flagship')).to.deep.equal(same(null));
  },
} satisfies Cases;
