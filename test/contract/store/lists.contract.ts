import { expect } from 'chai';
import type { World } from '../world.js';
import type { Cases } from './case.js';

/** A restaurant with the categories a to d in order, and these. */
async function listed(world: World): Promise<{ id: string; a: string; b: string; c: string; d: string }> {
  const [a = '', b = '', c = '', d = ''] = await world.createNamed('category', 'a', 'b', 'c', 'd');
  const id = await world.create('restaurant', { name: 'r', categories: [a, b, c, d] });
  return { id, a, b, c, d };
}

const change = (world: World, id: string, categories: unknown) =>
  world.update('restaurant', id, { categories });

const order = async (world: World, id: string) =>
  ((await world.list('restaurant', id, 'categories')) as readonly string[]).join('');

const place = (documentId: string, position: object) => ({ connect: [{ documentId, position }] });

export const listCases = {
  'a list keeps the order in which it was set': async (world) => {
    const { id, a, b, c, d } = await listed(world);
    expect(await order(world, id)).to.equal('abcd');
    await change(world, id, [d, b, a]);
    expect(await order(world, id)).to.equal('dba');
    await change(world, id, { set: [c, d, b, a] });
    expect(await order(world, id)).to.equal('cdba');
    await change(world, id, []);
    expect(await order(world, id)).to.equal('');
  },
  'connect appends in the given order': async (world) => {
    const { id } = await listed(world);
    const [e, f] = await world.createNamed('category', 'e', 'f');
    await change(world, id, { connect: [f, e] });
    expect(await order(world, id)).to.equal('abcdfe');
  },
  'connecting a connected document moves it': async (world) => {
    const { id, a, d } = await listed(world);
    await change(world, id, { connect: [a] });
    expect(await order(world, id)).to.equal('bcda');
    await change(world, id, place(d, { start: true }));
    expect(await order(world, id)).to.equal('dbca');
  },
  'a position may be start, end, before or after': async (world) => {
    const { id, a, b, d } = await listed(world);
    await change(world, id, place(d, { before: b }));
    expect(await order(world, id)).to.equal('adbc');
    await change(world, id, place(a, { after: d }));
    expect(await order(world, id)).to.equal('dabc');
    await change(world, id, place(b, { start: true }));
    expect(await order(world, id)).to.equal('bdac');
    await change(world, id, place(d, { end: true }));
    expect(await order(world, id)).to.equal('bacd');
    const [e = ''] = await world.createNamed('category', 'e');
    await change(world, id, place(e, { after: d }));
    expect(await order(world, id)).to.equal('bacde');
  },
  'items are placed in turn, so a later one may refer to an earlier one': async (world) => {
    const { id, a, b } = await listed(world);
    const [e = '', f = ''] = await world.createNamed('category', 'e', 'f');
    const connect = [
      { documentId: e, position: { before: b } },
      { documentId: f, position: { before: e } },
      { documentId: a, position: { after: e } },
    ];
    await change(world, id, { connect });
    expect(await order(world, id)).to.equal('feabcd');
  },
  'a position may be given on create': async (world) => {
    const [a = '', b = '', c = ''] = await world.createNamed('category', 'a', 'b', 'c');
    const connect = [
      a,
      { documentId: b, position: { start: true } },
      { documentId: c, position: { after: b } },
    ];
    const id = await world.create('restaurant', { categories: { connect } });
    expect(await order(world, id)).to.equal('bca');
  },
  'disconnect closes the gap, and connecting again appends to the end': async (world) => {
    const { id, b, d } = await listed(world);
    await change(world, id, { disconnect: [b] });
    expect(await order(world, id)).to.equal('acd');
    await change(world, id, { connect: [b] });
    expect(await order(world, id)).to.equal('acdb');
    await change(world, id, { disconnect: [d], connect: [{ documentId: d, position: { start: true } }] });
    expect(await order(world, id)).to.equal('dacb');
  },
  'disconnecting a document that is not connected changes nothing': async (world) => {
    const { id } = await listed(world);
    const [e] = await world.createNamed('category', 'e');
    await change(world, id, { disconnect: [e] });
    expect(await order(world, id)).to.equal('abcd');
  },
  'a position relative to a document that is not connected is refused and changes nothing': async (world) => {
    const { id, a } = await listed(world);
    const [e = ''] = await world.createNamed('category', 'e');
    const refusal = await world.refused('restaurant', id, {
      name: 'changed',
      categories: place(a, { before: e }),
    });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(refusal.message).to.contain(e);
    expect(await order(world, id)).to.equal('abcd');
    expect((await world.one('restaurant', id))['name']).to.equal('r');
  },
  'each side has its own order': async (world) => {
    const { id, a, b } = await listed(world);
    const [s = '', t = ''] = await world.createNamed('restaurant', 's', 't');
    await world.update('category', a, {
      restaurants: { connect: [{ documentId: s, position: { start: true } }, t] },
    });
    expect(await world.list('category', a, 'restaurants')).to.deep.equal(['s', 'r', 't']);
    expect(await order(world, id)).to.equal('abcd');
    await world.update('category', a, {
      restaurants: { connect: [{ documentId: t, position: { before: s } }] },
    });
    expect(await world.list('category', a, 'restaurants')).to.deep.equal(['t', 's', 'r']);
    await change(world, id, place(a, { after: b }));
    expect(await order(world, id)).to.equal('bacd');
    expect(await world.list('category', a, 'restaurants')).to.deep.equal(['t', 's', 'r']);
  },
  'set keeps the order on the other side': async (world) => {
    const [a = ''] = await world.createNamed('category', 'a');
    const [r = '', s = '', t = ''] = await world.createNamed('restaurant', 'r', 's', 't');
    await world.update('category', a, { restaurants: [t, r, s] });
    await change(world, r, [a]);
    await change(world, t, { set: [a] });
    expect(await world.list('category', a, 'restaurants')).to.deep.equal(['t', 'r', 's']);
    await world.update('category', a, { restaurants: [s, t] });
    expect(await order(world, r)).to.equal('');
    expect(await order(world, s)).to.equal('a');
  },
  'moving on one side keeps the place on the other': async (world) => {
    const [a = ''] = await world.createNamed('category', 'a');
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.update('category', a, { restaurants: [r, s] });
    await change(world, r, { connect: [a] });
    expect(await world.list('category', a, 'restaurants')).to.deep.equal(['r', 's']);
  },
  'a new link goes to the end of the other side': async (world) => {
    const [a = ''] = await world.createNamed('category', 'a');
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await change(world, s, [a]);
    await change(world, r, place(a, { start: true }));
    expect(await world.list('category', a, 'restaurants')).to.deep.equal(['s', 'r']);
  },
  'a relation between documents of one type has two sides': async (world) => {
    const [r = '', s = '', t = ''] = await world.createNamed('restaurant', 'r', 's', 't');
    await world.update('restaurant', r, { neighbours: [t, s, r] });
    await world.update('restaurant', s, { neighbours: [r] });
    expect(await world.list('restaurant', r, 'neighbours')).to.deep.equal(['t', 's', 'r']);
    expect(await world.list('restaurant', r, 'neighbourOf')).to.deep.equal(['r', 's']);
    await world.update('restaurant', r, { neighbourOf: { disconnect: [r], connect: [t] } });
    expect(await world.list('restaurant', r, 'neighbours')).to.deep.equal(['t', 's']);
    expect(await world.list('restaurant', t, 'neighbours')).to.deep.equal(['r']);
    await world.delete('restaurant', r);
    expect(await world.list('restaurant', s, 'neighbours')).to.deep.equal([]);
    expect(await world.list('restaurant', t, 'neighbourOf')).to.deep.equal([]);
  },
  'a one-way list does not remove its targets from other lists': async (world) => {
    const [ann, ben] = await world.createNamed('chef', 'Ann', 'Ben');
    const r = await world.create('restaurant', { guests: [ben, ann] });
    const s = await world.create('restaurant', { guests: [ann, ben] });
    expect(await world.list('restaurant', r, 'guests')).to.deep.equal(['Ben', 'Ann']);
    expect(await world.list('restaurant', s, 'guests')).to.deep.equal(['Ann', 'Ben']);
  },
  'a deleted document is removed from every list, and the others keep their order': async (world) => {
    const { id, b } = await listed(world);
    await world.delete('category', b);
    expect(await order(world, id)).to.equal('acd');
    const [e = ''] = await world.createNamed('category', 'e');
    await change(world, id, { connect: [e] });
    expect(await order(world, id)).to.equal('acde');
  },
  'both layers of a list are equal after publishing': async (world) => {
    const { id, a, c } = await listed(world);
    await change(world, id, place(c, { before: a }));
    expect(await world.list('restaurant', id, 'categories', 'draft')).to.deep.equal(['c', 'a', 'b', 'd']);
    await world.update('category', a, { restaurants: [] });
    expect(await world.list('restaurant', id, 'categories', 'draft')).to.deep.equal(['c', 'b', 'd']);
    expect(await order(world, id)).to.equal('cbd');
  },
  'hundreds of moves before the same item keep the order': async (world) => {
    const { id, a, b, c } = await listed(world);
    const both = { connect: [a, b].map((documentId) => ({ documentId, position: { before: c } })) };
    // Enough to make a key longer than it may be.
    for (let index = 0; index < 360; index++) await change(world, id, both);
    expect(await order(world, id)).to.equal('abcd');
    expect(await world.list('category', a, 'restaurants')).to.deep.equal(['r']);
    await change(world, id, place(b, { before: a }));
    expect(await order(world, id)).to.equal('bacd');
  },
} satisfies Cases;
