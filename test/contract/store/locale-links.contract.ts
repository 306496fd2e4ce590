import { expect } from 'chai';
import { asc, populate, where } from '../questions.js';
import { type World } from '../world.js';
import type { Cases } from './case.js';

/** Topics a, b and c in English and French (A, B and C). */
async function topics(world: World): Promise<readonly [string, string, string]> {
  const [a = '', b = '', c = ''] = await world.createNamed('topic', 'a', 'b', 'c');
  for (const [id, name] of [
    [a, 'A'],
    [b, 'B'],
    [c, 'C'],
  ] as const)
    await world.in('fr').update('topic', id, { name });
  return [a, b, c];
}

/** An article in English and French, as its names say. */
async function article(world: World, english: string, french: string): Promise<string> {
  const id = await world.create('article', { name: english });
  await world.in('fr').update('article', id, { name: french });
  return id;
}

const french = (documentId: string) => ({ documentId, locale: 'fr' });

const nested = (...path: readonly string[]): ReturnType<typeof populate> | undefined => {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  const inner = nested(...rest);
  return populate({ name, fields: ['name'], ...(inner !== undefined && { populate: inner }) });
};

/** The names at the end of a path of relations, in order. */
async function reached(world: World, type: 'article' | 'shelf' | 'event', id: string, ...path: string[]) {
  const selection = { populate: nested(...path) ?? populate() };
  let found: readonly Record<string, unknown>[] = [await world.one(type, id, selection)];
  for (const name of path) found = found.flatMap((each) => (each[name] ?? []) as Record<string, unknown>[]);
  return found.map(({ name }) => name);
}

