import { expect } from 'chai';
import type { Cases } from './case.js';

export const takingCases = {
  'a to-one relation is set, replaced and cleared': async (world) => {
    const [ann, ben] = await world.createNamed('chef', 'Ann', 'Ben');
    const id = await world.create('restaurant', { owner: ann });
    expect(await world.linked('restaurant', id, 'owner')).to.equal('Ann');
    await world.update('restaurant', id, { owner: ben });
    expect(await world.linked('restaurant', id, 'owner')).to.equal('Ben');
    expect(await world.list('chef', String(ann), 'restaurants')).to.deep.equal([]);
    await world.update('restaurant', id, { owner: null });
    expect(await world.linked('restaurant', id, 'owner')).to.equal(null);
    expect(await world.list('chef', String(ben), 'restaurants')).to.deep.equal([]);
  },
  'connect on a to-one relation replaces its target': async (world) => {
    const [ann, ben] = await world.createNamed('chef', 'Ann', 'Ben');
    const id = await world.create('restaurant', { owner: ann });
    await world.update('restaurant', id, { owner: { connect: [ben] } });
    expect(await world.linked('restaurant', id, 'owner')).to.equal('Ben');
    expect(await world.list('chef', String(ann), 'restaurants')).to.deep.equal([]);
    await world.update('restaurant', id, { owner: { disconnect: [ben] } });
    expect(await world.linked('restaurant', id, 'owner')).to.equal(null);
  },
  'many-to-one: several sources may have the same target': async (world) => {
    const [ann] = await world.createNamed('chef', 'Ann');
    const r = await world.create('restaurant', { name: 'r', owner: ann });
    await world.create('restaurant', { name: 's', owner: ann });
    expect(await world.linked('restaurant', r, 'owner')).to.equal('Ann');
    expect(await world.list('chef', String(ann), 'restaurants')).to.deep.equal(['r', 's']);
  },
  'one-to-many: connecting takes the target from its former holder': async (world) => {
    const [soup, fish] = await world.createNamed('dish', 'Soup', 'Fish');
    const r = await world.create('restaurant', { name: 'r', dishes: [soup, fish] });
    const s = await world.create('restaurant', { name: 's', dishes: { connect: [soup] } });
    expect(await world.list('restaurant', r, 'dishes')).to.deep.equal(['Fish']);
    expect(await world.list('restaurant', s, 'dishes')).to.deep.equal(['Soup']);
    expect(await world.linked('dish', String(soup), 'restaurant')).to.equal('s');
    await world.update('restaurant', r, { dishes: [soup] });
    expect(await world.list('restaurant', s, 'dishes')).to.deep.equal([]);
    expect(await world.linked('dish', String(fish), 'restaurant')).to.equal(null);
  },
  'one-to-many from the to-one side: the target moves to the end of the new list': async (world) => {
    const [soup, fish] = await world.createNamed('dish', 'Soup', 'Fish');
    const r = await world.create('restaurant', { name: 'r', dishes: [soup] });
    const s = await world.create('restaurant', { name: 's', dishes: [fish] });
    await world.update('dish', String(soup), { restaurant: s });
    expect(await world.list('restaurant', r, 'dishes')).to.deep.equal([]);
    expect(await world.list('restaurant', s, 'dishes')).to.deep.equal(['Fish', 'Soup']);
  },
  'one-to-one: connecting takes over the target, from either side': async (world) => {
    const [soup, fish] = await world.createNamed('dish', 'Soup', 'Fish');
    const r = await world.create('restaurant', { name: 'r', flagship: soup });
    const s = await world.create('restaurant', { name: 's', flagship: soup });
    expect(await world.linked('restaurant', r, 'flagship')).to.equal(null);
    expect(await world.linked('dish', String(soup), 'flagshipOf')).to.equal('s');
    await world.update('dish', String(fish), { flagshipOf: s });
    expect(await world.linked('restaurant', s, 'flagship')).to.equal('Fish');
    expect(await world.linked('dish', String(soup), 'flagshipOf')).to.equal(null);
    await world.update('dish', String(fish), { flagshipOf: r });
    expect(await world.linked('restaurant', s, 'flagship')).to.equal(null);
    expect(await world.linked('restaurant', r, 'flagship')).to.equal('Fish');
  },
  'one-to-one: replacing frees the former target': async (world) => {
    const [soup, fish] = await world.createNamed('dish', 'Soup', 'Fish');
    const r = await world.create('restaurant', { name: 'r', flagship: soup });
    await world.update('restaurant', r, { flagship: fish });
    expect(await world.linked('dish', String(soup), 'flagshipOf')).to.equal(null);
    expect(await world.linked('dish', String(fish), 'flagshipOf')).to.equal('r');
    await world.delete('dish', String(fish));
    expect(await world.linked('restaurant', r, 'flagship')).to.equal(null);
  },
  'connecting the current target keeps it': async (world) => {
    const [soup] = await world.createNamed('dish', 'Soup');
    const r = await world.create('restaurant', { name: 'r', flagship: soup, dishes: [soup] });
    await world.update('restaurant', r, { flagship: { connect: [soup] }, dishes: { connect: [soup] } });
    expect(await world.linked('restaurant', r, 'flagship')).to.equal('Soup');
    expect(await world.list('restaurant', r, 'dishes')).to.deep.equal(['Soup']);
  },
  'a relation can form a tree of one type': async (world) => {
    const [ann, ben, cid] = await world.createNamed('chef', 'Ann', 'Ben', 'Cid');
    await world.update('chef', String(ann), { pupils: [cid, ben] });
    expect(await world.linked('chef', String(ben), 'mentor')).to.equal('Ann');
    await world.update('chef', String(cid), { mentor: ben });
    expect(await world.list('chef', String(ann), 'pupils')).to.deep.equal(['Ben']);
    expect(await world.list('chef', String(ben), 'pupils')).to.deep.equal(['Cid']);
  },
} satisfies Cases;
