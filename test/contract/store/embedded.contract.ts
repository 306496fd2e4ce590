import { expect } from 'chai';
import { populate, where } from '../questions.js';
import type { TypeName } from '../schema-files.js';
import { type Data, type World } from '../world.js';
import type { Cases } from './case.js';

const file = (world: World, name: string): Promise<string> =>
  world.create('file', {
    name,
    hash: name,
    mime: 'image/png',
    size: 1.5,
    url: `/uploads/${name}`,
    provider: 'local',
  });

const teaser = populate({
  name: 'teaser',
  populate: populate(
    { name: 'article', fields: ['name'] },
    { name: 'topics', fields: ['name'] },
    { name: 'hall', fields: ['name'] },
    { name: 'image', fields: ['name'] },
  ),
});

const sections = populate({
  name: 'sections',
  populate: populate({ name: 'article', fields: ['name'] }, { name: 'topics', fields: ['name'] }),
});

const nameOf = (document: unknown): unknown => (document as { readonly name: unknown } | null)?.name ?? null;

/** Returns the names that the teaser of a document links. */
async function teased(world: World, type: TypeName, id: string) {
  const shown = (await world.one(type, id, { populate: teaser }))['teaser'] as Data;
  const list = shown['topics'] as readonly unknown[];
  return {
    article: nameOf(shown['article']),
    topics: list.map(nameOf).join(''),
    hall: nameOf(shown['hall']),
    image: nameOf(shown['image']),
  };
}

const nothing = { article: null, topics: '', hall: null, image: null };