export const localeLinkCases = {
  'links between two types with locales are of one locale, each with its order': async (world) => {
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
  'a new translation has no links, and the others keep theirs': async (world) => {
    const [a, b] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [b, a] });
    await world.in('fr').update('article', id, { name: 'un' });
    expect(await world.in('fr').list('article', id, 'topics')).to.deep.equal([]);
    expect(await world.list('article', id, 'topics')).to.deep.equal(['b', 'a']);
  },
  'a target that has no translation shows in its place when it has one': async (world) => {
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
  'deleting all locales removes the links of all': async (world) => {
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
  'a source without locales links several locales of one document, in one list': async (world) => {
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
  'a link names a locale in which its target is there': async (world) => {
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
  'a document without locales has the sources of the locale that is read': async (world) => {
    const shelf = await world.create('shelf', { name: 's' });
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    await world.update('article', one, { rubric: shelf });
    await world.in('fr').update('article', two, { rubric: shelf });
    await world.in('fr').update('article', one, { rubric: shelf });
    expect(await world.list('shelf', shelf, 'contents')).to.deep.equal(['one']);
    expect(await world.in('fr').list('shelf', shelf, 'contents')).to.deep.equal(['deux', 'un']);
    expect(await world.in('*').list('shelf', shelf, 'contents')).to.deep.equal(['one', 'deux', 'un']);
    expect(await world.in('de').list('shelf', shelf, 'contents')).to.deep.equal([]);
  },
  'a document without locales edits the locales of its sources by items that name them': async (world) => {
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
  'the locale that is read flows through types without locales': async (world) => {
    const shelf = await world.create('shelf', { name: 's' });
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    for (const id of [one, two]) {
      await world.update('article', id, { rubric: shelf });
      await world.in('fr').update('article', id, { rubric: shelf });
    }
    const path = ['rubric', 'contents'];
    expect(await reached(world, 'article', one, ...path)).to.deep.equal(['one', 'two']);
    expect(await reached(world.in('fr'), 'article', one, ...path)).to.deep.equal(['un', 'deux']);
    const selection = { documentId: two, populate: nested(...path) ?? populate(), sort: [asc('locale')] };
    const all = await world.in('*').find('article', selection);
    const contents = all.map(({ rubric }) =>
      (rubric as { readonly contents: readonly { readonly name: string }[] }).contents.map(
        ({ name }) => name,
      ),
    );
    expect(contents).to.deep.equal([
      ['one', 'two'],
      ['un', 'deux'],
    ]);
  },
  'what a link names leads on in that locale': async (world) => {
    const [a, b] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [a, b] });
    await world.in('fr').update('article', id, { name: 'un', topics: [b] });
    const shelf = await world.create('shelf', { name: 's', articles: [french(id)], topics: [a] });
    expect(await reached(world, 'shelf', shelf, 'articles', 'topics')).to.deep.equal(['B']);
    expect(await reached(world.in('de'), 'shelf', shelf, 'articles', 'topics')).to.deep.equal(['B']);
    expect(await reached(world.in('fr'), 'article', id, 'shelves', 'topics')).to.deep.equal(['a']);
  },
  'in any locale every version leads to its own': async (world) => {
    const [a, b, c] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [a, c] });
    await world.in('fr').update('article', id, { name: 'un', topics: [b] });
    const all = { populate: populate({ name: 'topics', fields: ['name'] }), sort: [asc('locale')] };
    const found = await world.in('*').find('article', all);
    const names = found.map((each) =>
      (each['topics'] as readonly { name: string }[]).map(({ name }) => name),
    );
    expect(names).to.deep.equal([['a', 'c'], ['B']]);
  },
  'several locales are a context, too': async (world) => {
    const shelf = await world.create('shelf', { name: 's' });
    const id = await article(world, 'one', 'un');
    await world.in('de').update('article', id, { name: 'eins', rubric: shelf });
    await world.in('fr').update('article', id, { rubric: shelf });
    await world.update('article', id, { rubric: shelf });
    const selection = { populate: populate({ name: 'contents', fields: ['name'] }) };
    const [found] = await world.find('shelf', { ...selection, locale: ['en', 'de'] });
    expect((found?.['contents'] as readonly { name: string }[]).map(({ name }) => name)).to.deep.equal([
      'eins',
      'one',
    ]);
  },
  'a filter through a relation sees what the relation shows': async (world) => {
    const [a, b] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [a] });
    await world.in('fr').update('article', id, { name: 'un', topics: [b] });
    const topic = (name: string) => ({ filters: where('topics.name', '$eq', name) });
    expect(await world.names('article', topic('a'))).to.deep.equal(['one']);
    expect(await world.names('article', topic('B'))).to.deep.equal([]);
    expect(await world.in('fr').names('article', topic('B'))).to.deep.equal(['un']);
    expect(await world.in('fr').names('article', topic('A'))).to.deep.equal([]);
    const articles = (name: string) => ({ filters: where('articles.name', '$eq', name) });
    expect(await world.in('fr').names('topic', articles('un'))).to.deep.equal(['B']);
    expect(await world.in('fr').names('topic', articles('one'))).to.deep.equal([]);
    await world.create('shelf', { name: 's', articles: [french(id)] });
    expect(await world.names('shelf', articles('un'))).to.deep.equal(['s']);
    expect(await world.names('shelf', articles('one'))).to.deep.equal([]);
  },
  'a one-to-one between localized documents is taken in its locale': async (world) => {
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
  'a one-to-one from a document without locales is taken in the locale that it names': async (world) => {
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
  'a document without locales has one one-to-one, whichever locale of the other end it names': async (
    world,
  ) => {
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
  'a document without locales is the one-to-one of one document in each locale': async (world) => {
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
  'publishing a one-to-one in one locale leaves that of the other': async (world) => {
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
  'a to-one that is cleared in one locale keeps what it has in the others': async (world) => {
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
  'publishing one locale publishes the links of that locale alone': async (world) => {
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
  'a locale of the target that is unpublished comes back in its place': async (world) => {
    const [one, two] = [await article(world, 'one', 'un'), await article(world, 'two', 'deux')];
    const shelf = await world.create('shelf', { name: 's', articles: [french(one), two, one] });
    await world.in('fr').unpublish('article', one);
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal(['two', 'one']);
    await world.in('fr').update('article', one, { name: 'un' });
    expect(await world.list('shelf', shelf, 'articles')).to.deep.equal(['un', 'two', 'one']);
  },
  'links to documents without locales are of one locale, and hold for its documents in it': async (world) => {
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
  'the other locales of a target can be populated': async (world) => {
    const id = await article(world, 'one', 'un');
    const shelf = await world.create('shelf', { name: 's', articles: [french(id)] });
    expect(await reached(world, 'shelf', shelf, 'articles', 'localizations')).to.deep.equal(['one']);
    expect(await reached(world, 'article', id, 'localizations', 'shelves')).to.deep.equal(['s']);
  },
  'a locale in an item that is no code is refused': async (world) => {
    const id = await world.create('article', { name: 'one' });
    const shelf = await world.create('shelf', { name: 's' });
    const articles = [{ documentId: id, locale: 7 }];
    const refusal = await world.refused('shelf', shelf, { articles });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(refusal.message).to.contain('locale');
  },
} satisfies Cases;
