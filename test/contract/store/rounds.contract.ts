import { expect } from 'chai';
import type { Layer } from '../../../src/domain/query/query.js';
import { failureOf, randomDocumentId } from '../world.js';
import type { Cases } from './case.js';
import { shown, shownIn, showing } from './halls.js';
import { same } from './in-layers.js';

export const roundCases = {
  'an unpublished target is not shown, and is back in its place once it is published again': async (
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
  'an unpublished source keeps its links and their order on both sides': async (world) => {
    const { a, b, h } = await showing(world);
    await world.unpublish('hall', h);
    expect(await shownIn(world, a)).to.deep.equal({ draft: 'hi', published: 'i' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('abc'));
    expect(await shownIn(world, a)).to.deep.equal(same('hi'));
    expect(await shownIn(world, b)).to.deep.equal(same('hi'));
  },
  'links and their order survive repeated publishing of either end': async (world) => {
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
  'both ends can be published in either order': async (world) => {
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
  'a draft that a published document links is visible once it is published': async (world) => {
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
  'links to missing documents are refused in drafts too': async (world) => {
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
  'counts apply to the layer that is read': async (world) => {
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
