import { expect } from 'chai';
import type { Cases } from './case.js';
import { article, french, topics } from './translated.js';

export const localeLinkCases = {
  'links between two localized types stay within one locale, and each locale has its own order': async (
    world,
  ) => {
    const [a, b, c] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [a, b] });
    await world.in('fr').update('article', id, { name: 'un', topics: [c, b, a] });
    await world.in('fr').update('article', id, { topics: { disconnect: [b] } });
    expect(await world.list('article', id, 'topics')).to.deep.equal(['a', 'b']);
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal(['C', 'A']);
    expect(await world.list('topic', b, 'articles')).to.deep.equal(['one']);
    expect(await world.in('fr').list('topic', b, 'articles')).to.deep.equal([]);
    await world.in('fr').update('topic', b, { articles: [id] });
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal(['C', 'A', 'B']);
    expect(await world.list('topic', c, 'articles')).to.deep.equal([]);
  },
  'a new translation has no links, and the other locales keep theirs': async (world) => {
    const [a, b] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [b, a] });
    await world.in('fr').update('article', id, { name: 'un' });
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal([]);
    expect(await world.list('article', id, 'topics')).to.deep.equal(['b', 'a']);
  },
  'a target without a translation is visible in its place once it has one': async (world) => {
    const [a, , c] = await topics(world);
    const later = await world.create('topic', { name: 'later' });
    const id = await article(world, 'one', 'un');
    await world.in('fr').update('article', id, { topics: [a, later, c] });
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal(['A', 'C']);
    await world.in('fr').update('topic', later, { name: 'Later' });
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal(['A', 'Later', 'C']);
    expect(await world.list('article', id, 'topics')).to.deep.equal([]);
  },
  'deleting a locale removes the links of that locale, from either end': async (world) => {
    const [a, b] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [a, b] });
    await world.in('fr').update('article', id, { name: 'un', topics: [a, b] });
    await world.in('fr').delete('topic', a);
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal(['B']);
    await world.in('fr').update('topic', a, { name: 'A' });
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal(['B']);
    await world.in('fr').delete('article', id);
    await world.in('fr').update('article', id, { name: 'un' });
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal([]);
    expect(await world.list('article', id, 'topics')).to.deep.equal(['a', 'b']);
    expect(await world.in('fr').list('topic', b, 'articles')).to.deep.equal([]);
  },
  'deleting all locales removes the links of all locales': async (world) => {
    const [a] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [a] });
    await world.in('fr').update('article', id, { name: 'un', topics: [a] });
    const shelf = await world.create('shelf', { name: 's', articles: [id, french(id)], topics: [a] });
    await world.in('*').delete('article', id);
    expect(await world.list('topic', a, 'articles')).to.deep.equal([]);
    expect(await world.in('fr').list('topic', a, 'articles')).to.deep.equal([]);
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal([]);
    expect(await world.list('shelf', shelf, 'topics')).to.deep.equal(['a']);
  },
  'a source without locales can link several locales of one document in one list': async (world) => {
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    const shelf = await world.create('shelf', { name: 's', articles: [french(one), two, one] });
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal(['un', 'two', 'one']);
    const connect = [{ ...french(two), position: { before: { documentId: one, locale: 'en' } } }];
    await world.update('shelf', shelf, { articles: { connect } });
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal(['un', 'two', 'deux', 'one']);
    await world.update('shelf', shelf, { articles: { disconnect: [french(one)] } });
    expect(await world.in('fr').list('shelf', shelf, 'articles')).to.deep.equal(['two', 'deux', 'one']);
    expect(await world.list('article', one, 'shelves')).to.deep.equal(['s']);
    expect(await world.in('fr').list('article', one, 'shelves')).to.deep.equal([]);
  },
  'a link without a locale names the default one': async (world) => {
    const id = await article(world, 'one', 'un');
    const shelf = await world.in('fr').create('shelf', { name: 's', articles: [id], top: id });
    expect(await world.in('fr').list('shelf', shelf, 'articles')).to.deep.equal(['one']);
    expect(await world.linked('shelf', shelf, 'top')).to.equal('one');
    const number = (await world.in('fr').one('article', id))['id'];
    await world.update('shelf', shelf, { articles: [number], top: french(id) });
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal(['one']);
    expect(await world.linked('shelf', shelf, 'top')).to.equal('un');
  },
  'a link must name a locale in which its target exists': async (world) => {
    const id = await world.create('article', { name: 'one' });
    const shelf = await world.create('shelf', { name: 's' });
    const refusal = await world.refused('shelf', shelf, { name: 't', articles: [id, french(id)] });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(refusal.message).to.contain(id).and.to.contain('"fr"');
    expect(await world.one('shelf', shelf)).to.include({ name: 's' });
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal([]);
    await world.in('fr').drafts.update('article', id, { name: 'un' });
    await world.update('shelf', shelf, { articles: [french(id)] });
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal([]);
    expect(await world.list('shelf', shelf, 'articles', 'draft')).to.deep.equal(['un']);
  },
  'a document without locales edits its links to localized sources by items that name the locale': async (
    world,
  ) => {
    const shelf = await world.create('shelf', { name: 's' });
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    await world.update('shelf', shelf, { contents: [french(one), two, one] });
    expect(await world.in('*').list('shelf', shelf, 'contents')).to.deep.equal(['un', 'two', 'one']);
    expect(await world.in('fr').linked('article', two, 'rubric')).to.equal(null);
    const connect = [{ ...french(two), position: { before: french(one) } }];
    await world.update('shelf', shelf, { contents: { connect, disconnect: [two] } });
    expect(await world.in('*').list('shelf', shelf, 'contents')).to.deep.equal(['deux', 'un', 'one']);
    const other = await world.create('shelf', { name: 't', contents: [french(one)] });
    expect(await world.in('fr').linked('article', one, 'rubric')).to.equal('t');
    expect(await world.linked('article', one, 'rubric')).to.equal('s');
    expect(await world.in('*').list('shelf', other, 'contents')).to.deep.equal(['un']);
  },
  'publishing one locale publishes only the links of that locale': async (world) => {
    const [a, b] = await topics(world);
    const id = await article(world, 'one', 'un');
    await world.drafts.update('article', id, { topics: [a] });
    await world.in('fr').drafts.update('article', id, { topics: [b] });
    await world.publish('article', id);
    expect(await world.list('article', id, 'topics')).to.deep.equal(['a']);
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal([]);
    await world.in('fr').discard('article', id);
    expect(await world.in('fr').drafts.list('article', id, 'topics')).to.deep.equal([]);
    expect(await world.drafts.list('article', id, 'topics')).to.deep.equal(['a']);
  },
  'publishing a document without locales publishes its links to every locale': async (world) => {
    const id = await article(world, 'one', 'un');
    const event = await world.create('event', { name: 'e' });
    await world.drafts.update('event', event, { articles: [french(id), id] });
    await world.publish('article', id);
    await world.in('fr').publish('article', id);
    expect(await world.list('event', event, 'articles')).to.deep.equal([]);
    await world.publish('event', event);
    expect(await world.list('event', event, 'articles')).to.deep.equal(['un', 'one']);
    await world.in('fr').drafts.update('article', id, { events: [] });
    await world.publish('article', id);
    expect(await world.list('event', event, 'articles')).to.deep.equal(['un', 'one']);
    await world.in('fr').publish('article', id);
    expect(await world.list('event', event, 'articles')).to.deep.equal(['one']);
    expect(await world.drafts.list('event', event, 'articles')).to.deep.equal(['one']);
  },
  'a target locale that is unpublished and published again keeps its place': async (world) => {
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    const shelf = await world.create('shelf', { name: 's', articles: [french(one), two, one] });
    await world.in('fr').unpublish('article', one);
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal(['two', 'one']);
    await world.in('fr').update('article', one, { name: 'un' });
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal(['un', 'two', 'one']);
  },
  'links to documents without locales belong to one locale of the source': async (world) => {
    const [ann, ben] = await world.createNamed('chef', 'Ann', 'Ben');
    const id = await article(world, 'one', 'un');
    await world.update('article', id, { editors: [ben, ann] });
    await world.in('fr').update('article', id, { editors: [ann] });
    expect(await world.list('article', id, 'editors')).to.deep.equal(['Ben', 'Ann']);
    expect(await world.in('fr').list('article', id, 'editors')).to.deep.equal(['Ann']);
    await world.delete('chef', String(ann));
    expect(await world.list('article', id, 'editors')).to.deep.equal(['Ben']);
    expect(await world.in('fr').list('article', id, 'editors')).to.deep.equal([]);
  },
  'an item whose locale is not a locale code is refused': async (world) => {
    const id = await world.create('article', { name: 'one' });
    const shelf = await world.create('shelf', { name: 's' });
    const articles = [{ documentId: id, locale: 7 }];
    const refusal = await world.refused('shelf', shelf, { articles });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(refusal.message).to.contain('locale');
  },
} satisfies Cases;
