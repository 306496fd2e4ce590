import { expect } from 'chai';
import { asc, populate, where } from '../questions.js';
import type { World } from '../world.js';
import type { Cases } from './case.js';
import { article, french, topics } from './translated.js';

const nested = (...path: readonly string[]): ReturnType<typeof populate> | undefined => {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  const inner = nested(...rest);
  return populate({ name, fields: ['name'], ...(inner !== undefined && { populate: inner }) });
};

/** Returns the names at the end of a path of relations, in order. */
async function reached(world: World, type: 'article' | 'shelf' | 'event', id: string, ...path: string[]) {
  const selection = { populate: nested(...path) ?? populate() };
  let found: readonly Record<string, unknown>[] = [await world.one(type, id, selection)];
  for (const name of path) found = found.flatMap((each) => (each[name] ?? []) as Record<string, unknown>[]);
  return found.map(({ name }) => name);
}

export const localeContextCases = {
  'a document without locales shows its sources in the locale that is read': async (world) => {
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
  'the locale that is read is passed on through types without locales': async (world) => {
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
  'the relations of a target in a named locale are read in that locale': async (world) => {
    const [a, b] = await topics(world);
    const id = await world.create('article', { name: 'one', topics: [a, b] });
    await world.in('fr').update('article', id, { name: 'un', topics: [b] });
    const shelf = await world.create('shelf', { name: 's', articles: [french(id)], topics: [a] });
    expect(await reached(world, 'shelf', shelf, 'articles', 'topics')).to.deep.equal(['B']);
    expect(await reached(world.in('de'), 'shelf', shelf, 'articles', 'topics')).to.deep.equal(['B']);
    expect(await reached(world.in('fr'), 'article', id, 'shelves', 'topics')).to.deep.equal(['a']);
  },
  'when all locales are read, every version leads to its own locale': async (world) => {
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
  'several locales can be read at once': async (world) => {
    const shelf = await world.create('shelf', { name: 's' });
    const id = await article(world, 'one', 'un');
    await world.in('de').update('article', id, { name: 'eins', rubric: shelf });
    await world.in('fr').update('article', id, { rubric: shelf });
    await world.update('article', id, { rubric: shelf });
    const selection = { populate: populate({ name: 'contents', fields: ['name'] }) };
    const [found] = await world.find('shelf', { ...selection, locale: ['en', 'de'] });
    const contents = found?.['contents'] as readonly { readonly name: string }[] | undefined;
    expect(contents?.map(({ name }) => name)).to.deep.equal(['eins', 'one']);
  },
  'a filter through a relation applies to the targets that populate shows': async (world) => {
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
  'the other locales of a target can be populated': async (world) => {
    const id = await article(world, 'one', 'un');
    const shelf = await world.create('shelf', { name: 's', articles: [french(id)] });
    expect(await reached(world, 'shelf', shelf, 'articles', 'localizations')).to.deep.equal(['one']);
    expect(await reached(world, 'article', id, 'localizations', 'shelves')).to.deep.equal(['s']);
  },
} satisfies Cases;
