import { expect } from 'chai';
import { failureOf, type World } from '../world.js';
import type { Cases } from './case.js';

const homepages = (world: World) => world.in('*').drafts.find('homepage');

export const singleTypeCases = {
  'the first write creates the document of a single type, with its defaults': async (world) => {
    expect(await world.find('settings')).to.deep.equal([]);
    const id = await world.put('settings', { name: 'a' });
    expect(await world.one('settings', id)).to.include({ name: 'a', note: 'none' });
  },
  'a single type has one document, which later writes change': async (world) => {
    const ann = await world.create('chef', { name: 'Ann' });
    const id = await world.put('settings', { name: 'a', note: 'x', chef: ann });
    expect(await world.put('settings', { name: 'b' })).to.equal(id);
    expect(await world.put('settings', { note: null })).to.equal(id);
    expect(await world.find('settings')).to.have.length(1);
    expect(await world.one('settings', id)).to.include({ name: 'b', note: null });
    expect(await world.linked('settings', id, 'chef')).to.equal('Ann');
  },
  'a deleted document of a single type can be created again': async (world) => {
    const ann = await world.create('chef', { name: 'Ann' });
    await world.put('settings', { name: 'a', note: 'x', chef: ann });
    await world.delete('settings');
    expect(await world.find('settings')).to.deep.equal([]);
    await world.delete('settings');
    const id = await world.put('settings', { name: 'b' });
    expect(await world.one('settings', id)).to.include({ name: 'b', note: 'none' });
    expect(await world.linked('settings', id, 'chef')).to.equal(null);
  },
  'an existing document is the one that is written, whatever its documentId': async (world) => {
    const id = await world.create('settings', { name: 'a' });
    expect(await world.put('settings', { name: 'b' })).to.equal(id);
    expect(await world.find('settings')).to.have.length(1);
  },
  'the document of a single type has drafts': async (world) => {
    const id = await world.drafts.put('homepage', { name: 'a' });
    expect(await world.version('homepage', id)).to.equal(null);
    await world.publish('homepage', id);
    expect(await world.drafts.put('homepage', { name: 'b' })).to.equal(id);
    expect(await world.one('homepage', id)).to.include({ name: 'a', tone: 'calm' });
    await world.discard('homepage', id);
    expect(await world.drafts.one('homepage', id)).to.include({ name: 'a' });
    await world.unpublish('homepage', id);
    expect(await world.put('homepage', { name: 'c' })).to.equal(id);
    expect(await world.one('homepage', id)).to.include({ name: 'c' });
    expect(await homepages(world)).to.have.length(1);
  },
  'all locales of a single type are one document': async (world) => {
    const id = await world.put('homepage', { name: 'one', tone: 'loud' });
    expect(await world.in('fr').put('homepage', { name: 'un' })).to.equal(id);
    expect(await world.in('fr').one('homepage', id)).to.include({ name: 'un', tone: 'loud' });
    await world.delete('homepage');
    expect(await world.version('homepage', id)).to.equal(null);
    expect(await world.put('homepage', { name: 'two' })).to.equal(id);
    expect(await world.one('homepage', id)).to.include({ name: 'two', tone: 'loud' });
    await world.in('*').delete('homepage');
    expect(await homepages(world)).to.deep.equal([]);
    await world.in('de').drafts.put('homepage', { name: 'eins' });
    expect(await world.in('*').drafts.names('homepage')).to.deep.equal(['eins']);
  },
  'a single type can have links in each locale and layer': async (world) => {
    const [a, b] = await world.createNamed('article', 'a', 'b');
    await world.in('fr').update('article', String(a), { name: 'A' });
    const id = await world.put('homepage', { name: 'one', featured: [b, a] });
    await world.in('fr').put('homepage', { name: 'un', featured: [a, b] });
    await world.drafts.put('homepage', { featured: { disconnect: [b] } });
    expect(await world.list('homepage', id, 'featured')).to.deep.equal(['b', 'a']);
    expect(await world.drafts.list('homepage', id, 'featured')).to.deep.equal(['a']);
    expect(await world.in('fr').list('homepage', id, 'featured')).to.deep.equal(['A']);
    await world.publish('homepage', id);
    expect(await world.list('homepage', id, 'featured')).to.deep.equal(['a']);
  },
  'publishing, unpublishing and discarding a single type that was never written are refused': async (
    world,
  ) => {
    const kinds = ['publish', 'unpublish', 'discardDraft'] as const;
    for (const kind of kinds)
      expect(failureOf(await world.move(kind, 'homepage')).code).to.equal('DOCUMENT.NOT_FOUND');
    const id = await world.drafts.put('homepage', { name: 'a' });
    expect((await world.move('publish', 'homepage')).ok).to.equal(true);
    expect(await world.one('homepage', id)).to.include({ name: 'a' });
  },
  'concurrent writers that create the document of a single type create one': async (world) => {
    const ids = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        index % 2 === 0
          ? world.put('settings', { name: `${index}` })
          : world.in(index % 4 === 1 ? 'fr' : 'en').put('homepage', { name: `${index}` }),
      ),
    );
    expect(new Set(ids.filter((_, index) => index % 2 === 0)).size).to.equal(1);
    expect(new Set(ids.filter((_, index) => index % 2 === 1)).size).to.equal(1);
    expect(await world.find('settings')).to.have.length(1);
    expect(await homepages(world)).to.have.length(2);
    expect(await world.in('*').find('homepage')).to.have.length(2);
  },
} satisfies Cases;
