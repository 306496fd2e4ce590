import { expect } from 'chai';
import { populate } from '../questions.js';
import type { Cases } from './case.js';
import { everything, translated, valuesOf } from './translated.js';

const shared = { mood: 'm', stars: 5, notes: 'secret', mark: 'k' };

const picture = { name: 'a', hash: 'h', mime: 'image/png', size: 1, url: '/', provider: 'local' };

export const sharedValueCases = {
  'a translation gets the shared values, including private ones, and defaults for the rest': async (
    world,
  ) => {
    const sections = [{ __component: 'life.label', text: 'l' }];
    const own = { style: 'bold', code: 'c', teaser: { text: 't' } };
    const id = await world.create('article', { name: 'one', ...own, ...shared, sections });
    await world.in('fr').update('article', id, { name: 'un' });
    await world.in('de').drafts.update('article', id, { style: null });
    const selection = { populate: populate('sections', 'teaser') };
    const english = await world.one('article', id, selection);
    for (const each of [world.in('fr'), world.in('fr').drafts]) {
      expect(await each.one('article', id, selection)).to.deep.include({
        name: 'un',
        style: 'plain',
        code: null,
        teaser: null,
        ...shared,
        sections: english['sections'],
      });
    }
    expect(await world.in('de').drafts.one('article', id)).to.include({ style: null, ...shared });
  },
  'a shared null stays null and is not replaced by a default': async (world) => {
    const id = await world.create('article', { name: 'one', stars: null });
    await world.in('fr').update('article', id, { name: 'un' });
    expect(await world.in('fr').one('article', id)).to.include({ stars: null });
  },
  'a write of localized values leaves the other locales unchanged': async (world) => {
    const id = await translated(world, shared);
    const before = await everything(world, id);
    await world.in('fr').update('article', id, { name: 'deux', style: 'bold', ...shared });
    const after = await everything(world, id);
    for (const key of ['draft en', 'published en', 'draft de', 'published de'])
      expect(after.get(key), key).to.deep.equal(before.get(key));
    expect(after.get('published fr')).to.include({ name: 'deux', style: 'bold' });
  },
  'shared values are written to all locales, in the layer that is written': async (world) => {
    const id = await translated(world, shared);
    await world.in('fr').drafts.update('article', id, { mood: 'x' });
    expect(await valuesOf(world, id, 'mood', 'draft')).to.deep.equal({ en: 'x', fr: 'x', de: 'x' });
    expect(await valuesOf(world, id, 'mood', 'published')).to.deep.equal({ en: 'm', fr: 'm', de: 'm' });
    expect(await valuesOf(world, id, 'name', 'draft')).to.deep.equal({ en: 'one', fr: 'un', de: 'eins' });
    await world.update('article', id, { stars: null });
    expect(await valuesOf(world, id, 'stars', 'published')).to.deep.equal({ en: null, fr: null, de: null });
    expect(await valuesOf(world, id, 'stars', 'draft')).to.deep.equal({ en: null, fr: null, de: null });
  },
  'a new translation that sets a shared value sets it for all locales': async (world) => {
    const id = await world.create('article', { name: 'one', mood: 'm' });
    await world.in('fr').update('article', id, { name: 'un', mood: 'x' });
    expect(await valuesOf(world, id, 'mood', 'published')).to.deep.equal({ en: 'x', fr: 'x' });
    await world.in('de').drafts.update('article', id, { mood: null });
    expect(await valuesOf(world, id, 'mood', 'draft')).to.deep.equal({ en: null, fr: null, de: null });
    expect(await valuesOf(world, id, 'mood', 'published')).to.deep.equal({ en: 'x', fr: 'x' });
  },
  'shared components are shared with all their items': async (world) => {
    const id = await translated(world);
    await world.in('fr').update('article', id, { sections: [{ __component: 'life.label', text: 'l' }] });
    const sections = { populate: populate('sections') };
    const french = (await world.in('fr').one('article', id, sections))['sections'];
    expect(french).to.have.length(1);
    expect((await world.one('article', id, sections))['sections']).to.deep.equal(french);
    expect((await world.in('de').drafts.one('article', id, sections))['sections']).to.deep.equal(french);
  },
  'a new translation takes items that are copied from another locale: shared ones as they are, others as new ones':
    async (world) => {
      const sections = [{ __component: 'life.label', text: 'l' }];
      const id = await world.create('article', { name: 'one', teaser: { text: 't' }, sections });
      const selection = { populate: populate('sections', 'teaser') };
      const { teaser, sections: shown } = await world.one('article', id, selection);
      await world.in('fr').update('article', id, { name: 'un', teaser, sections: shown });
      const french = await world.in('fr').one('article', id, selection);
      expect(french['sections']).to.deep.equal(shown);
      expect(french['teaser']).to.include({ text: 't' });
      expect(french['teaser']).to.not.include({ id: (teaser as { id: number }).id });
      const strange = await world.in('fr').refused('article', id, { teaser });
      expect(strange.code).to.equal('INPUT.MISMATCH');
    },
  'publishing one locale publishes the shared values and nothing else of the other locales': async (
    world,
  ) => {
    const id = await translated(world, shared);
    await world.drafts.update('article', id, { name: 'two', mood: 'x' });
    await world.in('fr').drafts.update('article', id, { name: 'deux' });
    await world.in('fr').publish('article', id);
    expect(await valuesOf(world, id, 'mood', 'published')).to.deep.equal({ en: 'x', fr: 'x', de: 'x' });
    expect(await valuesOf(world, id, 'name', 'published')).to.deep.equal({
      en: 'one',
      fr: 'deux',
      de: 'eins',
    });
    expect(await valuesOf(world, id, 'name', 'draft')).to.deep.equal({ en: 'two', fr: 'deux', de: 'eins' });
    await world.drafts.update('article', id, { mood: null });
    await world.in('fr').publish('article', id);
    expect(await valuesOf(world, id, 'mood', 'published')).to.deep.equal({ en: null, fr: null, de: null });
  },
  'sharing a value does not create versions': async (world) => {
    const id = await world.createDraft('article', { name: 'one', mood: 'm' });
    await world.in('fr').update('article', id, { name: 'un', mood: 'x' });
    expect(await valuesOf(world, id, 'mood', 'draft')).to.deep.equal({ en: 'x', fr: 'x' });
    expect(await valuesOf(world, id, 'mood', 'published')).to.deep.equal({ fr: 'x' });
  },
  'discarding one locale restores the shared values of all drafts': async (world) => {
    const id = await translated(world, shared);
    await world.drafts.update('article', id, { name: 'two', mood: 'x' });
    await world.in('fr').drafts.update('article', id, { name: 'deux' });
    await world.discard('article', id);
    expect(await valuesOf(world, id, 'mood', 'draft')).to.deep.equal({ en: 'm', fr: 'm', de: 'm' });
    expect(await valuesOf(world, id, 'name', 'draft')).to.deep.equal({ en: 'one', fr: 'deux', de: 'eins' });
  },
  'an edit of a shared value updates the times of all locales, but marks only the edited one as modified':
    async (world) => {
      const id = await translated(world, shared);
      const before = await valuesOf(world, id, 'updatedAt', 'draft');
      await world.in('fr').drafts.update('article', id, { mood: 'x' });
      const modified = await world.in('*').drafts.find('article', { publication: 'modified' });
      expect(modified.map(({ locale }) => locale)).to.deep.equal(['fr']);
      const after = await valuesOf(world, id, 'updatedAt', 'draft');
      for (const locale of ['en', 'fr', 'de']) expect(after[locale]).not.to.equal(before[locale]);
    },
  'a translation may set a shared value again': async (world) => {
    const cover = await world.create('file', picture);
    const article = await world.create('article', { name: 'one', cover, pictures: [cover] });
    await world.in('fr').update('article', article, { name: 'un', cover, pictures: [cover] });
    for (const locale of ['en', 'fr']) {
      expect(await world.in(locale).linked('article', article, 'cover')).to.equal('a');
      expect(await world.in(locale).list('article', article, 'pictures')).to.deep.equal(['a']);
    }
    await world.put('homepage', { name: 'one', picture: cover });
    const homepage = await world.in('fr').put('homepage', { name: 'un', picture: cover });
    for (const locale of ['en', 'fr'])
      expect(await world.in(locale).linked('homepage', homepage, 'picture')).to.equal('a');
  },
} satisfies Cases;