export const embeddedCases = {
  'media are linked singly, or as an ordered list': async (world) => {
    const [a, b, c] = [await file(world, 'a'), await file(world, 'b'), await file(world, 'c')];
    const id = await world.create('article', { name: 'one', cover: a, pictures: [c, a, b] });
    expect(await world.linked('article', id, 'cover')).to.equal('a');
    expect(await world.list('article', id, 'pictures')).to.deep.equal(['c', 'a', 'b']);
    await world.update('article', id, { cover: b, pictures: [b, c] });
    expect(await world.linked('article', id, 'cover')).to.equal('b');
    expect(await world.list('article', id, 'pictures')).to.deep.equal(['b', 'c']);
    const other = await world.create('event', { poster: b });
    expect(await world.linked('event', other, 'poster')).to.equal('b');
    expect(await world.linked('article', id, 'cover')).to.equal('b');
  },
  'media of a draft are published and discarded with it': async (world) => {
    const [a, b] = [await file(world, 'a'), await file(world, 'b')];
    const id = await world.create('article', { name: 'one', cover: a, pictures: [a, b] });
    await world.drafts.update('article', id, { cover: b, pictures: [b] });
    expect(await world.linked('article', id, 'cover')).to.equal('a');
    expect(await world.linked('article', id, 'cover', 'draft')).to.equal('b');
    await world.discard('article', id);
    expect(await world.linked('article', id, 'cover', 'draft')).to.equal('a');
    expect(await world.list('article', id, 'pictures', 'draft')).to.deep.equal(['a', 'b']);
    await world.drafts.update('article', id, { cover: null, pictures: [b, a] });
    await world.publish('article', id);
    expect(await world.linked('article', id, 'cover')).to.equal(null);
    expect(await world.list('article', id, 'pictures')).to.deep.equal(['b', 'a']);
  },
  'deleted media are removed from every document': async (world) => {
    const [a, b] = [await file(world, 'a'), await file(world, 'b')];
    const id = await world.create('article', { cover: a, pictures: [a, b], teaser: { image: a } });
    await world.delete('file', a);
    expect(await world.linked('article', id, 'cover')).to.equal(null);
    expect(await world.drafts.list('article', id, 'pictures')).to.deep.equal(['b']);
    expect(await teased(world, 'article', id)).to.deep.equal(nothing);
  },
  'documents are found by their media': async (world) => {
    const a = await file(world, 'a');
    await world.create('event', { name: 'with', poster: a });
    await world.create('event', { name: 'without' });
    await world.create('event', { name: 'inside', teaser: { image: a } });
    expect(await world.names('event', { filters: where('poster.name', '$eq', 'a') })).to.deep.equal(['with']);
    expect(await world.names('event', { filters: where('teaser.image.name', '$eq', 'a') })).to.deep.equal([
      'inside',
    ]);
  },
  'links inside a component are published and discarded with it': async (world) => {
    const [a, b, image] = [
      await world.create('topic', { name: 'a' }),
      await world.create('topic', { name: 'b' }),
      await file(world, 'i'),
    ];
    const hall = await world.create('hall', { name: 'h' });
    const id = await world.create('event', { teaser: { topics: [b, a], hall, image } });
    const before = { article: null, topics: 'ba', hall: 'h', image: 'i' };
    expect(await teased(world, 'event', id)).to.deep.equal(before);
    const item = (await world.one('event', id, { populate: populate('teaser') }))['teaser'] as Data;
    await world.drafts.update('event', id, { teaser: { id: item['id'], topics: [a], image: null } });
    expect(await teased(world, 'event', id)).to.deep.equal(before);
    const after = { ...before, topics: 'a', image: null };
    expect(await teased(world.drafts, 'event', id)).to.deep.equal(after);
    await world.discard('event', id);
    expect(await teased(world.drafts, 'event', id)).to.deep.equal(before);
    await world.drafts.update('event', id, { teaser: { id: item['id'], topics: [a], image: null } });
    await world.publish('event', id);
    expect(await teased(world, 'event', id)).to.deep.equal(after);
  },
  'links inside a component lead to the layer that is read': async (world) => {
    const hall = await world.createDraft('hall', { name: 'h' });
    const id = await world.create('event', { teaser: { hall } });
    expect(await teased(world, 'event', id)).to.deep.equal(nothing);
    expect(await teased(world.drafts, 'event', id)).to.include({ hall: 'h' });
    await world.publish('hall', hall);
    await world.drafts.update('hall', hall, { name: 'new' });
    expect(await teased(world, 'event', id)).to.include({ hall: 'h' });
    expect(await teased(world.drafts, 'event', id)).to.include({ hall: 'new' });
    await world.unpublish('hall', hall);
    expect(await teased(world, 'event', id)).to.include({ hall: null });
    await world.publish('hall', hall);
    expect(await teased(world, 'event', id)).to.include({ hall: 'new' });
  },
  'links inside a component of a localized document lead to its own locale': async (world) => {
    const [topic, article] = [
      await world.create('topic', { name: 'a' }),
      await world.create('article', { name: 'one' }),
    ];
    const id = await world.create('article', { name: 'two', teaser: { article, topics: [topic] } });
    await world.in('fr').update('article', id, { teaser: { article, topics: [topic] } });
    expect(await teased(world, 'article', id)).to.include({ article: 'one', topics: 'a' });
    expect(await teased(world.in('fr'), 'article', id)).to.deep.equal(nothing);
    await world.in('fr').update('topic', topic, { name: 'A' });
    await world.in('fr').update('article', article, { name: 'un' });
    expect(await teased(world.in('fr'), 'article', id)).to.include({ article: 'un', topics: 'A' });
  },
  'links inside a component of a document without locales name a locale': async (world) => {
    const [a, b] = await world.createNamed('topic', 'a', 'b');
    await world.in('fr').update('topic', String(a), { name: 'A' });
    const topics = [{ documentId: a, locale: 'fr' }, b, a];
    const id = await world.create('shelf', { name: 's', teaser: { topics } });
    expect(await teased(world, 'shelf', id)).to.include({ topics: 'Aba' });
    expect(await teased(world.in('fr'), 'shelf', id)).to.include({ topics: 'Aba' });
    await world.in('fr').delete('topic', String(a));
    expect(await teased(world, 'shelf', id)).to.include({ topics: 'ba' });
  },
  'links inside a shared zone lead to the locale that is read': async (world) => {
    const [topic, article] = [
      await world.create('topic', { name: 'a' }),
      await world.create('article', { name: 'one' }),
    ];
    const item = { __component: 'life.teaser', text: 't', article, topics: [topic] };
    const id = await world.create('article', { name: 'two', sections: [item] });
    await world.in('fr').update('topic', topic, { name: 'A' });
    await world.in('fr').update('article', id, { name: 'deux' });
    const shown = async (each: World) =>
      ((await each.one('article', id, { populate: sections }))['sections'] as readonly Data[])[0];
    const english = await shown(world);
    expect(english).to.deep.include({ text: 't' });
    expect(nameOf(english?.['article'])).to.equal('one');
    const inFrench = await shown(world.in('fr'));
    expect(nameOf(inFrench?.['article'])).to.equal(null);
    expect((inFrench?.['topics'] as readonly unknown[] | undefined)?.map(nameOf)).to.deep.equal(['A']);
    await world.in('fr').unpublish('article', id);
    await world.in('fr').publish('article', id);
    expect(await shown(world.in('fr'))).to.deep.equal(inFrench);
  },
  'filters through links inside components apply to the layer and locale that is read': async (world) => {
    const topic = await world.create('topic', { name: 'a' });
    const id = await world.create('article', { name: 'one', teaser: { topics: [topic] } });
    await world.in('fr').update('topic', topic, { name: 'A' });
    await world.in('fr').update('article', id, { name: 'un', teaser: { topics: [topic] } });
    const topics = (name: string) => ({ filters: where('teaser.topics.name', '$eq', name) });
    expect(await world.names('article', topics('a'))).to.deep.equal(['one']);
    expect(await world.in('fr').names('article', topics('a'))).to.deep.equal([]);
    expect(await world.in('fr').names('article', topics('A'))).to.deep.equal(['un']);
    await world.in('fr').drafts.update('article', id, { teaser: null });
    expect(await world.in('fr').names('article', topics('A'))).to.deep.equal(['un']);
    expect(await world.in('fr').drafts.names('article', topics('A'))).to.deep.equal([]);
  },
} satisfies Cases;
