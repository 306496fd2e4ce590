import { expect } from 'chai';
import type { Principal } from '../../../src/domain/permission/permission.js';
import { uidOf } from '../schema-files.js';
import { asc, where } from '../questions.js';
import { failureOf, queryOf, valueOf, type Asked, type World } from '../world.js';
import type { Cases } from './case.js';

/** Returns the names of the restaurants with these words, the best first. */
const found = (world: World, search: string, asked: Asked = {}) =>
  world.names('restaurant', { search, ...asked });

async function create(world: World, ...restaurants: readonly { readonly name: string }[]): Promise<void> {
  for (const restaurant of restaurants) await world.create('restaurant', restaurant);
}

/** Somebody who may find restaurants, with these attributes of them. */
const reader = (fields: readonly string[] | null, filter: unknown = null): Principal =>
  ({
    kind: 'user',
    name: 'user',
    user: { id: 1, documentId: 'u' },
    grants: {
      kind: 'listed',
      listed: new Map([
        [
          uidOf('restaurant'),
          new Map([['find', { fields: fields === null ? null : new Set(fields), filter }]]),
        ],
      ]),
    },
  }) as Principal;

const foundBy = async (world: World, principal: Principal, search: string) => {
  const query = { ...queryOf('restaurant', { search }), count: true };
  const { answer } = valueOf(await world.documents.find(principal, query));
  expect(answer.total).to.equal(answer.size);
  return answer.documents().map(({ name }) => name);
};

