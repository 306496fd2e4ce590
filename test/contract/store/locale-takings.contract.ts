import { expect } from 'chai';
import type { Cases } from './case.js';
import { article, french } from './translated.js';

export const localeTakingCases = {
  'a one-to-one between localized documents is taken over within its locale': async (world) => {
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    const three = await article(world, 'three', 'trois');
    await world.update('article', one, { sequel: three });
    await world.in('fr').update('article', one, { sequel: three });
    await world.in('fr').update('article', two, { sequel: three });
    expect(await world.linked('article', one, 'sequel')).to.equal('three');
    expect(await world.in('fr').linked('article', one, 'sequel')).to.equal(null);
    expect(await world.in('fr').linked('article', three, 'prequel')).to.equal('deux');
    expect(await world.linked('article', three, 'prequel')).to.equal('one');
  },
  'a one-to-one from a document without locales is taken over in the locale that it names': async (world) => {
    const id = await article(world, 'one', 'un');
    const s = await world.create('shelf', { name: 's', top: id });
    const t = await world.create('shelf', { name: 't', top: french(id) });
    expect(await world.linked('shelf', s, 'top')).to.equal('one');
    await world.update('shelf', s, { top: french(id) });
    expect(await world.linked('shelf', s, 'top')).to.equal('un');
    expect(await world.linked('shelf', t, 'top')).to.equal(null);
    expect(await world.linked('article', id, 'topOf')).to.equal(null);
    expect(await world.in('fr').linked('article', id, 'topOf')).to.equal('s');
    await world.update('article', id, { topOf: t });
    expect(await world.linked('shelf', t, 'top')).to.equal('one');
    expect(await world.linked('shelf', s, 'top')).to.equal('un');
  },
  'a document without locales has only one one-to-one target, whichever locale it names': async (world) => {
    const id = await article(world, 'one', 'un');
    const s = await world.create('shelf', { name: 's' });
    await world.in('fr').update('article', id, { topOf: s, holds: [s] });
    expect(await world.linked('shelf', s, 'top')).to.equal('un');
    await world.update('article', id, { topOf: s, holds: [s] });
    expect(await world.linked('shelf', s, 'top')).to.equal('one');
    expect(await world.linked('shelf', s, 'heldBy')).to.equal('one');
    expect(await world.in('fr').linked('article', id, 'topOf')).to.equal(null);
    expect(await world.in('fr').list('article', id, 'holds')).to.deep.equal([]);
  },
  'a document without locales is the one-to-one target of one document in each locale': async (world) => {
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    const s = await world.create('shelf', { name: 's' });
    await world.update('article', one, { badge: s });
    await world.in('fr').update('article', two, { badge: s });
    expect(await world.linked('article', one, 'badge')).to.equal('s');
    expect(await world.linked('shelf', s, 'badgeOf')).to.equal('one');
    expect(await world.in('fr').linked('shelf', s, 'badgeOf')).to.equal('deux');
    await world.in('fr').update('article', one, { badge: s });
    expect(await world.in('fr').linked('article', two, 'badge')).to.equal(null);
    expect(await world.linked('shelf', s, 'badgeOf')).to.equal('one');
  },
  'publishing a one-to-one in one locale keeps that of the other': async (world) => {
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    const e = await world.create('event', { name: 'e' });
    await world.in('fr').update('article', two, { spot: e });
    await world.in('fr').drafts.update('article', two, { spot: null });
    await world.drafts.update('event', e, { spotOf: { connect: [one] } });
    await world.publish('event', e);
    expect(await world.linked('event', e, 'spotOf')).to.equal('one');
    expect(await world.in('fr').linked('event', e, 'spotOf')).to.equal('deux');
    await world.in('fr').publish('article', two);
    expect(await world.in('fr').linked('event', e, 'spotOf')).to.equal(null);
    expect(await world.linked('article', one, 'spot')).to.equal('e');
  },
  'a to-one that is cleared in one locale keeps its targets in the others': async (world) => {
    const id = await article(world, 'one', 'un');
    const other = await article(world, 'two', 'deux');
    const s = await world.create('shelf', { name: 's' });
    await world.in('fr').update('article', id, { rubric: s });
    await world.update('article', other, { rubric: s });
    await world.in('fr').update('article', id, { rubric: null });
    expect(await world.in('*').list('shelf', s, 'contents')).to.deep.equal(['two']);
    await world.in('fr').update('article', other, { rubric: s });
    expect(await world.in('*').list('shelf', s, 'contents')).to.deep.equal(['two', 'deux']);
  },
} satisfies Cases;
