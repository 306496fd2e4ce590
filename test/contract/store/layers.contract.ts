import { expect } from 'chai';
import type { Cases } from './case.js';
import { shown, shownIn, showing } from './halls.js';
import { listIn, same } from './in-layers.js';

export const layerCases = {
  'publishing removes a link that was removed in the draft': async (world) => {
    const { b, h } = await showing(world);
    await world.drafts.update('hall', h, { shown: { disconnect: [b] } });
    expect(await shown(world, h)).to.deep.equal({ draft: 'ac', published: 'abc' });
    expect(await shownIn(world, b)).to.deep.equal({ draft: 'i', published: 'hi' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('ac'));
    expect(await shownIn(world, b)).to.deep.equal(same('i'));
  },
  'publishing applies a new order of the draft list and keeps the orders at the other ends': async (
    world,
  ) => {
    const { a, c, h } = await showing(world);
    const connect = [{ documentId: c, position: { before: a } }];
    await world.drafts.update('hall', h, { shown: { connect } });
    expect(await shown(world, h)).to.deep.equal({ draft: 'cab', published: 'abc' });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('cab'));
    expect(await shownIn(world, c)).to.deep.equal(same('hi'));
  },
  'publishing one end does not publish edits of the other end': async (world) => {
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
  'edits of both ends are pending at each end': async (world) => {
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
  'a link that both ends move is pending at each end': async (world) => {
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
  'a link that one end has published is not pending at the other': async (world) => {
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
  'a link that both ends removed is gone once either is published': async (world) => {
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
  'discarding restores the links and their order at both ends': async (world) => {
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
  'discarding one end keeps the edits of the other': async (world) => {
    const { a, b, h, i } = await showing(world);
    await world.drafts.update('event', b, { shownIn: [i] });
    await world.drafts.update('hall', h, { shown: { disconnect: [a] } });
    await world.discard('hall', h);
    expect(await shown(world, h)).to.deep.equal({ draft: 'ac', published: 'abc' });
    await world.publish('event', b);
    expect(await shown(world, h)).to.deep.equal(same('ac'));
    expect(await shownIn(world, b)).to.deep.equal(same('i'));
  },
  'positions in a draft refer to the links of the draft': async (world) => {
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
  'a link that is removed from the draft and added again is at its new place, once': async (world) => {
    const { a, b, h } = await showing(world);
    await world.drafts.update('hall', h, { shown: { disconnect: [a] } });
    await world.drafts.update('hall', h, { shown: { connect: [a] } });
    expect(await shown(world, h)).to.deep.equal({ draft: 'bca', published: 'abc' });
    await world.drafts.update('hall', h, { shown: { disconnect: [b], connect: [b] } });
    await world.publish('hall', h);
    expect(await shown(world, h)).to.deep.equal(same('cab'));
    expect((await shownIn(world, a)).published).to.have.length(2);
  },
  'a document may link to itself, and publishing it applies the edits of either end': async (world) => {
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.drafts.update('restaurant', r, { neighbours: [r, s] });
    await world.drafts.update('restaurant', r, { neighbourOf: { connect: [s] } });
    expect(await listIn(world, 'restaurant', r, 'neighbours')).to.deep.equal({ draft: 'rs', published: '' });
    await world.publish('restaurant', s);
    expect(await listIn(world, 'restaurant', s, 'neighbourOf')).to.deep.equal({ draft: 'r', published: '' });
    await world.publish('restaurant', r);
    expect(await listIn(world, 'restaurant', r, 'neighbours')).to.deep.equal(same('rs'));
    expect(await listIn(world, 'restaurant', r, 'neighbourOf')).to.deep.equal(same('rs'));
    await world.drafts.update('restaurant', r, { neighbours: [] });
    await world.discard('restaurant', r);
    expect(await listIn(world, 'restaurant', r, 'neighbours')).to.deep.equal(same('rs'));
  },
} satisfies Cases;
