import { expect } from 'chai';
import type { Layer } from '../../../src/domain/query/query.js';
import type { TypeName } from '../schema-files.js';
import { failureOf, randomDocumentId, type World } from '../world.js';
import type { Cases } from './case.js';

/** A list in both layers, its names joined. */
async function both(world: World, type: TypeName, id: string, relation: string) {
  const joined = async (layer: Layer) => (await world.list(type, id, relation, layer)).join('');
  return { draft: await joined('draft'), published: await joined('published') };
}

const shown = (world: World, hall: string) => both(world, 'hall', hall, 'shown');
const shownIn = (world: World, event: string) => both(world, 'event', event, 'shownIn');
const same = (names: string) => ({ draft: names, published: names });

/** Two halls h and i, each showing the events a, b and c; all of them published. */
async function showing(world: World) {
  const [a = '', b = '', c = ''] = await world.createNamed('event', 'a', 'b', 'c');
  const h = await world.create('hall', { name: 'h', shown: [a, b, c] });
  const i = await world.create('hall', { name: 'i', shown: [c, b, a] });
  return { a, b, c, h, i };
}

export const layerCases = {
  'a target that is unpublished is not shown, and is in its place when it is published again': async (
    world,
  ) => {
    const { b, h, i } = await showing(world);
    await world.unpublish('event', b);
    expect(await shown(world, h)).to.deep.equal({ draft: 'abc', published: 'ac' });
    expect(await shown(world, i)).to.deep.equal({ draft: 'cba', published: 'ca' });
    await world.publish('event', b);
    expect(await shown(world, h)).to.deep.equal(same('abc'));
    expect(await shown(world, i)).to.deep.equal(same('cba'));
    expect(await shownIn(world, b)).to.deep.equal(same('hi'));
  },
  'a source that is unpublished keeps its links, and their places on both sides': async (world) => {
    const { a, b, h } = await showing(world);
    await world.unpublish('hall', h);
    expect(await shownIn(world, a)).to.deep.equal({ draft: 'hi', published: 'i' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('abc'));
    expect(await shownIn(world, a)).to.deep.equal(same('hi'));
    expect(await shownIn(world, b)).to.deep.equal(same('hi'));
  },
  'links and their order survive any number of rounds of either end': async (world) => {
    const { a, b, c, h, i } = await showing(world);
    for (let round = 0; round < 3; round++) {
      for (const id of [b, c]) await world.unpublish('event', id);
      for (const id of [h, i]) await world.unpublish('hall', id);
      await world.publish('event', c);
      await world.publish('hall', i);
      await world.publish('hall', h);
      await world.publish('event', b);
      for (const id of [a, b, c]) await world.update('event', id, { note: `${round}` });
      await world.update('hall', h, { name: 'h' });
    }
    expect(await shown(world, h)).to.deep.equal(same('abc'));
    expect(await shown(world, i)).to.deep.equal(same('cba'));
    for (const id of [a, b, c]) expect(await shownIn(world, id)).to.deep.equal(same('hi'));
  },
  'both ends are published in either order': async (world) => {
    for (const first of ['hall', 'event'] as const) {
      const event = await world.createDraft('event', { name: 'e' });
      const hall = await world.createDraft('hall', { name: 'h', shown: [event] });
      const publish = { hall: () => world.publish('hall', hall), event: () => world.publish('event', event) };
      await publish[first]();
      expect(await shown(world, hall).catch(() => null)).to.deep.equal(
        first === 'hall' ? { draft: 'e', published: '' } : null,
      );
      await publish[first === 'hall' ? 'event' : 'hall']();
      expect(await shown(world, hall)).to.deep.equal(same('e'));
      expect(await shownIn(world, event)).to.deep.equal(same('h'));
    }
  },
  'a draft linked from a published document shows when it is published': async (world) => {
    const event = await world.createDraft('event', { name: 'e' });
    const { h } = await showing(world);
    await world.update('hall', h, { shown: { connect: [{ documentId: event, position: { start: true } }] } });
    expect(await shown(world, h)).to.deep.equal({ draft: 'eabc', published: 'abc' });
    await world.publish('event', event);
    expect(await shown(world, h)).to.deep.equal(same('eabc'));
    expect(await shownIn(world, event)).to.deep.equal(same('h'));
  },
  'links of a draft are published with it': async (world) => {
    const [a, b] = await world.createNamed('event', 'a', 'b');
    const hall = await world.createDraft('hall', { name: 'h', shown: [b, a] });
    expect(await shownIn(world, String(a))).to.deep.equal({ draft: 'h', published: '' });
    await world.publish('hall', hall);
    expect(await shown(world, hall)).to.deep.equal(same('ba'));
    expect(await shownIn(world, String(a))).to.deep.equal(same('h'));
  },
  'a link that is removed in the draft is removed from the published version by publishing': async (
    world,
  ) => {
    const { b, h } = await showing(world);
    await world.drafts.update('hall', h, { shown: { disconnect: [b] } });
    expect(await shown(world, h)).to.deep.equal({ draft: 'ac', published: 'abc' });
    expect(await shownIn(world, b)).to.deep.equal({ draft: 'i', published: 'hi' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('ac'));
    expect(await shownIn(world, b)).to.deep.equal(same('i'));
  },
  'a new order of the draft is published with it, and leaves the other sides as they are': async (world) => {
    const { a, c, h } = await showing(world);
    const connect = [{ documentId: c, position: { before: a } }];
    await world.drafts.update('hall', h, { shown: { connect } });
    expect(await shown(world, h)).to.deep.equal({ draft: 'cab', published: 'abc' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('cab'));
    expect(await shownIn(world, c)).to.deep.equal(same('hi'));
  },
  'what is edited from one end is not published by publishing the other': async (world) => {
    const { a, b, c, h } = await showing(world);
    const e = await world.create('event', { name: 'e' });
    const connect = [{ documentId: e, position: { before: b } }];
    await world.drafts.update('hall', h, { shown: { disconnect: [a], connect } });
    for (const id of [a, b, c, e]) await world.publish('event', id);
    expect(await shown(world, h)).to.deep.equal({ draft: 'ebc', published: 'abc' });
    expect(await shownIn(world, a)).to.deep.equal({ draft: 'i', published: 'hi' });
    expect(await shownIn(world, e)).to.deep.equal({ draft: 'h', published: '' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('ebc'));
    expect(await shownIn(world, e)).to.deep.equal(same('h'));
  },
  'what is edited from both ends waits at each of them': async (world) => {
    const { a, b, h, i } = await showing(world);
    await world.drafts.update('hall', h, {
      shown: { connect: [{ documentId: b, position: { start: true } }] },
    });
    await world.drafts.update('event', a, {
      shownIn: { connect: [{ documentId: i, position: { start: true } }] },
    });
    await world.publish('event', b);
    expect(await shown(world, h)).to.deep.equal({ draft: 'bac', published: 'abc' });
    await world.publish('event', a);
    expect(await shownIn(world, a)).to.deep.equal(same('ih'));
    expect(await shown(world, h)).to.deep.equal({ draft: 'bac', published: 'abc' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('bac'));
    expect(await shownIn(world, a)).to.deep.equal(same('ih'));
  },
  'one link that both ends move waits at each of them': async (world) => {
    const { b, h } = await showing(world);
    await world.drafts.update('hall', h, {
      shown: { connect: [{ documentId: b, position: { start: true } }] },
    });
    await world.drafts.update('event', b, { shownIn: { connect: [h] } });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('bac'));
    expect(await shownIn(world, b)).to.deep.equal({ draft: 'ih', published: 'hi' });
    await world.publish('event', b);
    expect(await shownIn(world, b)).to.deep.equal(same('ih'));
    expect(await shown(world, h)).to.deep.equal(same('bac'));
  },
  'a link that one end has published waits for nothing at the other': async (world) => {
    const { b, i } = await showing(world);
    const [h = ''] = await world.createNamed('hall', 'x');
    await world.drafts.update('event', b, { shownIn: { connect: [h] } });
    await world.drafts.update('hall', h, { shown: { connect: [b] } });
    await world.publish('hall', h);
    expect(await shownIn(world, b)).to.deep.equal(same('hix'));
    await world.drafts.update('hall', h, { shown: [] });
    await world.publish('event', b);
    expect(await shown(world, h)).to.deep.equal({ draft: '', published: 'b' });
    await world.publish('hall', i);
    await world.publish('hall', h);
    expect(await shownIn(world, b)).to.deep.equal(same('hi'));
  },
  'a link that both ends removed is gone when either is published': async (world) => {
    const { a, b, h } = await showing(world);
    await world.drafts.update('hall', h, { shown: { disconnect: [a, b] } });
    await world.drafts.update('event', a, { shownIn: { disconnect: [h] } });
    await world.publish('event', a);
    expect(await shown(world, h)).to.deep.equal({ draft: 'c', published: 'abc' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('c'));
    expect(await shownIn(world, a)).to.deep.equal(same('i'));
  },
  'an update that publishes applies its links together with the earlier edits': async (world) => {
    const { a, b, c, h } = await showing(world);
    await world.drafts.update('hall', h, { shown: { disconnect: [b] } });
    const connect = [{ documentId: c, position: { before: a } }];
    await world.update('hall', h, { shown: { connect } });
    expect(await shown(world, h)).to.deep.equal(same('ca'));
    expect(await shownIn(world, b)).to.deep.equal(same('i'));
  },
  'discarding brings back the links, their order on both sides, and what was disconnected': async (world) => {
    const { a, b, c, h } = await showing(world);
    const e = await world.create('event', { name: 'e' });
    await world.drafts.update('hall', h, { shown: [e, c, a] });
    expect(await shown(world, h)).to.deep.equal({ draft: 'eca', published: 'abc' });
    await world.discard('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('abc'));
    for (const id of [a, b, c]) expect(await shownIn(world, id)).to.deep.equal(same('hi'));
    expect(await shownIn(world, e)).to.deep.equal(same(''));
    await world.publish('hall', h);
    await world.publish('event', e);
    expect(await shown(world, h)).to.deep.equal(same('abc'));
  },
  'discarding one end leaves what was edited from the other': async (world) => {
    const { a, b, h, i } = await showing(world);
    await world.drafts.update('event', b, { shownIn: [i] });
    await world.drafts.update('hall', h, { shown: { disconnect: [a] } });
    await world.discard('hall', h);
    expect(await shown(world, h)).to.deep.equal({ draft: 'ac', published: 'abc' });
    await world.publish('event', b);
    expect(await shown(world, h)).to.deep.equal(same('ac'));
    expect(await shownIn(world, b)).to.deep.equal(same('i'));
  },
  'positions in a draft stand beside what the draft holds': async (world) => {
    const { a, b, c, h } = await showing(world);
    const [e = '', f = ''] = await world.createNamed('event', 'e', 'f');
    await world.drafts.update('hall', h, { shown: { disconnect: [a] } });
    const refusal = await world.drafts.refused('hall', h, {
      shown: { connect: [{ documentId: e, position: { before: a } }] },
    });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(refusal.message).to.contain(a);
    await world.drafts.update('hall', h, {
      shown: { connect: [{ documentId: e, position: { start: true } }] },
    });
    await world.drafts.update('hall', h, { shown: { connect: [{ documentId: f, position: { after: e } }] } });
    await world.drafts.update('hall', h, {
      shown: { connect: [{ documentId: c, position: { before: b } }] },
    });
    expect(await shown(world, h)).to.deep.equal({ draft: 'efcb', published: 'abc' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('efcb'));
  },
  'a link that leaves the draft and comes back stands where it was put, once': async (world) => {
    const { a, b, h } = await showing(world);
    await world.drafts.update('hall', h, { shown: { disconnect: [a] } });
    await world.drafts.update('hall', h, { shown: { connect: [a] } });
    expect(await shown(world, h)).to.deep.equal({ draft: 'bca', published: 'abc' });
    await world.drafts.update('hall', h, { shown: { disconnect: [b], connect: [b] } });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('cab'));
    expect((await shownIn(world, a)).published).to.have.length(2);
  },
  'a document may be linked to itself, and either end publishes what was edited from it': async (world) => {
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.drafts.update('restaurant', r, { neighbours: [r, s] });
    await world.drafts.update('restaurant', r, { neighbourOf: { connect: [s] } });
    expect(await both(world, 'restaurant', r, 'neighbours')).to.deep.equal({ draft: 'rs', published: '' });
    await world.publish('restaurant', s);
    expect(await both(world, 'restaurant', s, 'neighbourOf')).to.deep.equal({ draft: 'r', published: '' });
    await world.publish('restaurant', r);
    expect(await both(world, 'restaurant', r, 'neighbours')).to.deep.equal(same('rs'));
    expect(await both(world, 'restaurant', r, 'neighbourOf')).to.deep.equal(same('rs'));
    await world.drafts.update('restaurant', r, { neighbours: [] });
    await world.discard('restaurant', r);
    expect(await both(world, 'restaurant', r, 'neighbours')).to.deep.equal(same('rs'));
  },
  'a draft is linked from an end without drafts in both layers, and shows when it is published': async (
    world,
  ) => {
    const r = await world.createDraft('restaurant', { name: 'r' });
    const category = await world.create('category', { name: 'c', restaurants: [r] });
    expect(await both(world, 'category', category, 'restaurants')).to.deep.equal({
      draft: 'r',
      published: '',
    });
    await world.publish('restaurant', r);
    expect(await both(world, 'category', category, 'restaurants')).to.deep.equal(same('r'));
    expect(await both(world, 'restaurant', r, 'categories')).to.deep.equal(same('c'));
  },
  'an edit from an end without drafts shows in both layers at once, whatever waits at the other': async (
    world,
  ) => {
    const [c = '', d = '', e = ''] = await world.createNamed('category', 'c', 'd', 'e');
    const r = await world.create('restaurant', { name: 'r', categories: [c, d] });
    await world.drafts.update('restaurant', r, { categories: [d, c] });
    await world.update('category', e, { restaurants: [r] });
    expect(await both(world, 'restaurant', r, 'categories')).to.deep.equal({
      draft: 'dce',
      published: 'cde',
    });
    await world.update('category', c, { restaurants: [] });
    expect(await both(world, 'restaurant', r, 'categories')).to.deep.equal({ draft: 'de', published: 'de' });
    await world.publish('restaurant', r);
    expect(await both(world, 'restaurant', r, 'categories')).to.deep.equal(same('de'));
  },
  'a link that leaves the draft and comes back has its old place at an end without drafts': async (world) => {
    const [c = ''] = await world.createNamed('category', 'c');
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.update('category', c, { restaurants: [r, s] });
    await world.drafts.update('restaurant', r, { categories: [] });
    await world.drafts.update('restaurant', r, { categories: [c] });
    expect(await both(world, 'category', c, 'restaurants')).to.deep.equal(same('rs'));
    await world.publish('restaurant', r);
    expect(await both(world, 'category', c, 'restaurants')).to.deep.equal(same('rs'));
  },
  'draft edits of one end show at an end without drafts in the layer that is read': async (world) => {
    const [c = ''] = await world.createNamed('category', 'c');
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.update('category', c, { restaurants: [r, s] });
    await world.drafts.update('restaurant', r, { categories: [] });
    expect(await both(world, 'category', c, 'restaurants')).to.deep.equal({ draft: 's', published: 'rs' });
    await world.publish('restaurant', r);
    expect(await both(world, 'category', c, 'restaurants')).to.deep.equal(same('s'));
  },
  'links between documents without drafts are the same in either layer, wherever they are reached from':
    async (world) => {
      const [ann, ben] = await world.createNamed('chef', 'Ann', 'Ben');
      await world.update('chef', String(ann), { pupils: [ben] });
      const r = await world.create('restaurant', { name: 'r', owner: ben });
      expect(await both(world, 'chef', String(ann), 'pupils')).to.deep.equal(same('Ben'));
      const populate = { all: false, members: [{ name: 'owner', populate: { all: true, members: [] } }] };
      for (const each of [world, world.drafts]) {
        const { owner } = await each.one('restaurant', r, { populate });
        expect((owner as { readonly mentor: unknown }).mentor).to.deep.include({ name: 'Ann' });
      }
    },
  'deleting a document removes its links from both layers of the others': async (world) => {
    const { a, b, c, h, i } = await showing(world);
    await world.drafts.update('hall', h, { shown: { disconnect: [b] } });
    await world.delete('event', b);
    expect(await shown(world, h)).to.deep.equal(same('ac'));
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('ac'));
    await world.delete('hall', i);
    for (const id of [a, c]) expect(await shownIn(world, id)).to.deep.equal(same('h'));
  },
  'links to what is not there are refused in a draft, too': async (world) => {
    const nobody = randomDocumentId();
    const { a, h } = await showing(world);
    const refusal = await world.drafts.refused('hall', h, { name: 'x', shown: { connect: [nobody] } });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(refusal.message).to.contain(nobody);
    await world.delete('event', a);
    await world.drafts.refused('hall', h, { shown: [a] });
    expect(await shown(world, h)).to.deep.equal(same('bc'));
    expect(await world.drafts.one('hall', h)).to.include({ name: 'h' });
    expect(failureOf(await world.move('publish', 'event', a)).code).to.equal('DOCUMENT.NOT_FOUND');
  },
  'counts see what is shown in the layer that is read': async (world) => {
    const { a, b, h } = await showing(world);
    const counted = async (layer: Layer) => {
      const populate = { all: false, members: [{ name: 'shown', count: true }] };
      return (await world.one('hall', h, { populate }, layer))['shown'];
    };
    await world.unpublish('event', a);
    await world.drafts.update('hall', h, { shown: { disconnect: [b] } });
    expect(await counted('draft')).to.deep.equal({ count: 2 });
    expect(await counted('published')).to.deep.equal({ count: 2 });
    await world.publish('hall', h);
    expect(await counted('published')).to.deep.equal({ count: 1 });
  },
} satisfies Cases;