export const searchCases = {
  'a search finds what contains all words, in any attribute, order and case': async (world) => {
    await create(world, { name: 'Harbour Grill' }, { name: 'Mountain Grill' }, { name: 'Harbour' });
    await world.create('restaurant', { name: 'Blue', about: 'a GRILL', story: 'near the harbour' });
    expect(await found(world, 'grill harbour')).to.deep.equal(['Harbour Grill', 'Blue']);
    expect(await found(world, 'MOUNTAIN')).to.deep.equal(['Mountain Grill']);
    expect(await found(world, 'grill station')).to.deep.equal([]);
  },
  'attributes with more weight come first, and what is equal by its id': async (world) => {
    await create(world, { name: 'one' }, { name: 'two' });
    await world.create('restaurant', { name: 'in one text', about: 'fresh oysters' });
    await world.create('restaurant', { name: 'apart', about: 'fresh', story: 'oysters' });
    await world.create('restaurant', { name: 'in both', about: 'fresh oysters', story: 'oysters, fresh' });
    await create(world, { name: 'Fresh oysters here' }, { name: 'Oysters and fresh fish' });
    const ranked = ['Fresh oysters here', 'Oysters and fresh fish', 'in both', 'in one text', 'apart'];
    expect(await found(world, 'fresh oysters')).to.deep.equal(ranked);
    expect(await found(world, 'fresh oysters', { range: { offset: 1, limit: 3 } })).to.deep.equal(
      ranked.slice(1, 4),
    );
  },
  'the last word may be the beginning of one, and whole words come before': async (world) => {
    await create(world, { name: 'Pizzeria Roma' }, { name: 'Roma Pizz' }, { name: 'Apizza' });
    expect(await found(world, 'pizz')).to.deep.equal(['Roma Pizz', 'Pizzeria Roma']);
    expect(await found(world, 'roma pizzer')).to.deep.equal(['Pizzeria Roma']);
    expect(await found(world, 'pizzer roma')).to.deep.equal([]);
  },
  'one, two or three letters find the words that begin with them, in any alphabet': async (world) => {
    await create(world, { name: 'Harbour 24h' }, { name: 'ha' }, { name: 'Éclairs' }, { name: '漢字𠀀𠀁' });
    await world.create('restaurant', { name: 'Кафе', about: 'the harbour' });
    for (const typed of ['h', 'ha', 'HAR'])
      expect(await found(world, typed), typed).to.have.members(
        ['Harbour 24h', 'ha', 'Кафе'].filter((name) => typed !== 'HAR' || name !== 'ha'),
      );
    expect((await found(world, 'ha'))[0]).to.equal('ha');
    for (const typed of ['e', 'éc', 'ecl'])
      expect(await found(world, typed), typed).to.deep.equal(['Éclairs']);
    for (const typed of ['к', 'ка', 'каф', 'harbour к', 'кафе h'])
      expect(await found(world, typed), typed).to.deep.equal(['Кафе']);
    for (const typed of ['漢', '漢字', '漢字𠀀', '漢字𠀀𠀁'])
      expect(await found(world, typed), typed).to.deep.equal(['漢字𠀀𠀁']);
    expect(await found(world, 'harbour 2')).to.deep.equal(['Harbour 24h']);
    expect(await found(world, 'harbour r')).to.deep.equal([]);
  },
  'a longer word goes on with any letter of its alphabet, or a digit': async (world) => {
    await create(world, { name: 'dovləti' }, { name: 'room101' }, { name: 'телеүшін' }, { name: 'strasse' });
    await create(world, { name: 'Straße' }, { name: 'บ้านสวน' });
    for (const [typed, name] of [
      ['dovl', 'dovləti'],
      ['room', 'room101'],
      ['room10', 'room101'],
      ['теле', 'телеүшін'],
      ['stra', 'strasse'],
      ['บ้านส', 'บ้านสวน'],
    ] as const)
      expect(await found(world, typed), typed).to.include(name);
    expect(await found(world, 'stra')).to.deep.equal(['strasse', 'Straße']);
  },
  'accents, punctuation and other characters do not hide words': async (world) => {
    await create(
      world,
      { name: 'Crème Brûlée' },
      { name: "Fish/chips, St.John's (7)" },
      { name: 'Кафе Пушкин' },
    );
    expect(await found(world, 'creme brulee')).to.deep.equal(['Crème Brûlée']);
    expect(await found(world, 'CRÈME')).to.deep.equal(['Crème Brûlée']);
    expect(await found(world, 'chips')).to.deep.equal(["Fish/chips, St.John's (7)"]);
    expect(await found(world, 'john 7')).to.deep.equal(["Fish/chips, St.John's (7)"]);
    expect(await found(world, 'пушкин')).to.deep.equal(['Кафе Пушкин']);
    expect(await found(world, `'":*&|!() \\ % fish`)).to.deep.equal(["Fish/chips, St.John's (7)"]);
  },
  'a search without a word has no effect, and one with too many is refused': async (world) => {
    await create(world, { name: 'one' }, { name: 'two' });
    expect(await found(world, ' ?! ')).to.deep.equal(['one', 'two']);
    const words = Array.from({ length: 17 }, (_, index) => `w${index}`).join(' ');
    const refused = await world.documents.find(reader(null), queryOf('restaurant', { search: words }));
    expect(failureOf(refused)).to.include({ code: 'QUERY.INVALID' });
    expect(await found(world, 'one '.repeat(40))).to.deep.equal(['one']);
  },
  'a search obeys filters, and a sort replaces the rank': async (world) => {
    await world.create('restaurant', { name: 'Soup B', rating: 2 });
    await world.create('restaurant', { name: 'C', about: 'soup', rating: 1 });
    await world.create('restaurant', { name: 'Soup A', rating: 3 });
    expect(await found(world, 'soup')).to.deep.equal(['Soup B', 'Soup A', 'C']);
    expect(await found(world, 'soup', { sort: [asc('name')] })).to.deep.equal(['C', 'Soup A', 'Soup B']);
    expect(await found(world, 'soup', { filters: where('rating', '$gt', 2) })).to.deep.equal(['Soup A']);
    expect(await found(world, 'soup', { sort: [asc('name')], range: { offset: 1, limit: 1 } })).to.deep.equal(
      ['Soup A'],
    );
  },
  'what a reader may not see, and private attributes, are never searched': async (world) => {
    await world.create('restaurant', { name: 'open', about: 'cellar', notes: 'cellar', email: 'cellar@a.b' });
    await world.create('restaurant', { name: 'cellar', rating: 1 });
    await world.create('restaurant', { name: 'noted', notes: 'cellar', slug: 'cellar', kind: 'bistro' });
    expect(await foundBy(world, reader(null), 'cellar')).to.deep.equal(['cellar', 'open']);
    expect(await foundBy(world, reader(['name']), 'cellar')).to.deep.equal(['cellar']);
    expect(await foundBy(world, reader(['rating']), 'cellar')).to.deep.equal([]);
    const rated = { rated: where('rating', '$eq', 1) };
    expect(await foundBy(world, reader(null, rated.rated), 'cellar')).to.deep.equal(['cellar']);
    expect(await found(world, 'bistro')).to.deep.equal([]);
  },
  'a search sees the layer and the locale that are read': async (world) => {
    const event = await world.createDraft('event', { name: 'Jazz night' });
    expect(await world.names('event', { search: 'jazz' })).to.deep.equal([]);
    expect(await world.drafts.names('event', { search: 'jazz' })).to.deep.equal(['Jazz night']);
    await world.publish('event', event);
    expect(await world.names('event', { search: 'jazz' })).to.deep.equal(['Jazz night']);
    await world.in('de').create('article', { name: 'Abendkonzert', mood: 'evening' });
    await world.in('en').create('article', { name: 'Evening concert' });
    const texts = async (locale: string, search: string) => world.in(locale).names('article', { search });
    expect(await texts('de', 'abendkonzert')).to.deep.equal(['Abendkonzert']);
    expect(await texts('en', 'abendkonzert')).to.deep.equal([]);
    expect(await texts('*', 'evening')).to.have.members(['Abendkonzert', 'Evening concert']);
  },
  'only the beginning of a very long text is searched': async (world) => {
    const filler = 'word '.repeat(20_000);
    await world.create('restaurant', { name: 'early', story: `needle ${filler}` });
    await world.create('restaurant', { name: 'late', story: `${filler} needle` });
    expect(await found(world, 'needle')).to.deep.equal(['early']);
  },
  'a search finds what was changed since': async (world) => {
    const id = await world.create('restaurant', { name: 'Before' });
    await world.update('restaurant', id, { name: 'After' });
    expect(await found(world, 'before')).to.deep.equal([]);
    expect(await found(world, 'after')).to.deep.equal(['After']);
  },
  'a search that finds nothing finds words with one typing error': async (world) => {
    await create(world, { name: 'Harbour Grill' }, { name: 'Harbour View' }, { name: 'Кафе Пушкин' });
    for (const typed of ['harbor grill', 'harbuor grill', 'haarbour gril', 'harbour grell', 'hxrbour grlil'])
      expect(await found(world, typed), typed).to.deep.equal(['Harbour Grill']);
    expect(await found(world, 'пушкн')).to.deep.equal(['Кафе Пушкин']);
    for (const typed of ['hrbr', 'grell vew', 'harbour grxxl'])
      expect(await found(world, typed)).to.deep.equal([]);
    await create(world, { name: 'Grell' });
    expect(await found(world, 'grell')).to.deep.equal(['Grell']);
  },
  'words that are there as they are come before those with a typing error': async (world) => {
    await create(world, { name: 'Harbor grill' }, { name: 'Harbour grills' }, { name: 'harbour grilling' });
    await world.create('restaurant', { name: 'apart', about: 'harbour', story: 'grill' });
    await world.create('restaurant', { name: 'text', about: 'harbour grill' });
    expect(await found(world, 'harbour grxll')).to.deep.equal([
      'Harbour grills',
      'harbour grilling',
      'text',
      'apart',
      'Harbor grill',
    ]);
    expect(await found(world, 'harbour grxll', { range: { offset: 1, limit: 2 } })).to.deep.equal([
      'harbour grilling',
      'text',
    ]);
    expect(
      await found(world, 'harbour grxll', { sort: [asc('name')], range: { offset: 4, limit: 9 } }),
    ).to.deep.equal(['text']);
    expect(await found(world, 'harbor', { range: { offset: 1, limit: 5 } })).to.deep.equal([]);
  },
  'texts of the length that the store promises are searched for and compared': async (world) => {
    await create(world, { name: 'Harbour' });
    const { searchText } = world.store.limits;
    const text = `harbour ${'qqqq '.repeat(searchText)}`.slice(0, searchText);
    expect(await found(world, text)).to.deep.equal([]);
    expect(await found(world, 'harbour '.repeat(searchText).slice(0, searchText))).to.deep.equal(['Harbour']);
    for (const operator of ['$eq', '$eqi', '$containsi', '$startsWithi'] as const)
      expect(await world.names('restaurant', { filters: where('name', operator, text) })).to.deep.equal([]);
  },
  'short words, numbers and words with numbers have no typing errors': async (world) => {
    await create(world, { name: 'Bar 2024 K9dogs' }, { name: 'x'.repeat(40) });
    for (const typed of ['bax', '2025', '20244', 'k8dogs', 'x'.repeat(39) + 'y'])
      expect(await found(world, typed), typed).to.deep.equal([]);
  },
  'typing errors show nothing that a reader may not see': async (world) => {
    await world.create('restaurant', { name: 'open', about: 'cellar', notes: 'attics' });
    await world.create('restaurant', { name: 'cellars', rating: 1 });
    const rated = where('rating', '$eq', 1);
    expect(await foundBy(world, reader(['name']), 'cellra')).to.deep.equal(['cellars']);
    expect(await foundBy(world, reader(['rating']), 'cellra')).to.deep.equal([]);
    expect(await foundBy(world, reader(null, rated), 'cellra')).to.deep.equal(['cellars']);
    expect(await foundBy(world, reader(null), 'atticz')).to.deep.equal([]);
    // What others have as it is does not keep a reader from what they may see.
    await world.create('restaurant', { name: 'hidden', about: 'cellax' });
    expect(await foundBy(world, reader(['name']), 'cellax')).to.deep.equal(['cellars']);
    expect(await foundBy(world, reader(null, rated), 'cellax')).to.deep.equal(['cellars']);
    expect(await foundBy(world, reader(null), 'cellax')).to.deep.equal(['hidden']);
  },
} satisfies Cases;
